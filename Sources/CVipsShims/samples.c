// Conversion of sample formats that the other operations do not support.
#include "points.h"
#include <string.h>

static void wide_row(
    const VipsPel *in, VipsPel *out, int width, int bands, int wide, const VipsPel *mask, const void *data) {
    (void) wide, (void) mask;
    const point_settings *settings = data;
    const float *f = (const float *) in;
    const guint32 *p = (const guint32 *) in;
    unsigned short *q = (unsigned short *) out;
    for (int i = 0; i < width * bands; i++) {
        if (!settings->is_float) q[i] = (unsigned short) (p[i] >> 16);
        // NaN is black.
        else q[i] = f[i] >= 1 ? 65535 : f[i] > 0 ? (unsigned short) (f[i] * 65535 + 0.5f) : 0;
    }
}

int alcedo_image_to_u16(alcedo_image *handle, int colours, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    *out = NULL;
    if (in->BandFmt != VIPS_FORMAT_FLOAT && in->BandFmt != VIPS_FORMAT_UINT) {
        vips_error("depth", "samples must be floats or have 32 bits");
        return -1;
    }
    point_settings *settings = g_new0(point_settings, 1);
    settings->operation = wide_row;
    settings->is_float = in->BandFmt == VIPS_FORMAT_FLOAT;
    settings->depth = 16;
    alcedo_image *made = NULL;
    if (alcedo_point(in, in->Bands, settings, &made) != 0) return -1;
    VipsImage *image = NULL;
    int result = vips_copy(
        vips_of(made), &image, "interpretation",
        colours == 1 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16, NULL);
    g_object_unref(vips_of(made));
    return hand_out(result, image, out);
}

typedef struct {
    float scale[4], offset[4], matrix[9];
    int is_signed;
} lab_numbers;

// The inverse of the curve of CIELAB (CIE 15:2004, 8.2.1).
static inline float lab_inverse(float f) { return f > 6.0f / 29 ? f * f * f : (f - 4.0f / 29) * 108 / 841; }

static void lab_row(
    const VipsPel *in, VipsPel *out, int width, int bands, int wide, const VipsPel *mask, const void *data) {
    (void) mask;
    const point_settings *settings = data;
    const lab_numbers *numbers = settings->block;
    const unsigned short *p = (const unsigned short *) in;
    float *q = (float *) out;
    for (int x = 0; x < width; x++, in += bands, p += bands, q += settings->count) {
        for (int i = 0; i < settings->count; i++) {
            float value = wide ? p[i] : in[i];
            if (numbers->is_signed && (i == 1 || i == 2)) value = wide ? (gint16) p[i] : (gint8) in[i];
            q[i] = value * numbers->scale[i] + numbers->offset[i];
        }
        const float y = (q[0] + 16) / 116, *m = numbers->matrix;
        const float xyz[3] = {lab_inverse(y + q[1] / 500), lab_inverse(y), lab_inverse(y - q[2] / 200)};
        for (int i = 0; i < 3; i++) q[i] = m[3 * i] * xyz[0] + m[3 * i + 1] * xyz[1] + m[3 * i + 2] * xyz[2];
    }
}

int alcedo_image_lab_to_light(
    alcedo_image *handle, int bands, int is_signed, const float *scale, const float *offset, const float *matrix,
    alcedo_image **out) {
    VipsImage *in = vips_of(handle), *plain = NULL;
    *out = NULL;
    // Read packed pixels as bytes, and signed samples by their bits.
    VipsBandFormat format = in->BandFmt == VIPS_FORMAT_SHORT ? VIPS_FORMAT_USHORT : in->BandFmt;
    if ((format != VIPS_FORMAT_UCHAR && format != VIPS_FORMAT_USHORT) || in->Bands < bands || bands < 3 || bands > 4) {
        vips_error("lab", "pixels must have three or four samples of 8 or 16 bits");
        return -1;
    }
    if (vips_copy(in, &plain, "coding", VIPS_CODING_NONE, "format", format, NULL) != 0) return -1;
    lab_numbers *numbers = g_new0(lab_numbers, 1);
    memcpy(numbers->scale, scale, sizeof(float) * bands);
    memcpy(numbers->offset, offset, sizeof(float) * bands);
    memcpy(numbers->matrix, matrix, sizeof numbers->matrix);
    numbers->is_signed = is_signed;
    point_settings *settings = g_new0(point_settings, 1);
    settings->operation = lab_row;
    settings->block = numbers;
    settings->count = bands;
    settings->depth = 32;
    alcedo_image *made = NULL;
    int result = alcedo_point(plain, bands, settings, &made);
    g_object_unref(plain);
    if (result != 0) return -1;
    VipsImage *image = NULL;
    result = vips_copy(vips_of(made), &image, "interpretation", VIPS_INTERPRETATION_scRGB, NULL);
    g_object_unref(vips_of(made));
    return hand_out(result, image, out);
}
