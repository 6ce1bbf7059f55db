// Observing the pixels of a picture as they pass.
#include "shims.h"
#include <string.h>

struct alcedo_watch {
    GMutex lock;
    alcedo_log *log;
    int width, height, bands, watches_alpha;
    int *seen_from, *seen_to;   // per row, the range of pixels seen so far
    gint transparent;
    // The samples and their positions.
    int columns, rows, *at_x, *at_y;
    size_t pixel;
    VipsPel *samples;
    unsigned char *taken;
    VipsBandFormat depth;
    VipsInterpretation space;
    void *profile;
    size_t profile_size;
};

alcedo_watch *alcedo_watch_new(alcedo_log *log) {
    alcedo_watch *watch = g_new0(alcedo_watch, 1);
    g_mutex_init(&watch->lock);
    watch->log = log;
    return watch;
}

static void forget(alcedo_watch *watch) {
    void **const blocks[] = {
        (void **) &watch->seen_from, (void **) &watch->seen_to, (void **) &watch->at_x, (void **) &watch->at_y,
        (void **) &watch->samples, (void **) &watch->taken, &watch->profile,
    };
    for (size_t i = 0; i < G_N_ELEMENTS(blocks); i++) g_clear_pointer(blocks[i], g_free);
}

void alcedo_watch_free(alcedo_watch *watch) {
    if (watch == NULL) return;
    forget(watch);
    g_mutex_clear(&watch->lock);
    g_free(watch);
}

// The pixels of `area`, from its top left corner on.
static void look(alcedo_watch *watch, const VipsPel *pixels, size_t stride, const VipsRect *area) {
    int wide = watch->depth == VIPS_FORMAT_USHORT;
    for (int y = 0; y < area->height; y++) {
        const VipsPel *row = pixels + stride * y;
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
    // Tiles arrive in any order and may overlap. The tiles of a row are adjacent; if ever they are not, the row stays
    // incomplete and the caller decodes again.
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

// One position in each of `count` equal stretches, not the same in each: regular stripes as far apart as the samples
// would all be hit or all be missed.
static int *places(int length, int count) {
    int *at = g_new(int, count);
    guint32 state = 1;
    for (int i = 0; i < count; i++) {
        int from = (int) ((gint64) i * length / count), to = (int) ((gint64) (i + 1) * length / count);
        // The generator of Numerical Recipes; its high bits are the good ones.
        state = state * 1664525u + 1013904223u;
        at[i] = from + (int) ((guint64) state * (guint64) (to - from) >> 32);
    }
    return at;
}

// The first of the ascending positions that is at least `least`.
static int first_place(const int *at, int count, int least) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (at[middle] < least) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void take_samples(alcedo_watch *watch, const VipsPel *pixels, size_t stride, const VipsRect *area) {
    int first = first_place(watch->at_x, watch->columns, area->left);
    int row = first_place(watch->at_y, watch->rows, area->top);
    if (row == watch->rows || watch->at_y[row] >= area->top + area->height) return;
    // Tiles may overlap, also across threads.
    g_mutex_lock(&watch->lock);
    for (; row < watch->rows && watch->at_y[row] < area->top + area->height; row++) {
        for (int column = first; column < watch->columns && watch->at_x[column] < area->left + area->width; column++) {
            size_t index = (size_t) row * watch->columns + column;
            memcpy(
                watch->samples + index * watch->pixel,
                pixels + stride * (watch->at_y[row] - area->top) + watch->pixel * (watch->at_x[column] - area->left),
                watch->pixel);
            watch->taken[index] = 1;
        }
    }
    g_mutex_unlock(&watch->lock);
}

static void see(alcedo_watch *watch, const VipsPel *pixels, size_t stride, const VipsRect *area) {
    take_samples(watch, pixels, stride, area);
    if (watch->watches_alpha && !g_atomic_int_get(&watch->transparent)) look(watch, pixels, stride, area);
}

static int watch_generate(VipsRegion *out, void *seq, void *a, void *b, gboolean *stop) {
    (void) a, (void) stop;
    VipsRegion *in = seq;
    alcedo_watch *watch = b;
    // Decoding happens in here, on a libvips thread that has no log of its own.
    alcedo_log *before = alcedo_log_use(watch->log);
    int result = vips_region_prepare(in, &out->valid);
    alcedo_log_use(before);
    if (result != 0) return -1;
    see(watch, VIPS_REGION_ADDR(in, out->valid.left, out->valid.top), VIPS_REGION_LSKIP(in), &out->valid);
    return vips_region_region(out, in, &out->valid, out->valid.left, out->valid.top);
}

static void plan_samples(alcedo_watch *watch, VipsImage *in, int height) {
    watch->columns = VIPS_MIN(in->Xsize, ALCEDO_SAMPLES);
    watch->rows = VIPS_MIN(height, ALCEDO_SAMPLES);
    watch->at_x = places(in->Xsize, watch->columns);
    watch->at_y = places(height, watch->rows);
    watch->pixel = VIPS_IMAGE_SIZEOF_PEL(in);
    size_t count = (size_t) watch->columns * watch->rows;
    watch->samples = g_malloc0(count * watch->pixel);
    watch->taken = g_malloc0(count);
    watch->depth = in->BandFmt;
    watch->space = in->Type;
    const void *profile;
    size_t size;
    if (vips_image_get_typeof(in, VIPS_META_ICC_NAME) == VIPS_TYPE_BLOB &&
        vips_image_get_blob(in, VIPS_META_ICC_NAME, &profile, &size) == 0) {
        watch->profile = g_memdup2(profile, size);
        watch->profile_size = size;
    }
}

int alcedo_image_watch(alcedo_image *handle, alcedo_watch *watch, int frame_height, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    VipsImage *image = vips_image_new();
    forget(watch);
    watch->width = in->Xsize;
    watch->height = in->Ysize;
    watch->bands = in->Bands;
    watch->watches_alpha = vips_image_hasalpha(in) &&
        (in->BandFmt == VIPS_FORMAT_UCHAR || in->BandFmt == VIPS_FORMAT_USHORT);
    watch->seen_from = g_new0(int, in->Ysize);
    watch->seen_to = g_new0(int, in->Ysize);
    watch->transparent = 0;
    plan_samples(watch, in, VIPS_MIN(frame_height, in->Ysize));
    int result = vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, in, NULL) != 0 ||
        vips_image_generate(image, vips_start_one, watch_generate, vips_stop_one, in, watch) != 0;
    if (result != 0) {
        g_object_unref(image);
        image = NULL;
    } else {
        // Keep the input alive as long as the output, whose generate function reads from it.
        g_object_ref(in);
        vips_object_local(image, in);
    }
    return hand_out(result, image, out);
}

void alcedo_watch_rows(alcedo_watch *watch, const void *rows, size_t stride, int y, int count) {
    VipsRect area = { 0, y, watch->width, count };
    see(watch, rows, stride, &area);
}

int alcedo_watch_wants(const alcedo_watch *watch, int y) {
    int row = first_place(watch->at_y, watch->rows, y);
    return row < watch->rows && watch->at_y[row] == y;
}

static VipsPel shown(int value) { return (VipsPel) VIPS_CLIP(0, (value + (1 << 13)) >> 14, 255); }

void alcedo_watch_components(
    alcedo_watch *watch, const unsigned char *light, const unsigned char *cb, const unsigned char *cr, int halves_across, int y) {
    size_t index = (size_t) first_place(watch->at_y, watch->rows, y) * watch->columns;
    for (int column = 0; column < watch->columns; column++, index++) {
        int x = watch->at_x[column], at = halves_across ? x / 2 : x;
        int blue = cb[at] - 128, red = cr[at] - 128, same = light[x] << 14;
        VipsPel *sample = watch->samples + index * watch->pixel;
        // 1.402, 0.344136, 0.714136 and 1.772, with 14 fractional bits.
        sample[0] = shown(same + 22970 * red);
        sample[1] = shown(same - 5638 * blue - 11700 * red);
        sample[2] = shown(same + 29032 * blue);
        watch->taken[index] = 1;
    }
}

int alcedo_watch_transparency(alcedo_watch *watch) {
    if (g_atomic_int_get(&watch->transparent)) return 1;
    if (!watch->watches_alpha) return -1;
    for (int y = 0; y < watch->height; y++)
        if (watch->seen_from[y] != 0 || watch->seen_to[y] < watch->width) return -1;
    return 0;
}

int alcedo_watch_samples(alcedo_watch *watch, alcedo_image **out) {
    *out = NULL;
    if (watch->samples == NULL) return -1;
    size_t count = (size_t) watch->columns * watch->rows;
    for (size_t i = 0; i < count; i++)
        if (!watch->taken[i]) return -1;
    VipsImage *raw = vips_image_new_from_memory_copy(
        watch->samples, count * watch->pixel, watch->columns, watch->rows, watch->bands, watch->depth);
    if (raw == NULL) return -1;
    VipsImage *image = NULL;
    int result = vips_copy(raw, &image, "interpretation", watch->space, NULL);
    g_object_unref(raw);
    if (result == 0 && watch->profile != NULL)
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, watch->profile, watch->profile_size);
    return hand_out(result, image, out);
}
