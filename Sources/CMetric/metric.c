// Walks both pictures from scale to scale, row by row.
//
// What the original contributes is computed once and kept. Of the other picture, only the rows that a blur reaches are held,
// and the linear samples of two scales.
#include "alcedo_metric.h"
#include "kernels.h"
#include "weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Implementations ---------------------------------------------------------------------------------------

static const alcedo_metric_kernels *chosen;

static const alcedo_metric_kernels *kernels_in_use(void) {
    const alcedo_metric_kernels *kernels = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
    if (kernels != NULL) { return kernels; }
#if defined(__x86_64__)
    kernels = __builtin_cpu_supports("avx2") ? &alcedo_metric_avx2 : &alcedo_metric_baseline;
#else
    kernels = &alcedo_metric_baseline;
#endif
    __atomic_store_n(&chosen, kernels, __ATOMIC_RELAXED);
    return kernels;
}

const char *alcedo_metric_implementation(void) { return kernels_in_use()->name; }

int alcedo_metric_use(const char *implementation) {
    const alcedo_metric_kernels *wanted = NULL;
    if (strcmp(implementation, "plain") == 0) { wanted = &alcedo_metric_plain; }
    if (strcmp(implementation, "baseline") == 0) { wanted = &alcedo_metric_baseline; }
#if defined(__x86_64__)
    if (strcmp(implementation, "avx2") == 0 && __builtin_cpu_supports("avx2")) { wanted = &alcedo_metric_avx2; }
#endif
    if (wanted == NULL) { return -1; }
    __atomic_store_n(&chosen, wanted, __ATOMIC_RELAXED);
    return 0;
}

// ---- Memory ------------------------------------------------------------------------------------------------

typedef struct {
    int width, height;
    size_t count;   // samples of a row, up to a multiple of LANES
    size_t stride;  // with its margins
    int structure[PLANES], edges[PLANES];  // which maps have a weight
    float *samples[PLANES], *means[PLANES], *variances[PLANES];
} scale;

struct alcedo_metric {
    int width, height, scale_count;
    scale scales[SCALES];
    float linear[256];
    float *memory;
};

static int is_used(const scale *scale, int plane) { return scale->structure[plane] || scale->edges[plane]; }

// Samples, means and variances.
enum { KEPT_PLANES = 3 };

static size_t padded(int width) { return ((size_t) width + LANES - 1) / LANES * LANES; }

// Fills in the scales that a picture has; returns how many floats they take.
static size_t plan(alcedo_metric *metric, int width, int height) {
    *metric = (alcedo_metric) {.width = width, .height = height};
    size_t floats = 0;
    for (int k = 0; k < SCALES; k++) {
        // A scale is made as long as the one before has at least 8 pixels on both sides, as in the reference.
        if (width < ALCEDO_METRIC_MIN_SIDE || height < ALCEDO_METRIC_MIN_SIDE) { break; }
        if (k > 0) {
            width = (width + 1) / 2;
            height = (height + 1) / 2;
        }
        scale *scale = &metric->scales[k];
        scale->width = width;
        scale->height = height;
        scale->count = padded(width);
        scale->stride = scale->count + 2 * MARGIN;
        for (int plane = 0; plane < PLANES; plane++) {
            const double *weights = WEIGHTS[plane][k];
            scale->structure[plane] = weights[SIMILARITY] + weights[SIMILARITY_4] > 0;
            scale->edges[plane] = weights[RINGING] + weights[BLUR] + weights[RINGING_4] + weights[BLUR_4] > 0;
            if (!is_used(scale, plane)) { continue; }
            floats += KEPT_PLANES * scale->stride * (size_t) height;
        }
        metric->scale_count = k + 1;
    }
    return floats;
}

// Rows at hand, each with zeros in its margins.
typedef struct {
    float *memory;
    float *linear[2][PLANES];        // two rows of the picture itself
    float *row[PLANES], *zeros, *scratch[2];
    float *samples[PLANES][TAPS];    // the last rows, and what is blurred along them
    float *squares[PLANES][TAPS], *shifts[PLANES][TAPS], *errors[PLANES][TAPS];
    float *next[2][PLANES];          // linear planes of the scales to come, by turns
} room;

enum { ROOM_ROWS = 2 * PLANES + PLANES + 3 + 4 * PLANES * TAPS };

static size_t next_floats(const alcedo_metric *metric, int turn) {
    int k = turn + 1;
    return k < metric->scale_count ? metric->scales[k].stride * (size_t) metric->scales[k].height : 0;
}

static size_t room_floats(const alcedo_metric *metric) {
    size_t planes = 0;
    for (int turn = 0; turn < 2; turn++) { planes += PLANES * next_floats(metric, turn); }
    return ROOM_ROWS * metric->scales[0].stride + planes;
}

static int room_open(room *room, const alcedo_metric *metric) {
    room->memory = calloc(room_floats(metric), sizeof(float));
    if (room->memory == NULL) { return -1; }
    size_t stride = metric->scales[0].stride;
    float *at = room->memory + MARGIN;
    float **rows[ROOM_ROWS];
    size_t count = 0;
    for (int plane = 0; plane < PLANES; plane++) {
        rows[count++] = &room->linear[0][plane];
        rows[count++] = &room->linear[1][plane];
        rows[count++] = &room->row[plane];
        for (int tap = 0; tap < TAPS; tap++) {
            rows[count++] = &room->samples[plane][tap];
            rows[count++] = &room->squares[plane][tap];
            rows[count++] = &room->shifts[plane][tap];
            rows[count++] = &room->errors[plane][tap];
        }
    }
    rows[count++] = &room->zeros;
    rows[count++] = &room->scratch[0];
    rows[count++] = &room->scratch[1];
    for (size_t i = 0; i < count; i++, at += stride) { *rows[i] = at; }
    for (int turn = 0; turn < 2; turn++) {
        for (int plane = 0; plane < PLANES; plane++, at += next_floats(metric, turn)) { room->next[turn][plane] = at; }
    }
    return 0;
}

size_t alcedo_metric_memory(int width, int height) {
    alcedo_metric metric;
    return sizeof metric + plan(&metric, width, height) * sizeof(float);
}

size_t alcedo_metric_comparison_memory(int width, int height) {
    alcedo_metric metric;
    plan(&metric, width, height);
    return room_floats(&metric) * sizeof(float);
}

// ---- Rows --------------------------------------------------------------------------------------------------

static uint8_t over(uint8_t color, uint8_t alpha, uint8_t backdrop) {
    return (uint8_t) ((color * alpha + backdrop * (255 - alpha) + 127) / 255);
}

// Linear light of a row, over the backdrop as a browser does it: in sRGB.
static void read_row(const alcedo_metric *metric, const alcedo_metric_picture *picture, int y, float *const linear[PLANES]) {
    const uint8_t *row = picture->pixels + (size_t) y * picture->stride;
    const float *light = metric->linear;
    float *red = linear[0], *green = linear[1], *blue = linear[2];
    int channels = picture->channels, colors = channels < 3 ? 1 : 3, has_alpha = channels % 2 == 0;
    for (int x = 0; x < picture->width; x++, row += channels) {
        uint8_t r = row[0], g = row[colors == 3 ? 1 : 0], b = row[colors == 3 ? 2 : 0];
        if (has_alpha) {
            uint8_t alpha = row[colors];
            r = over(r, alpha, picture->backdrop);
            g = over(g, alpha, picture->backdrop);
            b = over(b, alpha, picture->backdrop);
        }
        red[x] = light[r];
        green[x] = light[g];
        blue[x] = light[b];
    }
}

// What is done with the rows of a scale. Without totals the picture is the original, and is remembered.
typedef struct {
    alcedo_metric *metric;
    const alcedo_metric_kernels *kernels;
    room *room;
    alcedo_metric_sums (*totals)[PLANES];
    float *map;  // sums of weighted differences
} walk;

// Takes row `y` of a plane, which ends in zeros.
static void take_row(const walk *walk, scale *scale, int plane, int y) {
    room *room = walk->room;
    int slot = y % TAPS;
    size_t at = (size_t) y * scale->stride;
    float *row = room->row[plane];
    memset(row + scale->width, 0, (scale->count - (size_t) scale->width + MARGIN) * sizeof(float));
    float *kept = walk->totals == NULL ? scale->samples[plane] + at : room->samples[plane][slot];
    memcpy(kept, row, scale->count * sizeof(float));
    if (walk->totals == NULL) {
        walk->kernels->blur_original(
            row, room->shifts[plane][slot], room->squares[plane][slot], room->scratch[0], scale->count);
    } else {
        walk->kernels->blur_picture(
            row, scale->samples[plane] + at, room->squares[plane][slot], room->shifts[plane][slot], room->errors[plane][slot],
            room->scratch, scale->count);
    }
}

static float across(const float *const *rows, int x) {
    float sum = GAUSSIAN[0] * rows[REACH][x];
    for (int i = 1; i <= REACH; i++) { sum += GAUSSIAN[i] * (rows[REACH - i][x] + rows[REACH + i][x]); }
    return sum;
}

// Adds the differences of a row to all pixels of the map that it stands for. The formulas are those of `compare`.
static void draw_row(
    const walk *walk, const scale *scale, int plane, int k, int y, const alcedo_metric_blurred *blurred, const float *samples,
    const alcedo_metric_original *original) {
    const alcedo_metric *metric = walk->metric;
    const double *weights = WEIGHTS[plane][k];
    for (int x = 0; x < scale->width; x++) {
        double sum = 0, shift = across(blurred->shifts, x), mean = original->means[x] + shift;
        if (scale->structure[plane]) {
            double whole = original->variances[x] + (across(blurred->squares, x) - mean * mean) + STABILIZER;
            double lost = fmax(across(blurred->errors, x) - shift * shift, 0) / whole;
            sum += (weights[SIMILARITY] + weights[SIMILARITY_4]) * (shift * shift + lost - shift * shift * lost);
        }
        if (scale->edges[plane]) {
            double before = fabs(original->samples[x] - original->means[x]);
            double difference = (fabs(samples[x] - mean) - before) / (1 + before);
            sum += difference > 0 ? (weights[RINGING] + weights[RINGING_4]) * difference
                                  : (weights[BLUR] + weights[BLUR_4]) * -difference;
        }
        int right = (x + 1) << k < metric->width ? (x + 1) << k : metric->width;
        int bottom = (y + 1) << k < metric->height ? (y + 1) << k : metric->height;
        for (int v = y << k; v < bottom; v++) {
            for (int u = x << k; u < right; u++) { walk->map[(size_t) v * (size_t) metric->width + (size_t) u] += (float) sum; }
        }
    }
}

// Finishes row `y` of a plane, once the rows that reach it are there.
static void finish_row(const walk *walk, scale *scale, int plane, int k, int y) {
    room *room = walk->room;
    alcedo_metric_blurred blurred;
    for (int tap = 0; tap < TAPS; tap++) {
        int source = y - REACH + tap, slot = (source + TAPS) % TAPS, is_inside = source >= 0 && source < scale->height;
        blurred.squares[tap] = is_inside ? room->squares[plane][slot] : room->zeros;
        blurred.shifts[tap] = is_inside ? room->shifts[plane][slot] : room->zeros;
        blurred.errors[tap] = is_inside ? room->errors[plane][slot] : room->zeros;
    }
    size_t at = (size_t) y * scale->stride;
    if (walk->totals == NULL) {
        // Of the original, what is blurred is its own samples.
        walk->kernels->describe(
            blurred.shifts, blurred.squares, scale->means[plane] + at, scale->variances[plane] + at, scale->count);
        return;
    }
    alcedo_metric_original original = {scale->samples[plane] + at, scale->means[plane] + at, scale->variances[plane] + at};
    const float *samples = room->samples[plane][y % TAPS];
    walk->kernels->compare(
        blurred, samples, original, (size_t) scale->width, scale->structure[plane], scale->edges[plane],
        &walk->totals[k][plane]);
    if (walk->map != NULL) { draw_row(walk, scale, plane, k, y, &blurred, samples, &original); }
}

// Linear rows of scale `k`, in `linear`: of the picture itself, or those that the scale before left.
static void find_row(
    const walk *walk, const alcedo_metric_picture *picture, int k, int y, float *linear[PLANES]) {
    for (int plane = 0; plane < PLANES; plane++) {
        linear[plane] = k == 0 ? walk->room->linear[y % 2][plane]
                               : walk->room->next[(k - 1) % 2][plane] + (size_t) y * walk->metric->scales[k].stride;
    }
    if (k == 0) { read_row(walk->metric, picture, y, linear); }
}

// Leaves a row of the next scale behind each second row, and behind the last one.
static void leave_row(const walk *walk, int k, int y, float *const linear[PLANES]) {
    const scale *scale = &walk->metric->scales[k];
    int is_last_alone = y == scale->height - 1 && y % 2 == 0;
    if (k + 1 == walk->metric->scale_count || (y % 2 == 0 && !is_last_alone)) { return; }
    size_t next_row = (size_t) (y / 2) * walk->metric->scales[k + 1].stride;
    for (int plane = 0; plane < PLANES; plane++) {
        const float *upper = linear[plane];
        if (!is_last_alone) { upper = k == 0 ? walk->room->linear[(y - 1) % 2][plane] : linear[plane] - scale->stride; }
        walk->kernels->halve(upper, linear[plane], walk->room->next[k % 2][plane] + next_row, (size_t) scale->width);
    }
}

static void walk_scale(const walk *walk, const alcedo_metric_picture *picture, int k) {
    scale *scale = &walk->metric->scales[k];
    float *const made[PLANES] = {
        is_used(scale, 0) ? walk->room->row[0] : NULL, walk->room->row[1], is_used(scale, 2) ? walk->room->row[2] : NULL};
    for (int y = 0; y < scale->height + REACH; y++) {
        if (y < scale->height) {
            float *linear[PLANES];
            find_row(walk, picture, k, y, linear);
            leave_row(walk, k, y, linear);
            walk->kernels->convert((const float *const *) linear, made, scale->count);
        }
        for (int plane = 0; plane < PLANES; plane++) {
            if (!is_used(scale, plane)) { continue; }
            if (y < scale->height) { take_row(walk, scale, plane, y); }
            if (y >= REACH) { finish_row(walk, scale, plane, k, y - REACH); }
        }
    }
}

static int walk_picture(
    alcedo_metric *metric, const alcedo_metric_picture *picture, alcedo_metric_sums (*totals)[PLANES], float *map) {
    room room;
    if (room_open(&room, metric) != 0) { return -1; }
    walk walk = {metric, kernels_in_use(), &room, totals, map};
    for (int k = 0; k < metric->scale_count; k++) { walk_scale(&walk, picture, k); }
    free(room.memory);
    return 0;
}

// ---- Scores ------------------------------------------------------------------------------------------------

static double score_of(double weighted_sum) {
    double x = SUM_FACTOR * weighted_sum;
    x = LINEAR_FACTOR * x + SQUARE_FACTOR * x * x + CUBE_FACTOR * x * x * x;
    return x > 0 ? 100 - SCORE_FACTOR * pow(x, SCORE_POWER) : 100;
}

static double weighted_sum(const alcedo_metric *metric, const alcedo_metric_sums totals[SCALES][PLANES]) {
    double sum = 0;
    for (int plane = 0; plane < PLANES; plane++) {
        for (int k = 0; k < metric->scale_count; k++) {
            const alcedo_metric_sums *of = &totals[k][plane];
            double pixels = (double) metric->scales[k].width * metric->scales[k].height;
            const double terms[TERMS] = {
                [SIMILARITY] = of->similarity / pixels,
                [RINGING] = of->ringing / pixels,
                [BLUR] = of->blur / pixels,
                [SIMILARITY_4] = sqrt(sqrt(of->similarity4 / pixels)),
                [RINGING_4] = sqrt(sqrt(of->ringing4 / pixels)),
                [BLUR_4] = sqrt(sqrt(of->blur4 / pixels)),
            };
            for (int term = 0; term < TERMS; term++) { sum += WEIGHTS[plane][k][term] * terms[term]; }
        }
    }
    return sum;
}

static int is_readable(const alcedo_metric_picture *picture) {
    return picture->width >= ALCEDO_METRIC_MIN_SIDE && picture->height >= ALCEDO_METRIC_MIN_SIDE && picture->channels >= 1
        && picture->channels <= 4;
}

alcedo_metric *alcedo_metric_new(alcedo_metric_picture original) {
    if (!is_readable(&original)) { return NULL; }
    alcedo_metric *metric = malloc(sizeof *metric);
    if (metric == NULL) { return NULL; }
    size_t floats = plan(metric, original.width, original.height);
    metric->memory = calloc(floats, sizeof(float));
    if (metric->memory == NULL) {
        free(metric);
        return NULL;
    }
    for (int i = 0; i < 256; i++) {  // IEC 61966-2-1
        double v = i / 255.0;
        metric->linear[i] = (float) (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    float *at = metric->memory + MARGIN;
    for (int k = 0; k < metric->scale_count; k++) {
        scale *scale = &metric->scales[k];
        size_t floats_of_plane = scale->stride * (size_t) scale->height;
        for (int plane = 0; plane < PLANES; plane++) {
            if (!is_used(scale, plane)) { continue; }
            float **kept[KEPT_PLANES] = {&scale->samples[plane], &scale->means[plane], &scale->variances[plane]};
            for (int i = 0; i < KEPT_PLANES; i++, at += floats_of_plane) { *kept[i] = at; }
        }
    }
    if (walk_picture(metric, &original, NULL, NULL) != 0) {
        alcedo_metric_free(metric);
        return NULL;
    }
    return metric;
}

int alcedo_metric_map(const alcedo_metric *metric, alcedo_metric_picture picture, double *score, float *map) {
    if (!is_readable(&picture) || picture.width != metric->width || picture.height != metric->height) { return -1; }
    size_t pixels = (size_t) metric->width * (size_t) metric->height;
    if (map != NULL) { memset(map, 0, pixels * sizeof *map); }
    alcedo_metric_sums totals[SCALES][PLANES] = {0};
    // Nothing of the original changes in a comparison.
    if (walk_picture((alcedo_metric *) metric, &picture, totals, map) != 0) { return -1; }
    *score = score_of(weighted_sum(metric, (const alcedo_metric_sums(*)[PLANES]) totals));
    for (size_t i = 0; map != NULL && i < pixels; i++) { map[i] = (float) score_of(map[i]); }
    return 0;
}

int alcedo_metric_score(const alcedo_metric *metric, alcedo_metric_picture picture, double *score) {
    return alcedo_metric_map(metric, picture, score, NULL);
}

void alcedo_metric_free(alcedo_metric *metric) {
    if (metric == NULL) { return; }
    free(metric->memory);
    free(metric);
}
