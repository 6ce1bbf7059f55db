// The inner loops for 64-bit ARM.
#if defined(__aarch64__)

#include "kernels.h"
#include <arm_neon.h>

static void multiply(const uint8_t *in, int16_t *out, size_t pixels) {
    const uint16x8_t offset = vdupq_n_u16(WIDE_OFFSET);
    size_t i = 0;
    for (; i + 8 <= pixels; i += 8) {
        uint8x8x4_t samples = vld4_u8(in + 4 * i);
        int16x8x4_t products;
        for (int c = 0; c < 4; c++) {
            uint16x8_t product = vmull_u8(c < 3 ? samples.val[c] : vdup_n_u8(255), samples.val[3]);
            products.val[c] = vreinterpretq_s16_u16(vsubq_u16(product, offset));
        }
        vst4q_s16(out + 4 * i, products);
    }
    alcedo_kernels_plain.multiply(in + 4 * i, out + 4 * i, pixels - i);
}

static inline void vertical8(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t at, int32x4_t *first, int32x4_t *second) {
    int32x4_t a = vdupq_n_s32(0), b = a;
    for (int tap = 0; tap < taps; tap++) {
        int16x8_t samples = vld1q_s16(rows[tap] + at);
        a = vmlal_n_s16(a, vget_low_s16(samples), weights[tap]);
        b = vmlal_n_s16(b, vget_high_s16(samples), weights[tap]);
    }
    *first = a;
    *second = b;
}

static void vertical_narrow(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t from, size_t count, int16_t *out) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        int32x4_t a, b;
        vertical8(rows, weights, taps, from + i, &a, &b);
        // Rounded, then cut to 16 bits.
        vst1q_s16(out + i, vcombine_s16(vqrshrn_n_s32(a, WEIGHT_BITS), vqrshrn_n_s32(b, WEIGHT_BITS)));
    }
    alcedo_kernels_plain.vertical_narrow(rows, weights, taps, from + i, count - i, out + i);
}

static inline void split(int32x4_t a, int32x4_t b, int16_t *high, int16_t *low) {
    const int32x4_t mask = vdupq_n_s32((1 << LOW_BITS) - 1);
    vst1q_s16(high, vcombine_s16(vqshrn_n_s32(a, LOW_BITS), vqshrn_n_s32(b, LOW_BITS)));
    vst1q_s16(low, vcombine_s16(vmovn_s32(vandq_s32(a, mask)), vmovn_s32(vandq_s32(b, mask))));
}

static void vertical_wide(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t from, size_t count, int16_t *high,
    int16_t *low) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        int32x4_t a, b;
        vertical8(rows, weights, taps, from + i, &a, &b);
        split(a, b, high + i, low + i);
    }
    alcedo_kernels_plain.vertical_wide(rows, weights, taps, from + i, count - i, high + i, low + i);
}

static void vertical_deep(
    const int16_t *const *high_rows, const int16_t *const *low_rows, const int16_t *weights, int taps, size_t from,
    size_t count, int16_t *high, int16_t *low) {
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        int32x4_t a, b, c, d;
        vertical8(high_rows, weights, taps, from + i, &a, &b);
        vertical8(low_rows, weights, taps, from + i, &c, &d);
        a = vaddq_s32(vshlq_n_s32(a, 1), vshrq_n_s32(c, WEIGHT_BITS));
        b = vaddq_s32(vshlq_n_s32(b, 1), vshrq_n_s32(d, WEIGHT_BITS));
        split(a, b, high + i, low + i);
    }
    alcedo_kernels_plain.vertical_deep(high_rows, low_rows, weights, taps, from + i, count - i, high + i, low + i);
}

static void horizontal(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, int channels, int count, int32_t *sums) {
    for (int i = 0; i < count; i++, weights += taps, sums += channels) {
        const int16_t *samples = row + starts[i];
        int32x4_t sum = vdupq_n_s32(0);
        if (channels == 1) {
            for (int tap = 0; tap < taps; tap += 4)
                sum = vmlal_s16(sum, vld1_s16(samples + tap), vld1_s16(weights + tap));
            sums[0] = vaddvq_s32(sum);
        } else if (channels == 2) {
            for (int tap = 0; tap < taps; tap += 4) {
                int16x4x2_t pixels = vld2_s16(samples + 2 * tap);
                int16x4_t weight = vld1_s16(weights + tap);
                int32x4_t gray = vmull_s16(pixels.val[0], weight), alpha = vmull_s16(pixels.val[1], weight);
                sum = vaddq_s32(sum, vpaddq_s32(gray, alpha));
            }
            vst1_s32(sums, vpadd_s32(vget_low_s32(sum), vget_high_s32(sum)));
        } else {
            // The fourth of three channels is the next pixel's first, and not used.
            for (int tap = 0; tap < taps; tap++)
                sum = vmlal_n_s16(sum, vld1_s16(samples + tap * channels), weights[tap]);
            if (channels == 4 || i + 1 < count) {
                vst1q_s32(sums, sum);
            } else {
                vst1_s32(sums, vget_low_s32(sum));
                sums[2] = vgetq_lane_s32(sum, 2);
            }
        }
    }
}

static inline uint8x8_t rounded(int32x4_t low, int32x4_t high) {
    enum { BITS = WEIGHT_BITS + NARROW_BITS };
    // A rounding shift adds the half without overflow.
    return vqmovun_s16(vcombine_s16(vqmovn_s32(vrshrq_n_s32(low, BITS)), vqmovn_s32(vrshrq_n_s32(high, BITS))));
}

static void color(const int16_t *y, const int16_t *cb, const int16_t *cr, size_t count, uint8_t *out) {
    const int16x8_t middle = vdupq_n_s16(CHROMA_ZERO);
    size_t i = 0;
    for (; i + 8 <= count; i += 8, out += 24) {
        int16x8_t light = vld1q_s16(y + i);
        int16x8_t b = vqsubq_s16(vld1q_s16(cb + i), middle), r = vqsubq_s16(vld1q_s16(cr + i), middle);
        int32x4_t low = vshll_n_s16(vget_low_s16(light), WEIGHT_BITS), high = vshll_n_s16(vget_high_s16(light), WEIGHT_BITS);
        uint8x8x3_t pixels;
        pixels.val[0] = rounded(
            vmlal_n_s16(low, vget_low_s16(r), RED_CR), vmlal_n_s16(high, vget_high_s16(r), RED_CR));
        pixels.val[1] = rounded(
            vmlal_n_s16(vmlal_n_s16(low, vget_low_s16(b), GREEN_CB), vget_low_s16(r), GREEN_CR),
            vmlal_n_s16(vmlal_n_s16(high, vget_high_s16(b), GREEN_CB), vget_high_s16(r), GREEN_CR));
        pixels.val[2] = rounded(
            vmlal_n_s16(low, vget_low_s16(b), BLUE_CB), vmlal_n_s16(high, vget_high_s16(b), BLUE_CB));
        vst3_u8(out, pixels);
    }
    alcedo_kernels_plain.color(y + i, cb + i, cr + i, count - i, out);
}

const alcedo_kernels alcedo_kernels_neon = {
    "neon", multiply, vertical_narrow, vertical_wide, vertical_deep, horizontal, color
};

#endif
