// Conversion of scene light, or of displays brighter than sRGB's, to sRGB, and of limited to full range.
#include "points.h"
#include <math.h>
#include <string.h>

typedef struct {
    alcedo_light light;
    // The caller's tables, copied.
    float decoded[ALCEDO_LIGHT_STEPS];
    unsigned char encoded[ALCEDO_LIGHT_STEPS];
} light_tables;

static inline void multiply(const float m[9], const float v[3], float out[3]) {
    for (int i = 0; i < 3; i++) out[i] = m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2];
}

// The factor for a pixel whose brightest color is `x`; 1 is reference white.
static inline float gain(const alcedo_light *light, float x) {
    if (light->peak <= 1) return 1;
    if (x <= 1) return light->white;
    if (x >= light->peak) return 1 / x;
    // The point of a quadratic Bézier curve at `x`.
    float a = 1 - 2 * light->middle_x + light->peak, b = 2 * (light->middle_x - 1), c = x - 1;
    float t = 2 * c / (b + sqrtf(fmaxf(b * b + 4 * a * c, 0)));
    float y = (light->white - 2 * light->middle_y + 1) * t * t + 2 * (light->middle_y - light->white) * t + light->white;
    return y / x;
}

// The table index of a signal of 0...1. NaN counts as 0.
static inline int step(float value) {
    return value >= 1 ? ALCEDO_LIGHT_STEPS - 1 : value > 0 ? (int) (value * (ALCEDO_LIGHT_STEPS - 1) + 0.5f) : 0;
}

static void light_row(
    const VipsPel *in, VipsPel *out, int width, int bands, int wide, const VipsPel *mask, const void *data) {
    (void) mask;
    const point_settings *settings = data;
    const light_tables *tables = settings->block;
    const alcedo_light *light = &tables->light;
    int colours = bands >= 3 ? 3 : 1;
    const unsigned short *p = (const unsigned short *) in;
    const float *f = (const float *) in;
    for (int x = 0; x < width; x++, out += bands) {
        float v[4];
        for (int i = 0; i < bands; i++) {
            int at = x * bands + i;
            float sample = settings->is_float ? f[at] : wide ? p[at] : in[at];
            v[i] = (sample - (i < colours ? light->least : 0)) / (i < colours ? light->most - light->least : light->opaque);
        }
        if (colours < bands) out[colours] = (VipsPel) (fminf(fmaxf(v[colours], 0), 1) * 255 + 0.5f);
        float shown[3], working[3];
        for (int i = 0; i < 3; i++) shown[i] = tables->decoded[step(v[colours == 1 ? 0 : i])];
        multiply(light->to_working, shown, working);
        if (light->system != 0) {
            float y = light->luma[0] * working[0] + light->luma[1] * working[1] + light->luma[2] * working[2];
            float factor = y > 0 ? powf(y, light->system) : 0;
            for (int i = 0; i < 3; i++) working[i] *= factor;
        }
        for (int i = 0; i < 3; i++) working[i] *= light->scale;
        float factor = gain(light, fmaxf(fmaxf(working[0], working[1]), working[2]));
        multiply(light->to_display, working, shown);
        for (int i = 0; i < colours; i++) out[i] = tables->encoded[step(shown[i] * factor)];
    }
}

int alcedo_image_light_to_srgb(alcedo_image *handle, const alcedo_light *light, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    VipsBandFormat format = in->BandFmt;
    *out = NULL;
    if (in->Bands > 4 ||
        (format != VIPS_FORMAT_UCHAR && format != VIPS_FORMAT_USHORT && format != VIPS_FORMAT_FLOAT)) {
        vips_error("light", "pixels must have at most four samples of 8 or 16 bits or floats");
        return -1;
    }
    light_tables *tables = g_new(light_tables, 1);
    tables->light = *light;
    memcpy(tables->decoded, light->decoded, sizeof tables->decoded);
    memcpy(tables->encoded, light->encoded, sizeof tables->encoded);
    tables->light.decoded = NULL;
    tables->light.encoded = NULL;
    point_settings *settings = g_new0(point_settings, 1);
    settings->operation = light_row;
    settings->block = tables;
    settings->is_float = format == VIPS_FORMAT_FLOAT;
    settings->depth = 8;
    alcedo_image *mapped = NULL;
    if (alcedo_point(in, in->Bands, settings, &mapped) != 0) return -1;
    VipsImage *named = NULL;
    int result = vips_copy(
        vips_of(mapped), &named, "interpretation",
        in->Bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(vips_of(mapped));
    if (result == 0) vips_image_remove(named, VIPS_META_ICC_NAME);
    return hand_out(result, named, out);
}

static void expand_row(
    const VipsPel *in, VipsPel *out, int width, int bands, int wide, const VipsPel *mask, const void *data) {
    (void) mask;
    const point_settings *settings = data;
    int end = settings->first + settings->count;
    int black = settings->black, span = settings->white - black;
    const unsigned short *p = (const unsigned short *) in;
    unsigned short *q = (unsigned short *) out;
    for (int x = 0; x < width * bands; x++) {
        int band = x % bands, expands = band >= settings->first && band < end;
        if (wide) {
            int value = (int) p[x] - black;
            q[x] = !expands ? p[x] : value <= 0 ? 0 : value >= span ? 65535
                : (unsigned short) (((gint64) value * 65535 + span / 2) / span);
        } else {
            int value = (int) in[x] - black;
            out[x] = !expands ? in[x] : value <= 0 ? 0 : value >= span ? 255
                : (VipsPel) ((value * 255 + span / 2) / span);
        }
    }
}

int alcedo_image_expand_range(alcedo_image *in, int first, int count, int black, int white, alcedo_image **out) {
    VipsImage *image = vips_of(in);
    *out = NULL;
    if (image->BandFmt != VIPS_FORMAT_UCHAR && image->BandFmt != VIPS_FORMAT_USHORT) {
        vips_error("range", "samples must have 8 or 16 bits");
        return -1;
    }
    point_settings *settings = g_new0(point_settings, 1);
    settings->operation = expand_row;
    settings->first = first;
    settings->count = count;
    settings->black = black;
    settings->white = white;
    return alcedo_point(image, image->Bands, settings, out);
}
