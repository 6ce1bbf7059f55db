// The inner loops in plain C: the definition that the others are tested against.
#include "kernels.h"

static void multiply(const uint8_t *in, int16_t *out, size_t pixels) {
    for (size_t i = 0; i < pixels; i++, in += 4, out += 4) {
        int alpha = in[3];
        for (int c = 0; c < 3; c++) out[c] = (int16_t) (in[c] * alpha - WIDE_OFFSET);
        out[3] = (int16_t) (255 * alpha - WIDE_OFFSET);
    }
}

static int16_t saturated(int32_t value) {
    return (int16_t) (value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

static int32_t vertical(const int16_t *const *rows, const int16_t *weights, int taps, size_t at) {
    int32_t sum = 0;
    for (int tap = 0; tap < taps; tap++) sum += weights[tap] * rows[tap][at];
    return sum;
}

static void vertical_narrow(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t from, size_t count, int16_t *out) {
    for (size_t i = 0; i < count; i++)
        out[i] = saturated((vertical(rows, weights, taps, from + i) + ONE / 2) >> WEIGHT_BITS);
}

static void vertical_wide(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t from, size_t count, int16_t *high,
    int16_t *low) {
    for (size_t i = 0; i < count; i++) {
        int32_t sum = vertical(rows, weights, taps, from + i);
        high[i] = (int16_t) (sum >> LOW_BITS);
        low[i] = (int16_t) (sum & ((1 << LOW_BITS) - 1));
    }
}

static void vertical_deep(
    const int16_t *const *high_rows, const int16_t *const *low_rows, const int16_t *weights, int taps, size_t from,
    size_t count, int16_t *high, int16_t *low) {
    for (size_t i = 0; i < count; i++) {
        // A unit of the high row is two samples, one of the low row 2^-WEIGHT_BITS.
        int32_t upper = vertical(high_rows, weights, taps, from + i), lower = vertical(low_rows, weights, taps, from + i);
        int32_t sum = upper * 2 + (lower >> WEIGHT_BITS);
        high[i] = saturated(sum >> LOW_BITS);
        low[i] = (int16_t) (sum & ((1 << LOW_BITS) - 1));
    }
}

static void horizontal(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, int channels, int count, int32_t *sums) {
    for (int i = 0; i < count; i++) {
        const int16_t *samples = row + starts[i];
        for (int channel = 0; channel < channels; channel++) {
            int32_t sum = 0;
            for (int tap = 0; tap < taps; tap++) sum += weights[tap] * samples[tap * channels + channel];
            *sums++ = sum;
        }
        weights += taps;
    }
}

static uint8_t rounded(int32_t sum) {
    enum { BITS = WEIGHT_BITS + NARROW_BITS };
    int32_t value = (sum + (1 << (BITS - 1))) >> BITS;
    return (uint8_t) (value < 0 ? 0 : value > 255 ? 255 : value);
}

static void color(const int16_t *y, const int16_t *cb, const int16_t *cr, size_t count, uint8_t *out) {
    for (size_t i = 0; i < count; i++, out += 3) {
        // As 16-bit samples: an overshoot beyond them is far out of range.
        int32_t light = y[i] * ONE, blue = saturated(cb[i] - CHROMA_ZERO), red = saturated(cr[i] - CHROMA_ZERO);
        out[0] = rounded(light + red * RED_CR);
        out[1] = rounded(light + blue * GREEN_CB + red * GREEN_CR);
        out[2] = rounded(light + blue * BLUE_CB);
    }
}

const alcedo_kernels alcedo_kernels_plain = {
    "plain", multiply, vertical_narrow, vertical_wide, vertical_deep, horizontal, color
};
