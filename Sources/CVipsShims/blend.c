// Blending one picture with another, and sharpening a picture by its own blur. Both compute immediately.
//
// Porter and Duff, "Compositing Digital Images" (1984), for coverage; W3C Compositing and Blending Level 1 for mixed
// colors. libvips's own works on the whole picture, truncates fractions, and has destination-atop wrong before 8.15.3.
#include "shims.h"
#include <math.h>
#include <string.h>

static float soft_light(float back, float front) {
    if (front <= 0.5f) return back - (1 - 2 * front) * back * (1 - back);
    float curve = back <= 0.25f ? ((16 * back - 12) * back + 4) * back : sqrtf(back);
    return back + (2 * front - 1) * (curve - back);
}

static float hard_light(float back, float front) {
    return front <= 0.5f ? 2 * back * front : 1 - 2 * (1 - back) * (1 - front);
}

// The color where both pictures are opaque.
static float mixed(alcedo_blend_mode mode, float back, float front) {
    switch (mode) {
    case ALCEDO_BLEND_MULTIPLY: return back * front;
    case ALCEDO_BLEND_SCREEN: return back + front - back * front;
    case ALCEDO_BLEND_OVERLAY: return hard_light(front, back);
    case ALCEDO_BLEND_DARKEN: return VIPS_MIN(back, front);
    case ALCEDO_BLEND_LIGHTEN: return VIPS_MAX(back, front);
    case ALCEDO_BLEND_COLOUR_DODGE: return back <= 0 ? 0 : front >= 1 ? 1 : VIPS_MIN(1, back / (1 - front));
    case ALCEDO_BLEND_COLOUR_BURN: return back >= 1 ? 1 : front <= 0 ? 0 : 1 - VIPS_MIN(1, (1 - back) / front);
    case ALCEDO_BLEND_HARD_LIGHT: return hard_light(back, front);
    case ALCEDO_BLEND_SOFT_LIGHT: return soft_light(back, front);
    case ALCEDO_BLEND_DIFFERENCE: return fabsf(back - front);
    case ALCEDO_BLEND_EXCLUSION: return back + front - 2 * back * front;
    default: return front;
    }
}

// How much of the front and of the back is kept, depending on their opacities.
static void kept(alcedo_blend_mode mode, float front, float back, float *of_front, float *of_back) {
    switch (mode) {
    case ALCEDO_BLEND_CLEAR: *of_front = 0, *of_back = 0; break;
    case ALCEDO_BLEND_SOURCE: *of_front = 1, *of_back = 0; break;
    case ALCEDO_BLEND_IN: *of_front = back, *of_back = 0; break;
    case ALCEDO_BLEND_OUT: *of_front = 1 - back, *of_back = 0; break;
    case ALCEDO_BLEND_ATOP: *of_front = back, *of_back = 1 - front; break;
    case ALCEDO_BLEND_DEST: *of_front = 0, *of_back = 1; break;
    case ALCEDO_BLEND_DEST_OVER: *of_front = 1 - back, *of_back = 1; break;
    case ALCEDO_BLEND_DEST_IN: *of_front = 0, *of_back = front; break;
    case ALCEDO_BLEND_DEST_OUT: *of_front = 0, *of_back = 1 - front; break;
    case ALCEDO_BLEND_DEST_ATOP: *of_front = 1 - back, *of_back = front; break;
    case ALCEDO_BLEND_XOR: *of_front = 1 - back, *of_back = 1 - front; break;
    case ALCEDO_BLEND_ADD: *of_front = 1, *of_back = 1; break;
    case ALCEDO_BLEND_SATURATE: *of_front = front <= 0 ? 0 : VIPS_MIN(1, (1 - back) / front), *of_back = 1; break;
    default: *of_front = 1, *of_back = 1 - front;
    }
}

static void blend_pixel(alcedo_blend_mode mode, const VipsPel *front, float opacity, VipsPel *back) {
    float front_alpha = front[3] * opacity / 255, back_alpha = back[3] / 255.0f, of_front, of_back;
    kept(mode, front_alpha, back_alpha, &of_front, &of_back);
    float alpha = VIPS_MIN(1, front_alpha * of_front + back_alpha * of_back);
    for (int i = 0; i < 3; i++) {
        float behind = back[i] / 255.0f, before = front[i] / 255.0f;
        if (mode >= ALCEDO_BLEND_MULTIPLY)
            before = (1 - back_alpha) * before + back_alpha * mixed(mode, behind, before);
        float colour = front_alpha * of_front * before + back_alpha * of_back * behind;
        colour = alpha <= 0 ? 0 : colour / alpha;
        back[i] = (VipsPel) (VIPS_MIN(1, colour) * 255 + 0.5f);
    }
    back[3] = (VipsPel) (alpha * 255 + 0.5f);
}

int alcedo_image_blend(
    alcedo_image *back, alcedo_image *front, int left, int top, int tiles, int frame_height,
    alcedo_blend_mode mode, double opacity, alcedo_image **out) {
    static const VipsPel nothing[4] = {0, 0, 0, 0};
    *out = NULL;
    VipsImage *under = vips_image_copy_memory(vips_of(back)), *over = vips_image_copy_memory(vips_of(front));
    VipsImage *image = NULL;
    int result = -1;
    // The loop below writes four bytes per pixel.
    if (under != NULL && over != NULL && VIPS_IMAGE_SIZEOF_PEL(under) == 4 && VIPS_IMAGE_SIZEOF_PEL(over) == 4) {
        image = vips_image_new_memory();
        VipsPel *line = g_malloc(VIPS_IMAGE_SIZEOF_LINE(under));
        result = vips_image_pipelinev(image, VIPS_DEMAND_STYLE_ANY, under, NULL);
        for (int y = 0; y < under->Ysize && result == 0; y++) {
            memcpy(line, VIPS_IMAGE_ADDR(under, 0, y), VIPS_IMAGE_SIZEOF_LINE(under));
            int v = y % frame_height - top;
            if (tiles) v = ((v % over->Ysize) + over->Ysize) % over->Ysize;
            int is_beside = v < 0 || v >= over->Ysize;
            for (int x = 0; x < under->Xsize; x++) {
                int u = x - left;
                if (tiles) u = ((u % over->Xsize) + over->Xsize) % over->Xsize;
                const VipsPel *pixel =
                    is_beside || u < 0 || u >= over->Xsize ? nothing : VIPS_IMAGE_ADDR(over, u, v);
                blend_pixel(mode, pixel, (float) opacity, line + 4 * x);
            }
            result = vips_image_write_line(image, y, line);
        }
        g_free(line);
    } else if (under != NULL && over != NULL) {
        vips_error("blend", "pixels must have three colours and alpha of 8 bits");
    }
    if (under != NULL) g_object_unref(under);
    if (over != NULL) g_object_unref(over);
    if (result != 0 && image != NULL) g_object_unref(image);
    return hand_out(result, image, out);
}

int alcedo_image_sharpen(
    alcedo_image *handle, alcedo_image *blurred, double amount, double threshold, alcedo_image **out) {
    *out = NULL;
    VipsImage *in = vips_image_copy_memory(vips_of(handle)), *soft = vips_image_copy_memory(vips_of(blurred));
    VipsImage *image = NULL;
    int result = -1;
    if (in != NULL && soft != NULL && VIPS_IMAGE_SIZEOF_LINE(in) == VIPS_IMAGE_SIZEOF_LINE(soft) &&
        in->Bands <= 4 && VIPS_IMAGE_SIZEOF_PEL(in) == (size_t) in->Bands && in->Ysize == soft->Ysize) {
        int bands = in->Bands, colours = bands > 2 ? 3 : 1;
        image = vips_image_new_memory();
        VipsPel *line = g_malloc(VIPS_IMAGE_SIZEOF_LINE(in));
        result = vips_image_pipelinev(image, VIPS_DEMAND_STYLE_ANY, in, NULL);
        for (int y = 0; y < in->Ysize && result == 0; y++) {
            const VipsPel *p = VIPS_IMAGE_ADDR(in, 0, y), *q = VIPS_IMAGE_ADDR(soft, 0, y);
            VipsPel *r = line;
            for (int x = 0; x < in->Xsize; x++, p += bands, q += bands, r += bands) {
                // The weights of ITU-R BT.709. All channels change equally, so that edges get no color fringes.
                float edge = colours == 1 ? (float) p[0] - q[0]
                    : 0.2126f * (p[0] - q[0]) + 0.7152f * (p[1] - q[1]) + 0.0722f * (p[2] - q[2]);
                float change = fabsf(edge) <= threshold ? 0 : (float) amount * edge;
                for (int i = 0; i < colours; i++) {
                    float value = p[i] + change;
                    r[i] = (VipsPel) (value <= 0 ? 0 : value >= 255 ? 255 : value + 0.5f);
                }
                if (bands > colours) r[colours] = p[colours];
            }
            result = vips_image_write_line(image, y, line);
        }
        g_free(line);
    } else if (in != NULL && soft != NULL) {
        vips_error("sharpen", "pixels must have 8 bits, and both pictures the same size");
    }
    if (in != NULL) g_object_unref(in);
    if (soft != NULL) g_object_unref(soft);
    if (result != 0 && image != NULL) g_object_unref(image);
    return hand_out(result, image, out);
}
