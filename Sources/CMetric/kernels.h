// The inner loops, in several implementations that make the same numbers.
#ifndef ALCEDO_METRIC_KERNELS_H
#define ALCEDO_METRIC_KERNELS_H

#include <stddef.h>

// Rows are padded: `count` is a multiple of LANES, and MARGIN samples before and behind it may be read.
enum { LANES = 8, MARGIN = 8 };
// Rows that a blurred one is made from, and how many of them are above it.
enum { TAPS = 9, REACH = 4 };

// Sums over a row, of first and of fourth powers.
typedef struct {
    double similarity, ringing, blur, similarity4, ringing4, blur4;
} alcedo_metric_sums;

// What is remembered of a row of the original, with local means and variances.
typedef struct {
    const float *samples, *means, *variances;
} alcedo_metric_original;

// Rows of a picture, blurred along the row: squares, differences from the original, and squares of these.
typedef struct {
    const float *squares[TAPS], *shifts[TAPS], *errors[TAPS];
} alcedo_metric_blurred;

typedef struct {
    const char *name;
    // Linear RGB to XYB, of which only planes that are not NULL are made.
    void (*convert)(const float *const rgb[3], float *const xyb[3], size_t count);
    // Blurs a row and its squares along the row. `scratch` is a row, too.
    void (*blur_original)(const float *row, float *means, float *squares, float *scratch, size_t count);
    // Blurs a row's squares, its differences from the original and the squares of these. `scratch` is two rows.
    void (*blur_picture)(
        const float *row, const float *original, float *squares, float *shifts, float *errors, float *const scratch[2],
        size_t count);
    // Blurs across TAPS rows, and makes what is remembered.
    void (*describe)(const float *const *means, const float *const *squares, float *mean, float *variance, size_t count);
    // Blurs across TAPS rows, and adds up how `width` samples differ, by structure and by edges as asked for.
    void (*compare)(
        alcedo_metric_blurred blurred, const float *samples, alcedo_metric_original original, size_t width, int structure,
        int edges, alcedo_metric_sums *sums);
    // Means of two by two samples; an odd last one stands for two.
    void (*halve)(const float *upper, const float *lower, float *out, size_t width);
} alcedo_metric_kernels;

// The Gaussian with a standard deviation of 1.5 pixels as the reference approximates it, from the middle outward.
static const float GAUSSIAN[REACH + 1] = {0.264621105f, 0.212928592f, 0.109335373f, 0.0360111147f, 0.00941436781f};
// Keeps the quotient of covariance and variances within bounds.
static const float STABILIZER = 0.0009f;

extern const alcedo_metric_kernels alcedo_metric_plain, alcedo_metric_baseline;
#if defined(__x86_64__)
extern const alcedo_metric_kernels alcedo_metric_avx2;
#endif

#endif
