// How much a picture differs from its original to the eye: SSIMULACRA 2.1.
//
// The definition is Cloudinary's (https://github.com/cloudinary/ssimulacra2, version 2.1): 100 is the original, 90 looks the
// same side by side, 70 is of high quality, 50 of medium, 30 of low; there is no least score. Three things are different here:
//
// - Below 113 pixels a picture has fewer than six scales, and the reference's weights move to scales that they were not made
//   for: a fine picture of 64 by 43 pixels gets -20. Here each weight stays with its scale.
// - The reference's recursive Gaussian is, but for rounding, a filter of nine taps, which is what is used here. In flat areas,
//   where the recursion's rounding counts, the reference reads up to 0.5 less above 85.
// - Weights below 0.01 are left out (together they are worth less than 0.001), and with them whole planes and scales.
//
// Every implementation (AVX2, SSE2, NEON, plain C) makes the same score to the last bit: sums are made in eight lanes
// everywhere, in the same order, and no multiplication is fused with an addition.
#ifndef ALCEDO_METRIC_H
#define ALCEDO_METRIC_H

#include <stddef.h>
#include <stdint.h>

// The version of what is computed: whatever remembers a score remembers this, too.
enum { ALCEDO_METRIC_VERSION = 1 };
// Pixels that both sides of a picture have at least.
enum { ALCEDO_METRIC_MIN_SIDE = 8 };

// sRGB, 8 bits.
typedef struct {
    const uint8_t *pixels;
    size_t stride;      // bytes from one row to the next
    int width, height;  // pixels
    int channels;       // 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA
    uint8_t backdrop;   // the gray behind what is transparent
} alcedo_metric_picture;

typedef struct alcedo_metric alcedo_metric;

// Bytes that an original takes until it is freed, and those that a comparison takes besides.
size_t alcedo_metric_memory(int width, int height);
size_t alcedo_metric_comparison_memory(int width, int height);

// Prepares comparisons with an original; its pixels are not needed afterwards. NULL when memory is short, or when a side is
// shorter than ALCEDO_METRIC_MIN_SIDE.
alcedo_metric *alcedo_metric_new(alcedo_metric_picture original);
// Scores a picture of the original's size. Several threads may do so at once. Returns 0, or -1 when memory is short or the
// size is another.
int alcedo_metric_score(const alcedo_metric *metric, alcedo_metric_picture picture, double *score);
// The same, and for each pixel the score that a picture would have if all of it differed as this spot does: `width * height`
// numbers, row by row.
int alcedo_metric_map(const alcedo_metric *metric, alcedo_metric_picture picture, double *score, float *map);
void alcedo_metric_free(alcedo_metric *metric);

// The name of the implementation in use. `alcedo_metric_use` takes another (for tests); 0 if this machine has it.
const char *alcedo_metric_implementation(void);
int alcedo_metric_use(const char *implementation);

#endif
