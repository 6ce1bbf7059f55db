// The pyramid, and what is made from it, as rows arrive.
#include "alcedo_resample.h"
#include "kernels.h"
#include "plane.h"
#include "weights.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// As in weights.c: colors are divided by alpha in floating point.
#pragma STDC FP_CONTRACT OFF

// Rows between the steps have samples of 16 bits with a sign, in one of two forms. Overshoot stays until the end in both.
// - Narrow: 8-bit samples with NARROW_BITS fractional bits.
// - Wide: 16-bit samples less 2^15; from level 1 on with fractional bits, in two rows. With alpha, colors are multiplied by
//   it, and alpha by what is opaque, so that all channels have one scale. For 8-bit samples these products are exact.
// Fractional bits of a wide result: what LOW_BITS and the weights of two directions leave.
enum { WIDE_RESULT_BITS = 2 * WEIGHT_BITS - LOW_BITS };

enum { MAX_LEVELS = 32 };

// Makes rows of one size from the rows of a level.
typedef struct {
    alcedo_axis across, down;
    int32_t *offsets;   // across.starts in samples from the padded row's first
    int first, last;    // the columns of the level that are needed: first ..< last
    int before, after;  // columns added on either side, repeating the outermost
    int next;           // the next row
    void *pixels;       // of a target
    int top, left;      // of a target that is the picture itself
    int is_copy;
    int is_borrowed;    // axes and offsets belong to another resampler
} stage;

typedef struct level level;
struct level {
    int width, height;
    size_t stride;      // samples from one row to the next
    int16_t *ring;      // the last `capacity` rows
    int16_t *low_ring;  // their low halves; NULL for the picture, and if narrow
    int capacity;
    int received;       // rows so far
    stage halving;      // to the next level, if there is one
    int *targets;       // the targets made from this level
    int target_count;
};

struct alcedo_resampler {
    alcedo_resample_source source;
    const alcedo_kernels *kernels;
    int is_wide;
    int opaque;         // the sample of an opaque alpha
    int level_count;
    level levels[MAX_LEVELS];
    int target_count;
    stage *targets;
    const int16_t **rows, **low_rows;   // the rows under a kernel
    int16_t *high, *low;    // a row combined vertically, padded; `low` only if wide
    int16_t *even, *odd, *low_even, *low_odd;   // every other pixel of them
    int32_t *sums, *low_sums;
    alcedo_sampling across, down;   // of level 0, if it is a plane
    const alcedo_resampler *like;   // whose axes are used, too
    alcedo_plane_row *finished;     // takes the results, if it is a plane
    void *context;
    int16_t *row;
};

static _Atomic(const alcedo_kernels *) chosen;

static const alcedo_kernels *path(int index) {
    const alcedo_kernels *paths[4];
    int count = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) paths[count++] = &alcedo_kernels_avx2;
    if (__builtin_cpu_supports("sse4.1")) paths[count++] = &alcedo_kernels_sse41;
#elif defined(__aarch64__)
    paths[count++] = &alcedo_kernels_neon;
#endif
    paths[count++] = &alcedo_kernels_plain;
    return index < count ? paths[index] : NULL;
}

const char *alcedo_resample_path(int index) {
    const alcedo_kernels *kernels = path(index);
    return kernels == NULL ? NULL : kernels->name;
}

int alcedo_resample_use_path(const char *name) {
    const alcedo_kernels *kernels;
    for (int i = 0; (kernels = path(i)) != NULL; i++) {
        if (strcmp(kernels->name, name) != 0) continue;
        atomic_store(&chosen, kernels);
        return 1;
    }
    return 0;
}

const alcedo_kernels *alcedo_kernels_in_use(void) {
    const alcedo_kernels *kernels = atomic_load(&chosen);
    if (kernels == NULL) atomic_store(&chosen, kernels = path(0));
    return kernels;
}

// The length of a side at a level, in its own pixels; the last one may reach beyond the picture.
static double span_of(int length, int level) { return (double) length / (double) ((int64_t) 1 << level); }
static int length_of(int length, int level) {
    return (int) (((int64_t) length + ((int64_t) 1 << level) - 1) >> level);
}

int alcedo_resample_level(int source_width, int source_height, int width, int height) {
    int level = 0;
    for (;; level++) {
        double across = span_of(source_width, level + 1) / 2 - width, down = span_of(source_height, level + 1) / 2 - height;
        // Sizes of one picture are rounded: 640x427 is half of 1280x853.
        if (across < -0.5 || down < -0.5 || (across < 0 && down < 0)) return level;
    }
}

// Nothing is resampled if the size stays. Planes may have less samples than the picture has pixels.
static int is_copy(const alcedo_resample_source *source, const alcedo_resample_target *target) {
    return target->width == source->width && target->height == source->height;
}

// ---- Planning ----------------------------------------------------------------------------------------------

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

// Finds which columns of a level of `width` are needed, and where each result's begin in the padded row.
static int plan_columns(stage *stage, int width, int channels) {
    const alcedo_axis *axis = &stage->across;
    int first = axis->starts[0], last = first;
    for (int i = 0; i < axis->count; i++) {
        first = min(first, axis->starts[i]);
        last = max(last, axis->starts[i] + axis->taps);
    }
    stage->first = min(max(first, 0), width - 1);
    stage->last = max(min(last, width), stage->first + 1);
    stage->before = stage->first - first;
    stage->after = last - stage->last;
    if (stage->before < 0) stage->before = 0;
    if (stage->after < 0) stage->after = 0;
    stage->offsets = malloc((size_t) axis->count * sizeof *stage->offsets);
    if (stage->offsets == NULL) return -1;
    for (int i = 0; i < axis->count; i++)
        stage->offsets[i] = (axis->starts[i] - (stage->first - stage->before)) * channels;
    return 0;
}

static size_t padded(const stage *stage, int channels) {
    return (size_t) (stage->before + stage->last - stage->first + stage->after) * channels + HORIZONTAL_SLACK;
}

// Whether the other resampler has the same axes from a level on.
static int is_alike(const alcedo_resampler *r, int level) {
    return r->like != NULL && (level > 0 || (r->like->across == r->across && r->like->down == r->down));
}

static void borrow(stage *to, const stage *from) {
    to->across = from->across;
    to->down = from->down;
    to->offsets = from->offsets;
    to->first = from->first;
    to->last = from->last;
    to->before = from->before;
    to->after = from->after;
    to->is_borrowed = 1;
}

static int plan_target(alcedo_resampler *r, stage *stage, const alcedo_resample_target *target, int from) {
    const alcedo_resample_source *source = &r->source;
    stage->is_copy = r->finished == NULL && is_copy(source, target);
    stage->left = target->left;
    stage->top = target->top;
    if (stage->is_copy) {
        stage->across.count = target->across;
        stage->down.count = target->down;
        return 0;
    }
    if (is_alike(r, from)) {
        borrow(stage, &r->like->targets[stage - r->targets]);
        return 0;
    }
    if (alcedo_axis_resample(
            &stage->across, span_of(source->width, from), target->width, target->left, target->across, TAPS_STEP,
            from == 0 ? r->across : WHOLE) != 0 ||
        alcedo_axis_resample(
            &stage->down, span_of(source->height, from), target->height, target->top, target->down, 2,
            from == 0 ? r->down : WHOLE) != 0)
        return -1;
    return plan_columns(stage, r->levels[from].width, source->channels);
}

static int plan_levels(alcedo_resampler *r, int count) {
    r->level_count = count;
    for (int i = 0; i < count; i++) {
        level *level = &r->levels[i];
        level->width = length_of(r->source.width, i);
        level->height = length_of(r->source.height, i);
        level->targets = malloc((size_t) r->target_count * sizeof *level->targets);
        if (level->targets == NULL) return -1;
    }
    if (r->across == HALF) r->levels[0].width = length_of(r->source.width, 1);
    if (r->down == HALF) r->levels[0].height = length_of(r->source.height, 1);
    for (int i = 0; i + 1 < count; i++) {
        stage *stage = &r->levels[i].halving;
        if (is_alike(r, i)) {
            borrow(stage, &r->like->levels[i].halving);
            continue;
        }
        if (alcedo_axis_halve(&stage->across, r->levels[i + 1].width, i == 0 ? r->across : WHOLE) != 0 ||
            alcedo_axis_halve(&stage->down, r->levels[i + 1].height, i == 0 ? r->down : WHOLE) != 0 ||
            plan_columns(stage, r->levels[i].width, r->source.channels) != 0)
            return -1;
    }
    return 0;
}

// Rows of a level that have to be there at the same time.
static int rows_needed(const stage *stage, const level *level) { return min(stage->down.taps, level->height); }

// Rows as far apart as a page, or nearly, compete for the same few lines of the first cache: those of a picture 4096 pixels
// wide take three times as long.
static size_t stride_of(size_t samples) {
    enum { PAGE = 4096 / sizeof(int16_t), APART = 192 / sizeof(int16_t) };
    size_t beyond = (samples + APART) % PAGE;
    return beyond < 2 * APART ? samples + 2 * APART - beyond : samples;
}

// Allocates the rows, once it is known who needs how many.
static int allocate(alcedo_resampler *r) {
    int channels = r->source.channels, taps = 2;
    size_t longest = HORIZONTAL_SLACK, widest = 1;
    for (int i = 0; i < r->level_count; i++) {
        level *level = &r->levels[i];
        int capacity = 1;
        for (int j = -1; j < level->target_count; j++) {
            const stage *stage = j < 0 ? &level->halving : &r->targets[level->targets[j]];
            if (stage->is_copy || stage->down.count == 0) continue;
            capacity = max(capacity, rows_needed(stage, level));
            taps = max(taps, stage->down.taps);
            // `halve` takes pixels one after another for rows.
            if (j < 0) taps = max(taps, stage->across.taps);
            if (padded(stage, channels) > longest) longest = padded(stage, channels);
            if ((size_t) stage->across.count > widest) widest = (size_t) stage->across.count;
        }
        level->capacity = capacity;
        level->stride = stride_of((size_t) level->width * channels);
        size_t size = capacity * level->stride * sizeof *level->ring;
        level->ring = malloc(size);
        level->low_ring = i > 0 && r->is_wide ? malloc(size) : NULL;
        if (level->ring == NULL || (i > 0 && r->is_wide && level->low_ring == NULL)) return -1;
    }
    r->rows = malloc((size_t) taps * sizeof *r->rows);
    r->low_rows = malloc((size_t) taps * sizeof *r->low_rows);
    r->high = calloc(longest, sizeof *r->high);
    r->low = calloc(longest, sizeof *r->low);
    // Half of a padded row, an odd pixel, and what `split` writes after it.
    size_t half = longest / 2 + 2 * HORIZONTAL_SLACK;
    int16_t **const halves[] = { &r->even, &r->odd, &r->low_even, &r->low_odd };
    for (int i = 0; i < 4; i++)
        if ((*halves[i] = calloc(half, sizeof **halves[i])) == NULL) return -1;
    r->sums = malloc(widest * channels * sizeof *r->sums);
    r->low_sums = malloc(widest * channels * sizeof *r->low_sums);
    if (r->finished != NULL && (r->row = malloc(widest * channels * sizeof *r->row)) == NULL) return -1;
    return r->rows == NULL || r->low_rows == NULL || r->high == NULL || r->low == NULL || r->sums == NULL ||
            r->low_sums == NULL
        ? -1
        : 0;
}

static alcedo_resampler *plan(
    alcedo_resampler *r, const alcedo_resample_source *source, const alcedo_resample_target *targets, int count) {
    r->source = *source;
    r->kernels = alcedo_kernels_in_use();
    r->is_wide = source->bytes == 2 || source->has_alpha;
    r->opaque = source->bytes == 2 ? 65535 : 255;
    r->target_count = count;
    r->targets = calloc((size_t) max(count, 1), sizeof *r->targets);
    int levels = 1;
    for (int i = 0; i < count; i++)
        levels = max(
            levels, 1 + alcedo_resample_level(source->width, source->height, targets[i].width, targets[i].height));
    int result = r->targets == NULL ? -1 : plan_levels(r, levels);
    for (int i = 0; result == 0 && i < count; i++) {
        int from = alcedo_resample_level(source->width, source->height, targets[i].width, targets[i].height);
        level *level = &r->levels[from];
        level->targets[level->target_count++] = i;
        result = plan_target(r, &r->targets[i], &targets[i], from);
    }
    if (result == 0) result = allocate(r);
    if (result == 0) return r;
    alcedo_resampler_free(r);
    return NULL;
}

alcedo_resampler *alcedo_resampler_new(
    const alcedo_resample_source *source, const alcedo_resample_target *targets, int count) {
    alcedo_resampler *r = calloc(1, sizeof *r);
    return r == NULL ? NULL : plan(r, source, targets, count);
}

alcedo_resampler *alcedo_plane_resampler(
    int width, int height, alcedo_sampling across, alcedo_sampling down, const alcedo_resample_target *targets, int count,
    const alcedo_resampler *like, alcedo_plane_row *finished, void *context) {
    alcedo_resampler *r = calloc(1, sizeof *r);
    if (r == NULL) return NULL;
    r->across = across;
    r->down = down;
    r->like = like;
    r->finished = finished;
    r->context = context;
    alcedo_resample_source source = { .width = width, .height = height, .channels = 1, .bytes = 1 };
    return plan(r, &source, targets, count);
}

static void free_stage(stage *stage) {
    if (stage->is_borrowed) return;
    alcedo_axis_free(&stage->across);
    alcedo_axis_free(&stage->down);
    free(stage->offsets);
}

void alcedo_resampler_free(alcedo_resampler *r) {
    if (r == NULL) return;
    for (int i = 0; i < r->level_count; i++) {
        free_stage(&r->levels[i].halving);
        free(r->levels[i].targets);
        free(r->levels[i].ring);
        free(r->levels[i].low_ring);
    }
    for (int i = 0; r->targets != NULL && i < r->target_count; i++) free_stage(&r->targets[i]);
    free(r->targets);
    free(r->rows);
    free(r->low_rows);
    free(r->high);
    free(r->low);
    free(r->even);
    free(r->odd);
    free(r->low_even);
    free(r->low_odd);
    free(r->sums);
    free(r->low_sums);
    free(r->row);
    free(r);
}

double alcedo_resample_memory(const alcedo_resample_source *source, const alcedo_resample_target *targets, int count) {
    double taps[MAX_LEVELS] = { 0 }, total = 0;
    int deepest = 0;
    for (int i = 0; i < count; i++) {
        if (is_copy(source, &targets[i])) continue;
        int level = alcedo_resample_level(source->width, source->height, targets[i].width, targets[i].height);
        double scale = span_of(source->height, level) / targets[i].height;
        double reach = 6 * (scale > 1 ? scale : 1) + 2;
        if (taps[level] < reach) taps[level] = reach;
        deepest = max(deepest, level);
    }
    for (int i = 0; i <= deepest; i++) {
        double rows = i < deepest && taps[i] < 12 ? 12 : taps[i];
        if (rows > length_of(source->height, i)) rows = length_of(source->height, i);
        // The ring, and beside it the rows that are combined.
        double halves = i > 0 && (source->has_alpha || source->bytes == 2) ? 2 : 1;
        total += (rows * halves + 16) * length_of(source->width, i) * source->channels * 2;
    }
    return total;
}

// ---- Rows --------------------------------------------------------------------------------------------------

static void take_narrow(const uint8_t *in, int16_t *out, size_t count) {
    for (size_t i = 0; i < count; i++) out[i] = (int16_t) (in[i] << NARROW_BITS);
}

static void take_wide(const uint16_t *in, int16_t *out, size_t count) {
    for (size_t i = 0; i < count; i++) out[i] = (int16_t) (in[i] - WIDE_OFFSET);
}

static void take_alpha8(
    const alcedo_kernels *kernels, const uint8_t *in, int16_t *out, size_t pixels, int channels) {
    if (channels == 4) {
        kernels->multiply(in, out, pixels);
        return;
    }
    for (size_t i = 0; i < pixels; i++, in += channels, out += channels) {
        int alpha = in[channels - 1];
        for (int c = 0; c + 1 < channels; c++) out[c] = (int16_t) (in[c] * alpha - WIDE_OFFSET);
        out[channels - 1] = (int16_t) (255 * alpha - WIDE_OFFSET);
    }
}

static void take_alpha16(const uint16_t *in, int16_t *out, size_t pixels, int channels) {
    for (size_t i = 0; i < pixels; i++, in += channels, out += channels) {
        uint32_t alpha = in[channels - 1];
        for (int c = 0; c + 1 < channels; c++) out[c] = (int16_t) ((int) ((in[c] * alpha + 32767) / 65535) - WIDE_OFFSET);
        out[channels - 1] = (int16_t) ((int) alpha - WIDE_OFFSET);
    }
}

static void take(const alcedo_resampler *r, const void *in, int16_t *out) {
    size_t pixels = (size_t) r->levels[0].width, samples = pixels * r->source.channels;
    if (r->source.bytes == 1) {
        if (r->source.has_alpha) take_alpha8(r->kernels, in, out, pixels, r->source.channels);
        else take_narrow(in, out, samples);
    } else {
        if (r->source.has_alpha) take_alpha16(in, out, pixels, r->source.channels);
        else take_wide(in, out, samples);
    }
}

// ---- Results -----------------------------------------------------------------------------------------------

static int32_t clamped(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

// The sum in both halves, with WIDE_RESULT_BITS fractional bits.
static int32_t joined(int32_t high, int32_t low) { return high + (low >> LOW_BITS); }
enum { WIDE_HALF = 1 << (WIDE_RESULT_BITS - 1) };

static void finish_narrow(const int32_t *sums, uint8_t *out, size_t count) {
    enum { BITS = WEIGHT_BITS + NARROW_BITS };
    for (size_t i = 0; i < count; i++) out[i] = (uint8_t) clamped((sums[i] + (1 << (BITS - 1))) >> BITS, 0, 255);
}

static void finish_wide(const int32_t *sums, const int32_t *low, uint16_t *out, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int32_t value = (joined(sums[i], low[i]) + WIDE_HALF) >> WIDE_RESULT_BITS;
        out[i] = (uint16_t) (clamped(value, -WIDE_OFFSET, WIDE_OFFSET - 1) + WIDE_OFFSET);
    }
}

// A color and alpha that were multiplied are divided again. Invisible pixels become 0, so that all of them are equal.
static void finish_alpha(
    const int32_t *sums, const int32_t *low, void *out, size_t pixels, int channels, int bytes, float opaque) {
    const int32_t zero = WIDE_OFFSET << WIDE_RESULT_BITS;
    // What a sample of alpha 1 comes to in the sums.
    const float unit = (bytes == 1 ? 255.0f : 1.0f) * (float) (1 << WIDE_RESULT_BITS);
    uint8_t *narrow = out;
    uint16_t *wide = out;
    for (size_t i = 0; i < pixels; i++, sums += channels, low += channels) {
        float alpha = (float) (joined(sums[channels - 1], low[channels - 1]) + zero);
        float shown = alpha / unit + 0.5f;
        int32_t visible = shown < 1 ? 0 : shown > opaque ? (int32_t) opaque : (int32_t) shown;
        float factor = visible == 0 ? 0 : opaque / alpha;
        for (int c = 0; c < channels; c++) {
            int32_t value = visible;
            if (c + 1 < channels) {
                float color = (float) (joined(sums[c], low[c]) + zero) * factor + 0.5f;
                value = color < 0 ? 0 : color > opaque ? (int32_t) opaque : (int32_t) color;
            }
            if (bytes == 1) *narrow++ = (uint8_t) value;
            else *wide++ = (uint16_t) value;
        }
    }
}

// ---- The pass ----------------------------------------------------------------------------------------------

// Where a row is in the rings of a level, in samples.
static size_t ring_place(const level *level, int y) {
    return (size_t) (y % level->capacity) * level->stride;
}

// Repeats the outermost pixels of a combined row in the padding around it.
static void pad(int16_t *row, const stage *stage, int channels) {
    size_t present = (size_t) (stage->last - stage->first) * channels, pixel = channels * sizeof *row;
    int16_t *first = row + (size_t) stage->before * channels, *end = first + present;
    for (int i = 1; i <= stage->before; i++) memcpy(first - (size_t) i * channels, first, pixel);
    for (int i = 0; i < stage->after; i++) memcpy(end + (size_t) i * channels, end - channels, pixel);
}

// Combines the rows under the stage's next row, and pads the result.
static void combine_down(alcedo_resampler *r, const level *level, const stage *stage) {
    const alcedo_kernels *kernels = r->kernels;
    int channels = r->source.channels, taps = stage->down.taps, start = stage->down.starts[stage->next];
    const int16_t *weights = stage->down.weights + (stage->down.shared ? 0 : (size_t) stage->next * taps);
    for (int tap = 0; tap < taps; tap++) {
        size_t place = ring_place(level, min(max(start + tap, 0), min(level->height, level->received) - 1));
        r->rows[tap] = level->ring + place;
        if (level->low_ring != NULL) r->low_rows[tap] = level->low_ring + place;
    }
    size_t from = (size_t) stage->first * channels, count = (size_t) (stage->last - stage->first) * channels;
    size_t before = (size_t) stage->before * channels;
    int16_t *high = r->high + before, *low = r->low + before;
    if (!r->is_wide) kernels->vertical_narrow(r->rows, weights, taps, from, count, high);
    else if (level->low_ring == NULL) kernels->vertical_wide(r->rows, weights, taps, from, count, high, low);
    else kernels->vertical_deep(r->rows, r->low_rows, weights, taps, from, count, high, low);
    pad(r->high, stage, channels);
    if (r->is_wide) pad(r->low, stage, channels);
}

// Computes the sums of a target's next row.
static void combine(alcedo_resampler *r, const level *level, const stage *stage) {
    combine_down(r, level, stage);
    const alcedo_axis *axis = &stage->across;
    int channels = r->source.channels;
    r->kernels->horizontal(r->high, stage->offsets, axis->weights, axis->taps, channels, axis->count, r->sums);
    if (r->is_wide)
        r->kernels->horizontal(r->low, stage->offsets, axis->weights, axis->taps, channels, axis->count, r->low_sums);
}

// Distributes pixels alternately. Up to 3 samples more than they have are written after the last of each.
static void split(const int16_t *in, int16_t *even, int16_t *odd, size_t pairs, int channels) {
    // A constant size becomes a single move.
    if (channels >= 3) {
        for (size_t i = 0; i < pairs; i++, in += 2 * channels, even += channels, odd += channels) {
            memcpy(even, in, 4 * sizeof *in);
            memcpy(odd, in + channels, 4 * sizeof *in);
        }
    } else if (channels == 2) {
        for (size_t i = 0; i < pairs; i++, in += 4, even += 2, odd += 2) {
            memcpy(even, in, 2 * sizeof *in);
            memcpy(odd, in + 2, 2 * sizeof *in);
        }
    } else {
        for (size_t i = 0; i < pairs; i++) {
            even[i] = in[2 * i];
            odd[i] = in[2 * i + 1];
        }
    }
}

// Makes the next row of the next level. The weights are the same for all pixels, so that pixels one after another can be
// combined as rows are: those under tap `i` of every result are every other pixel, beginning with pixel `i`; of a plane that
// has half as many samples, every one.
static void halve(alcedo_resampler *r, int index, int16_t *high, int16_t *low) {
    const level *level = &r->levels[index];
    const stage *stage = &level->halving;
    combine_down(r, level, stage);
    int channels = r->source.channels, taps = stage->across.taps;
    size_t pairs = (size_t) (stage->across.count + taps / 2 - 1), count = (size_t) stage->across.count * channels;
    if (index == 0 && r->across == HALF) {
        for (int tap = 0; tap < taps; tap++) r->rows[tap] = r->high + tap;
        r->kernels->vertical_narrow(r->rows, stage->across.weights, taps, 0, count, high);
        return;
    }
    split(r->high, r->even, r->odd, pairs, channels);
    if (r->is_wide) split(r->low, r->low_even, r->low_odd, pairs, channels);
    for (int tap = 0; tap < taps; tap += 2) {
        size_t place = (size_t) (tap / 2) * channels;
        r->rows[tap] = r->even + place;
        r->rows[tap + 1] = r->odd + place;
        r->low_rows[tap] = r->low_even + place;
        r->low_rows[tap + 1] = r->low_odd + place;
    }
    const int16_t *weights = stage->across.weights;
    if (r->is_wide) r->kernels->vertical_deep(r->rows, r->low_rows, weights, taps, 0, count, high, low);
    else r->kernels->vertical_narrow(r->rows, weights, taps, 0, count, high);
}

static void finish_target(alcedo_resampler *r, int index) {
    stage *stage = &r->targets[index];
    if (r->finished != NULL) {
        int count = stage->across.count;
        // As `finish_narrow`, but for the fractional bits.
        for (int i = 0; i < count; i++)
            r->row[i] = (int16_t) clamped((r->sums[i] + ONE / 2) >> WEIGHT_BITS, INT16_MIN, INT16_MAX);
        r->finished(r->context, index, r->row);
        return;
    }
    int channels = r->source.channels, bytes = r->source.bytes;
    size_t pixels = (size_t) stage->across.count, samples = pixels * channels;
    void *out = (uint8_t *) stage->pixels + (size_t) stage->next * samples * bytes;
    if (r->source.has_alpha) finish_alpha(r->sums, r->low_sums, out, pixels, channels, bytes, (float) r->opaque);
    else if (r->is_wide) finish_wide(r->sums, r->low_sums, out, samples);
    else finish_narrow(r->sums, out, samples);
}

// Whether all rows under the kernel for the stage's next row have arrived.
static int is_ready(const level *level, const stage *stage) {
    if (stage->next >= stage->down.count) return 0;
    int last = stage->down.starts[stage->next] + stage->down.taps - 1;
    return level->received > min(last, level->height - 1);
}

static void advance(alcedo_resampler *r, int index);

// Makes what the rows received so far allow.
static void make(alcedo_resampler *r, int index) {
    level *level = &r->levels[index];
    for (int i = 0; i < level->target_count; i++) {
        stage *stage = &r->targets[level->targets[i]];
        if (stage->is_copy) continue;
        for (; is_ready(level, stage); stage->next++) {
            combine(r, level, stage);
            finish_target(r, level->targets[i]);
        }
    }
    stage *halving = &level->halving;
    for (; is_ready(level, halving); halving->next++) {
        struct level *next = level + 1;
        size_t place = ring_place(next, next->received);
        halve(r, index, next->ring + place, r->is_wide ? next->low_ring + place : NULL);
        advance(r, index + 1);
    }
}

// A row has been written to a level's ring.
static void advance(alcedo_resampler *r, int index) {
    r->levels[index].received++;
    make(r, index);
}

void alcedo_resampler_begin(alcedo_resampler *r, void *const *pixels) {
    for (int i = 0; i < r->level_count; i++) {
        r->levels[i].received = 0;
        r->levels[i].halving.next = 0;
    }
    for (int i = 0; i < r->target_count; i++) {
        r->targets[i].next = 0;
        r->targets[i].pixels = r->finished == NULL ? pixels[i] : NULL;
    }
}

// Copies a row to the targets that are the picture itself, or a part of it.
static void copy(alcedo_resampler *r, const uint8_t *row, int y) {
    size_t pixel = (size_t) r->source.channels * r->source.bytes;
    for (int i = 0; i < r->target_count; i++) {
        stage *stage = &r->targets[i];
        if (!stage->is_copy || y < stage->top || y >= stage->top + stage->down.count) continue;
        size_t length = (size_t) stage->across.count * pixel;
        memcpy((uint8_t *) stage->pixels + (size_t) (y - stage->top) * length, row + (size_t) stage->left * pixel, length);
    }
}

void alcedo_resampler_push(alcedo_resampler *r, const void *rows, size_t stride, int count) {
    level *base = &r->levels[0];
    const uint8_t *row = rows;
    for (int i = 0; i < count && base->received < base->height; i++, row += stride) {
        copy(r, row, base->received);
        take(r, row, base->ring + ring_place(base, base->received));
        advance(r, 0);
    }
}
