// The inner loops, in several implementations that make the same numbers.
#ifndef ALCEDO_RESAMPLE_KERNELS_H
#define ALCEDO_RESAMPLE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

// Weights have 14 fractional bits, and those of one result add up to exactly ONE.
enum { WEIGHT_BITS = 14, ONE = 1 << WEIGHT_BITS };
// Fractional bits of samples in narrow rows: 8-bit samples with room for overshoot on both sides.
enum { NARROW_BITS = 6 };
// What wide samples are less than the numbers that they stand for.
enum { WIDE_OFFSET = 1 << 15 };
// Wide sums are handed on without rounding, in two rows: `high << LOW_BITS | low`, with WEIGHT_BITS fractional bits.
enum { LOW_BITS = 15 };

// Sums of products fit 32 bits: the weights' magnitudes add up to less than 1.5 * ONE, a sample's is at most 2^15.
typedef struct {
    const char *name;
    // Multiplies the colors of 8-bit pixels with four channels by their alpha, and alpha by 255; less WIDE_OFFSET.
    void (*multiply)(const uint8_t *in, int16_t *out, size_t pixels);
    // Combines samples `from ..< from + count` of `taps` rows (an even number) by `weights`, rounded to nearest, to
    // samples with as many fractional bits as those of the rows.
    void (*vertical_narrow)(
        const int16_t *const *rows, const int16_t *weights, int taps, size_t from, size_t count, int16_t *out);
    // The same for wide samples without fractional bits.
    void (*vertical_wide)(
        const int16_t *const *rows, const int16_t *weights, int taps, size_t from, size_t count, int16_t *high,
        int16_t *low);
    // The same for wide samples in two rows. A sum twice as far from the middle as any sample is cut off.
    void (*vertical_deep)(
        const int16_t *const *high_rows, const int16_t *const *low_rows, const int16_t *weights, int taps, size_t from,
        size_t count, int16_t *high, int16_t *low);
    // For each of `count` pixels, the sums of `taps` pixels of `row` by weights; `starts` has the first sample of each,
    // and each has its own `taps` weights, a multiple of TAPS_STEP. Reads up to HORIZONTAL_SLACK samples after the last one.
    void (*horizontal)(
        const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, int channels, int count, int32_t *sums);
    // Converts pixels in YCbCr with NARROW_BITS fractional bits to RGB, rounded to nearest.
    void (*color)(const int16_t *y, const int16_t *cb, const int16_t *cr, size_t count, uint8_t *out);
} alcedo_kernels;

// The factors of ITU-T T.871, section 7, with WEIGHT_BITS fractional bits: R = Y + 1.402 Cr, G = Y - 0.344136 Cb - 0.714136 Cr,
// B = Y + 1.772 Cb, for Cb and Cr less 128.
enum { RED_CR = 22970, GREEN_CB = -5638, GREEN_CR = -11700, BLUE_CB = 29032 };
enum { CHROMA_ZERO = 128 << NARROW_BITS };

const alcedo_kernels *alcedo_kernels_in_use(void);

enum { TAPS_STEP = 4, HORIZONTAL_SLACK = 8 };

extern const alcedo_kernels alcedo_kernels_plain;
#if defined(__x86_64__)
extern const alcedo_kernels alcedo_kernels_sse41, alcedo_kernels_avx2;
#elif defined(__aarch64__)
extern const alcedo_kernels alcedo_kernels_neon;
#endif

#endif
