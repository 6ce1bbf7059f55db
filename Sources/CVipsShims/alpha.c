// Alpha: looking at it, multiplying with it, laying pictures over colours.
//
// libvips does these in floating point and cuts off the fraction when it goes back to integers, which darkens a
// picture at every step; here they are integer arithmetic, rounded, and several times as fast.
#include "points.h"
#include <string.h>

// ---- Watching ----------------------------------------------------------------------------------------------

struct alcedo_watch {
    GMutex lock;
    alcedo_log *log;
    int width, height, bands, watches_alpha;
    int *seen_from, *seen_to;   // for each row, the stretch of pixels seen so far
    gint transparent;
};

alcedo_watch *alcedo_watch_new(alcedo_log *log) {
    alcedo_watch *watch = g_new0(alcedo_watch, 1);
    g_mutex_init(&watch->lock);
    watch->log = log;
    return watch;
}

void alcedo_watch_free(alcedo_watch *watch) {
    if (watch == NULL) return;
    g_free(watch->seen_from);
    g_free(watch->seen_to);
    g_mutex_clear(&watch->lock);
    g_free(watch);
}

static void look(alcedo_watch *watch, VipsRegion *region, const VipsRect *area) {
    int wide = region->im->BandFmt == VIPS_FORMAT_USHORT;
    for (int y = 0; y < area->height; y++) {
        const VipsPel *row = VIPS_REGION_ADDR(region, area->left, area->top + y);
        int least = wide ? 65535 : 255;
        int most = least;
        if (wide) {
            const unsigned short *p = (const unsigned short *) row + watch->bands - 1;
            for (int x = 0; x < area->width; x++, p += watch->bands) least = VIPS_MIN(least, *p);
        } else {
            const VipsPel *p = row + watch->bands - 1;
            for (int x = 0; x < area->width; x++, p += watch->bands) least = VIPS_MIN(least, *p);
        }
        if (least < most) {
            g_atomic_int_set(&watch->transparent, 1);
            return;
        }
    }
    // Tiles come in any order and may overlap. Those of a row touch one another; if ever they do not, the row
    // stays incomplete and the caller looks again by itself.
    g_mutex_lock(&watch->lock);
    for (int y = area->top; y < area->top + area->height; y++) {
        int from = area->left, to = area->left + area->width;
        if (watch->seen_to[y] == 0) {
            watch->seen_from[y] = from;
            watch->seen_to[y] = to;
        } else if (from <= watch->seen_to[y] && to >= watch->seen_from[y]) {
            watch->seen_from[y] = VIPS_MIN(watch->seen_from[y], from);
            watch->seen_to[y] = VIPS_MAX(watch->seen_to[y], to);
        }
    }
    g_mutex_unlock(&watch->lock);
}

static int watch_generate(VipsRegion *out, void *seq, void *a, void *b, gboolean *stop) {
    (void) a, (void) stop;
    VipsRegion *in = seq;
    alcedo_watch *watch = b;
    // Decoding happens below here, on a thread of libvips that knows nothing of the job.
    alcedo_log *before = alcedo_log_use(watch->log);
    int result = vips_region_prepare(in, &out->valid);
    alcedo_log_use(before);
    if (result != 0) return -1;
    if (watch->watches_alpha && !g_atomic_int_get(&watch->transparent)) look(watch, in, &out->valid);
    return vips_region_region(out, in, &out->valid, out->valid.left, out->valid.top);
}

int alcedo_image_watch(alcedo_image *handle, alcedo_watch *watch, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    VipsImage *image = vips_image_new();
    watch->width = in->Xsize;
    watch->height = in->Ysize;
    watch->bands = in->Bands;
    watch->watches_alpha = vips_image_hasalpha(in) &&
        (in->BandFmt == VIPS_FORMAT_UCHAR || in->BandFmt == VIPS_FORMAT_USHORT);
    g_free(watch->seen_from);
    g_free(watch->seen_to);
    watch->seen_from = g_new0(int, in->Ysize);
    watch->seen_to = g_new0(int, in->Ysize);
    watch->transparent = 0;
    int result = vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, in, NULL) != 0 ||
        vips_image_generate(image, vips_start_one, watch_generate, vips_stop_one, in, watch) != 0;
    if (result != 0) {
        g_object_unref(image);
        image = NULL;
    } else {
        // The input lives as long as the output: the output's generate function reads from it.
        g_object_ref(in);
        vips_object_local(image, in);
    }
    return hand_out(result, image, out);
}

int alcedo_watch_transparency(alcedo_watch *watch) {
    if (g_atomic_int_get(&watch->transparent)) return 1;
    if (!watch->watches_alpha) return -1;
    for (int y = 0; y < watch->height; y++)
        if (watch->seen_from[y] != 0 || watch->seen_to[y] < watch->width) return -1;
    return 0;
}

// ---- Premultiplying, masks, backgrounds ----------------------------------------------------------------------

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

int alcedo_image_join_bands(alcedo_image *first, alcedo_image *second, alcedo_image **out) {
    VipsImage *image = NULL;
    return hand_out(vips_bandjoin2(vips_of(first), vips_of(second), &image, NULL), image, out);
}

int alcedo_image_add_alpha(alcedo_image *in, alcedo_image **out) {
    VipsImage *image = NULL;
    return hand_out(vips_addalpha(vips_of(in), &image, NULL), image, out);
}
