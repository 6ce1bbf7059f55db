// Alpha: premultiplication, masks, and flattening onto colors.
//
// libvips uses floating point and truncates when converting back to integers, which darkens a picture at every step.
// This is integer arithmetic, rounded, and several times as fast.
#include "points.h"
#include <string.h>

static void premultiply_row(
    const VipsPel *in, VipsPel *out, int width, int bands, int wide, const VipsPel *mask, const void *settings) {
    (void) mask, (void) settings;
    int colours = bands - 1;
    if (wide) {
        const unsigned short *p = (const unsigned short *) in;
        unsigned short *q = (unsigned short *) out;
        for (int x = 0; x < width; x++, p += bands, q += bands) {
            guint64 alpha = p[colours];
            for (int i = 0; i < colours; i++) q[i] = (unsigned short) ((p[i] * alpha + 32767) / 65535);
            q[colours] = p[colours];
        }
        return;
    }
    for (int x = 0; x < width; x++, in += bands, out += bands) {
        unsigned alpha = in[colours];
        for (int i = 0; i < colours; i++) out[i] = (VipsPel) multiply8(in[i], alpha);
        out[colours] = (VipsPel) alpha;
    }
}

static void unpremultiply_row(
    const VipsPel *in, VipsPel *out, int width, int bands, int wide, const VipsPel *mask, const void *settings) {
    (void) mask, (void) settings;
    int colours = bands - 1;
    if (wide) {
        const unsigned short *p = (const unsigned short *) in;
        unsigned short *q = (unsigned short *) out;
        for (int x = 0; x < width; x++, p += bands, q += bands) {
            guint64 alpha = p[colours];
            for (int i = 0; i < colours; i++) {
                guint64 value = alpha == 0 ? 0 : (p[i] * (guint64) 65535 + alpha / 2) / alpha;
                q[i] = (unsigned short) VIPS_MIN(value, 65535);
            }
            q[colours] = p[colours];
        }
        return;
    }
    for (int x = 0; x < width; x++, in += bands, out += bands) {
        unsigned alpha = in[colours];
        if (alpha == 255) {
            memcpy(out, in, bands);
            continue;
        }
        for (int i = 0; i < colours; i++) {
            unsigned value = alpha == 0 ? 0 : (in[i] * 255u + alpha / 2) / alpha;
            out[i] = (VipsPel) VIPS_MIN(value, 255u);
        }
        out[colours] = (VipsPel) alpha;
    }
}

// Floats keep overshoot: a kernel with negative weights overshoots at every edge. If it were clamped, alpha would no
// longer match its colors, and a cut-out of one color would get a rim of another. Also, libvips's weights for 16-bit
// samples are inexact: opaque pixels would come out as 254.
static void premultiply_to_float_row(
    const VipsPel *in, VipsPel *out, int width, int bands, int wide, const VipsPel *mask, const void *settings) {
    (void) mask, (void) settings;
    int colours = bands - 1;
    const unsigned short *p = (const unsigned short *) in;
    float *q = (float *) out, most = wide ? 65535 : 255;
    for (int x = 0; x < width; x++, p += bands, in += bands, q += bands) {
        float alpha = wide ? p[colours] : in[colours];
        for (int i = 0; i < colours; i++) q[i] = (wide ? p[i] : in[i]) * alpha / most;
        q[colours] = alpha;
    }
}

static inline float within(float value, float most) { return value <= 0 ? 0 : value >= most ? most : value; }

static void unpremultiply_from_float_row(
    const VipsPel *in, VipsPel *out, int width, int bands, int wide, const VipsPel *mask, const void *data) {
    (void) wide, (void) mask;
    const point_settings *settings = data;
    int colours = bands - 1;
    const float *p = (const float *) in;
    unsigned short *q = (unsigned short *) out;
    float most = settings->depth == 16 ? 65535 : 255;
    for (int x = 0; x < width; x++, p += bands, q += bands, out += bands) {
        float alpha = p[colours];
        for (int i = 0; i < bands; i++) {
            // Below half a level, the pixel is invisible.
            float value = alpha < 0.5f ? 0 : i == colours ? alpha : p[i] * most / alpha;
            value = within(value, most) + 0.5f;
            if (settings->depth == 16)
                q[i] = (unsigned short) value;
            else
                out[i] = (VipsPel) value;
        }
    }
}

static void mask_row(
    const VipsPel *in, VipsPel *out, int width, int bands, int wide, const VipsPel *mask, const void *settings) {
    (void) wide, (void) settings;
    int colours = bands == 2 || bands == 4 ? bands - 1 : bands;
    for (int x = 0; x < width; x++, in += bands, out += colours + 1) {
        memcpy(out, in, colours);
        out[colours] = colours == bands ? mask[x] : (VipsPel) multiply8(in[colours], mask[x]);
    }
}

static void over_row(
    const VipsPel *in, VipsPel *out, int width, int bands, int wide, const VipsPel *mask, const void *data) {
    (void) wide, (void) mask;
    const point_settings *settings = data;
    int colours = bands - 1;
    for (int x = 0; x < width; x++, in += bands, out += bands) {
        // Everything is scaled by 255 * 255: front weight, back weight, and their sum.
        unsigned front = in[colours] * 255u;
        unsigned back = (255u - in[colours]) * (unsigned) settings->alpha;
        unsigned sum = front + back;
        for (int i = 0; i < colours; i++)
            out[i] = sum == 0 ? 0 : (VipsPel) ((in[i] * front + settings->colour[i] * back + sum / 2) / sum);
        out[colours] = (VipsPel) ((sum + 127) / 255);
    }
}

int alcedo_image_premultiply(alcedo_image *in, alcedo_image **out) {
    point_settings *settings = g_new0(point_settings, 1);
    settings->operation = premultiply_row;
    return alcedo_point(vips_of(in), vips_of(in)->Bands, settings, out);
}

int alcedo_image_unpremultiply(alcedo_image *in, alcedo_image **out) {
    point_settings *settings = g_new0(point_settings, 1);
    settings->operation = unpremultiply_row;
    return alcedo_point(vips_of(in), vips_of(in)->Bands, settings, out);
}

int alcedo_image_premultiply_to_float(alcedo_image *in, alcedo_image **out) {
    point_settings *settings = g_new0(point_settings, 1);
    settings->operation = premultiply_to_float_row;
    settings->depth = 32;
    return alcedo_point(vips_of(in), vips_of(in)->Bands, settings, out);
}

int alcedo_image_unpremultiply_from_float(alcedo_image *in, int wide, alcedo_image **out) {
    point_settings *settings = g_new0(point_settings, 1);
    settings->operation = unpremultiply_from_float_row;
    settings->depth = wide ? 16 : 8;
    return alcedo_point(vips_of(in), vips_of(in)->Bands, settings, out);
}

int alcedo_image_mask(alcedo_image *handle, const uint8_t *mask, int frame_height, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    point_settings *settings = g_new0(point_settings, 1);
    settings->operation = mask_row;
    size_t size = (size_t) in->Xsize * frame_height;
    settings->mask = g_malloc(size);
    memcpy(settings->mask, mask, size);
    settings->mask_width = in->Xsize;
    settings->frame_height = frame_height;
    return alcedo_point(in, vips_image_hasalpha(in) ? in->Bands : in->Bands + 1, settings, out);
}

int alcedo_image_over_colour(alcedo_image *handle, const uint8_t *colour, int alpha, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    point_settings *settings = g_new0(point_settings, 1);
    settings->operation = over_row;
    memcpy(settings->colour, colour, VIPS_MIN(in->Bands - 1, 8));
    settings->alpha = alpha;
    return alcedo_point(in, in->Bands, settings, out);
}

int alcedo_image_bands(alcedo_image *in, int first, int count, alcedo_image **out) {
    VipsImage *image = NULL;
    return hand_out(vips_extract_band(vips_of(in), &image, first, "n", count, NULL), image, out);
}

int alcedo_image_name(alcedo_image *handle, int gray, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    gboolean is_wide = in->BandFmt == VIPS_FORMAT_USHORT;
    VipsInterpretation space = gray ? (is_wide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W)
                                    : (is_wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB);
    VipsImage *image = NULL;
    return hand_out(vips_copy(in, &image, "interpretation", space, NULL), image, out);
}

int alcedo_image_join_bands(alcedo_image *first, alcedo_image *second, alcedo_image **out) {
    VipsImage *image = NULL;
    return hand_out(vips_bandjoin2(vips_of(first), vips_of(second), &image, NULL), image, out);
}

int alcedo_image_add_alpha(alcedo_image *in, alcedo_image **out) {
    VipsImage *image = NULL;
    return hand_out(vips_addalpha(vips_of(in), &image, NULL), image, out);
}
