// How one side of a picture becomes another length.
#ifndef ALCEDO_RESAMPLE_WEIGHTS_H
#define ALCEDO_RESAMPLE_WEIGHTS_H

#include <stdint.h>

typedef struct {
    int count;           // of results
    int taps;            // weights per result
    int shared;          // whether all results have the same weights
    int *starts;         // the first pixel of each result, possibly outside of the picture
    int16_t *weights;
} alcedo_axis;

// What the samples of a side are.
typedef enum {
    WHOLE,   // its pixels
    // Half as many, rounded up, each in the middle between two pixels, which lie at a quarter of the way to the next sample:
    // the pixels are interpolated linearly. JPEG stores chroma so, and libjpeg enlarges it so ("fancy upsampling").
    HALF,
} alcedo_sampling;

// Plans results `from ..< from + count` of a side of `length` pixels that is `span` long and becomes `target` pixels.
// The number of weights is a multiple of `step`. Returns 0, or -1 if memory is short.
int alcedo_axis_resample(
    alcedo_axis *axis, double span, int target, int from, int count, int step, alcedo_sampling sampling);
// Plans the halving of a side to `count` pixels, with the same even number of weights for all.
int alcedo_axis_halve(alcedo_axis *axis, int count, alcedo_sampling sampling);
void alcedo_axis_free(alcedo_axis *axis);

#endif
