// Operations that look at one pixel at a time, computed in strips as they are needed.
#ifndef ALCEDO_POINTS_H
#define ALCEDO_POINTS_H

#include "shims.h"

// One row. `wide` for 16-bit samples; `mask` has a byte for each pixel, if there is one.
typedef void (*row_operation)(
    const VipsPel *in, VipsPel *out, int width, int in_bands, int wide, const VipsPel *mask, const void *settings);

typedef struct {
    row_operation operation;
    unsigned char colour[8];
    int alpha;
    // Bits of the samples that come out: 8, 16, or 32 for floats; 0 for as many as go in.
    int depth;
    VipsPel *mask;
    int mask_width, frame_height;
    float matrix[12];
    unsigned char table[3 * 256];
    // The bands that change.
    int first, count;
    // Whether floats come in.
    int is_float;
    // More of an operation's own, from g_malloc.
    void *block;
} point_settings;

// Hands out a picture of `bands` bands. Takes ownership of `settings`, of its mask and its block.
int alcedo_point(VipsImage *in, int bands, point_settings *settings, alcedo_image **out);

// round(a * b / 255), exactly.
static inline unsigned multiply8(unsigned a, unsigned b) {
    unsigned t = a * b + 128;
    return (t + (t >> 8)) >> 8;
}

#endif
