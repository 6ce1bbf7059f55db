// Operations on single pixels, computed in strips on demand.
#ifndef ALCEDO_POINTS_H
#define ALCEDO_POINTS_H

#include "shims.h"

// Processes one row. `wide` for 16-bit samples; `mask` has a byte per pixel, or is NULL.
typedef void (*row_operation)(
    const VipsPel *in, VipsPel *out, int width, int in_bands, int wide, const VipsPel *mask, const void *settings);

typedef struct {
    row_operation operation;
    unsigned char colour[8];
    int alpha;
    // Bits of the resulting samples: 8, 16, or 32 for floats; 0 to keep the input's.
    int depth;
    VipsPel *mask;
    int mask_width, frame_height;
    float matrix[12];
    unsigned char table[3 * 256];
    // The bands that change.
    int first, count;
    // The samples that become the least and the most of full range.
    int black, white;
    // Whether the input is floats.
    int is_float;
    // Data of the operation, from g_malloc.
    void *block;
} point_settings;

// Returns a picture of `bands` bands. Takes ownership of `settings`, its mask, and its block.
int alcedo_point(VipsImage *in, int bands, point_settings *settings, alcedo_image **out);

// round(a * b / 255), exactly.
static inline unsigned multiply8(unsigned a, unsigned b) {
    unsigned t = a * b + 128;
    return (t + (t >> 8)) >> 8;
}

#endif
