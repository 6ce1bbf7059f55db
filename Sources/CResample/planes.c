// Pictures whose brightness and colors arrive separately.
#include "alcedo_resample.h"
#include "kernels.h"
#include "plane.h"
#include <stdlib.h>
#include <string.h>

enum { PLANES = 3 };

// Rows of one component of a target that wait for those of the others: kernels reach differently far.
typedef struct {
    int16_t *rows;
    int capacity, first, count;
} queue;

typedef struct {
    struct alcedo_planes *planes;
    int index;
} component;

typedef struct {
    int across, down;
    int next;
    uint8_t *pixels;
    queue queues[PLANES];
} target;

struct alcedo_planes {
    const alcedo_kernels *kernels;
    component components[PLANES];
    alcedo_resampler *resamplers[PLANES];
    int target_count;
    target *targets;
    int failed;
};

static int16_t *row_of(const target *target, const queue *queue, int index) {
    return queue->rows + (size_t) ((queue->first + index) % queue->capacity) * target->across;
}

static int grow(const target *target, queue *queue) {
    int capacity = queue->capacity == 0 ? 4 : 2 * queue->capacity;
    int16_t *rows = malloc((size_t) capacity * target->across * sizeof *rows);
    if (rows == NULL) return -1;
    for (int i = 0; i < queue->count; i++)
        memcpy(rows + (size_t) i * target->across, row_of(target, queue, i), (size_t) target->across * sizeof *rows);
    free(queue->rows);
    queue->rows = rows;
    queue->capacity = capacity;
    queue->first = 0;
    return 0;
}

static void finished(void *context, int index, const int16_t *row) {
    component *component = context;
    alcedo_planes *planes = component->planes;
    target *target = &planes->targets[index];
    queue *own = &target->queues[component->index];
    if (planes->failed || (own->count == own->capacity && grow(target, own) != 0)) {
        planes->failed = 1;
        return;
    }
    memcpy(row_of(target, own, own->count), row, (size_t) target->across * sizeof *row);
    own->count++;
    queue *queues = target->queues;
    if (queues[0].count == 0 || queues[1].count == 0 || queues[2].count == 0) return;
    // Each row is one of three that complete one, so there is never more than one to make.
    planes->kernels->color(
        row_of(target, &queues[0], 0), row_of(target, &queues[1], 0), row_of(target, &queues[2], 0), (size_t) target->across,
        target->pixels + (size_t) target->next++ * target->across * PLANES);
    for (int i = 0; i < PLANES; i++) {
        queues[i].first = (queues[i].first + 1) % queues[i].capacity;
        queues[i].count--;
    }
}

alcedo_planes *alcedo_planes_new(
    const alcedo_plane_source *source, const alcedo_resample_target *targets, int count) {
    alcedo_planes *planes = calloc(1, sizeof *planes);
    if (planes == NULL) return NULL;
    planes->kernels = alcedo_kernels_in_use();
    planes->target_count = count;
    planes->targets = calloc(count > 0 ? (size_t) count : 1, sizeof *planes->targets);
    if (planes->targets == NULL) {
        alcedo_planes_free(planes);
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        planes->targets[i].across = targets[i].across;
        planes->targets[i].down = targets[i].down;
    }
    for (int i = 0; i < PLANES; i++) {
        planes->components[i] = (component) { planes, i };
        planes->resamplers[i] = alcedo_plane_resampler(
            source->width, source->height, i > 0 && source->halves_across ? HALF : WHOLE,
            i > 0 && source->halves_down ? HALF : WHOLE, targets, count, i > 0 ? planes->resamplers[i - 1] : NULL,
            finished, &planes->components[i]);
        if (planes->resamplers[i] == NULL) {
            alcedo_planes_free(planes);
            return NULL;
        }
    }
    return planes;
}

void alcedo_planes_free(alcedo_planes *planes) {
    if (planes == NULL) return;
    for (int i = PLANES - 1; i >= 0; i--) alcedo_resampler_free(planes->resamplers[i]);
    for (int i = 0; planes->targets != NULL && i < planes->target_count; i++)
        for (int plane = 0; plane < PLANES; plane++) free(planes->targets[i].queues[plane].rows);
    free(planes->targets);
    free(planes);
}

void alcedo_planes_begin(alcedo_planes *planes, void *const *pixels) {
    planes->failed = 0;
    for (int i = 0; i < PLANES; i++) alcedo_resampler_begin(planes->resamplers[i], NULL);
    for (int i = 0; i < planes->target_count; i++) {
        target *target = &planes->targets[i];
        target->pixels = pixels[i];
        target->next = 0;
        for (int plane = 0; plane < PLANES; plane++) target->queues[plane].first = target->queues[plane].count = 0;
    }
}

void alcedo_planes_push(alcedo_planes *planes, int plane, const uint8_t *const *rows, int count) {
    for (int i = 0; i < count; i++) alcedo_resampler_push(planes->resamplers[plane], rows[i], 0, 1);
}

int alcedo_planes_end(alcedo_planes *planes) {
    for (int i = 0; i < planes->target_count; i++)
        if (planes->targets[i].next != planes->targets[i].down) return -1;
    return planes->failed ? -1 : 0;
}

static uint64_t squared_excess(int32_t value) {
    int32_t level = (value + ONE / 2) >> WEIGHT_BITS;
    int32_t excess = level < 0 ? level : level > 255 ? level - 255 : 0;
    return (uint64_t) (excess * excess);
}

uint64_t alcedo_planes_excess(
    const uint8_t *y, const uint8_t *cb, const uint8_t *cr, int halves_across, int width, int step) {
    uint64_t sum = 0;
    for (int x = step / 2; x < width; x += step) {
        int at = halves_across ? x / 2 : x;
        int32_t light = y[x] * ONE, blue = cb[at] - 128, red = cr[at] - 128;
        sum += squared_excess(light + red * RED_CR);
        sum += squared_excess(light + blue * GREEN_CB + red * GREEN_CR);
        sum += squared_excess(light + blue * BLUE_CB);
    }
    return sum;
}
