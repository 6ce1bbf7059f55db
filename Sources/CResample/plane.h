// One component of a picture, which may have less samples than the picture has pixels.
#ifndef ALCEDO_RESAMPLE_PLANE_H
#define ALCEDO_RESAMPLE_PLANE_H

#include "alcedo_resample.h"
#include "weights.h"

// Takes the next row of a target: samples with NARROW_BITS fractional bits, which may overshoot.
typedef void alcedo_plane_row(void *context, int target, const int16_t *row);

// Resamples a plane of 8-bit samples of a picture of this size. Rows of its samples are pushed, and those of a target are
// finished as soon as all under its kernel are there. `like` is a resampler of another plane of the picture to the same
// targets or NULL; it has to outlive this one. Returns NULL if memory is short.
alcedo_resampler *alcedo_plane_resampler(
    int width, int height, alcedo_sampling across, alcedo_sampling down, const alcedo_resample_target *targets, int count,
    const alcedo_resampler *like, alcedo_plane_row *finished, void *context);

#endif
