// Point operations: how they run, and the color operations.
#include "points.h"
#include <string.h>

static int point_generate(VipsRegion *out, void *seq, void *a, void *b, gboolean *stop) {
    (void) a, (void) stop;
    VipsRegion *in = seq;
    const point_settings *settings = b;
    const VipsRect *area = &out->valid;
    if (vips_region_prepare(in, area) != 0) return -1;
    for (int y = area->top; y < area->top + area->height; y++) {
        const VipsPel *mask = settings->mask == NULL ? NULL
            : settings->mask + (size_t) (y % settings->frame_height) * settings->mask_width + area->left;
        settings->operation(
            VIPS_REGION_ADDR(in, area->left, y), VIPS_REGION_ADDR(out, area->left, y), area->width, in->im->Bands,
            in->im->BandFmt == VIPS_FORMAT_USHORT, mask, settings);
    }
    return 0;
}

static void free_settings(VipsImage *image, point_settings *settings) {
    (void) image;
    g_free(settings->mask);
    g_free(settings->block);
    g_free(settings);
}

int alcedo_point(VipsImage *in, int bands, point_settings *settings, alcedo_image **out) {
    VipsImage *image = vips_image_new();
    g_signal_connect(image, "close", G_CALLBACK(free_settings), settings);
    int result = vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, in, NULL);
    if (result == 0) {
        g_object_ref(in);
        vips_object_local(image, in);
        image->Bands = bands;
        if (settings->depth != 0) image->BandFmt = settings->depth == 32 ? VIPS_FORMAT_FLOAT
            : settings->depth == 16 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR;
        result = vips_image_generate(image, vips_start_one, point_generate, vips_stop_one, in, settings);
    }
    if (result != 0) {
        g_object_unref(image);
        image = NULL;
    }
    return hand_out(result, image, out);
}

// NaN becomes 0.
static inline int rounded(float value) { return value >= 255 ? 255 : value > 0 ? (int) (value + 0.5f) : 0; }

static void recolour_row(
    const VipsPel *in, VipsPel *out, int width, int bands, int wide, const VipsPel *mask, const void *data) {
    (void) wide, (void) mask;
    const point_settings *settings = data;
    const float *m = settings->matrix;
    for (int x = 0; x < width; x++, in += bands, out += bands) {
        float red = in[0], green = in[1], blue = in[2];
        for (int i = 0; i < 3; i++) {
            float value = m[4 * i] * red + m[4 * i + 1] * green + m[4 * i + 2] * blue + m[4 * i + 3];
            out[i] = settings->table[256 * i + rounded(value)];
        }
        if (bands == 4) out[3] = in[3];
    }
}

int alcedo_image_recolour(
    alcedo_image *handle, const float *matrix, const uint8_t *table, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    *out = NULL;
    if (in->Bands < 3 || in->Bands > 4 || in->BandFmt != VIPS_FORMAT_UCHAR) {
        vips_error("colour", "pixels must have three colours of 8 bits");
        return -1;
    }
    point_settings *settings = g_new0(point_settings, 1);
    settings->operation = recolour_row;
    memcpy(settings->matrix, matrix, sizeof settings->matrix);
    memcpy(settings->table, table, sizeof settings->table);
    return alcedo_point(in, in->Bands, settings, out);
}
