#ifndef ALCEDO_RESAMPLE_H
#define ALCEDO_RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

// Resampling of a picture that arrives row by row, from top to bottom, to any number of sizes in one pass.
//
// The picture is level 0 of a pyramid. Each further level is the one before it, halved with one fixed kernel. A result is
// resampled with Lanczos3 from the smallest level that is at least twice as large on both sides, so it depends on the
// picture and its own size, never on the other results. Pixel `i` of level `k` is centered at `(i + 0.5) * 2^k` of the
// picture, for sides of any length: no level is shifted. Only the rows that a kernel covers are in memory.
//
// All arithmetic on pixels is exact in integers or a single rounded operation, so every processor makes the same bytes.
// Everything here may be used on any thread, one resampler on one thread at a time.

typedef struct {
    int width, height;   // pixels, at least 1
    int channels;        // samples per pixel, 1...4, alpha included
    int bytes;           // of a sample: 1, or 2 in native order
    int has_alpha;       // whether the last channel is alpha; colors are not premultiplied, neither here nor in results
} alcedo_resample_source;

typedef struct {
    int width, height;             // pixels of the whole result, at least 1
    int left, top, across, down;   // the part of it to compute
} alcedo_resample_target;

typedef struct alcedo_resampler alcedo_resampler;

// Returns NULL if memory is short.
alcedo_resampler *alcedo_resampler_new(
    const alcedo_resample_source *source, const alcedo_resample_target *targets, int count);
void alcedo_resampler_free(alcedo_resampler *resampler);

// Starts a picture, or the next frame of one. `pixels` has memory for each target: `down` rows of `across` pixels like
// those of the source, without padding. It is written until the last row has been pushed.
void alcedo_resampler_begin(alcedo_resampler *resampler, void *const *pixels);
// Takes the next rows, `stride` bytes apart; all results are complete after the picture's last row.
void alcedo_resampler_push(alcedo_resampler *resampler, const void *rows, size_t stride, int count);

// The same for pictures in YCbCr (ITU-T T.871, full range) with 8 bits, whose components arrive separately: results are RGB,
// converted and rounded once, at their own size. Resampling is linear, so the only difference from the same picture in RGB
// is what was rounded or out of range there.
typedef struct {
    int width, height;                 // pixels, at least 1
    int halves_across, halves_down;    // whether Cb and Cr have half as many samples, rounded up, each amid two pixels
} alcedo_plane_source;

typedef struct alcedo_planes alcedo_planes;

// Returns NULL if memory is short.
alcedo_planes *alcedo_planes_new(const alcedo_plane_source *source, const alcedo_resample_target *targets, int count);
void alcedo_planes_free(alcedo_planes *planes);
// `pixels` has memory for each target: `down` rows of `across` pixels of three bytes.
void alcedo_planes_begin(alcedo_planes *planes, void *const *pixels);
// Takes the next rows of Y (0), Cb (1) or Cr (2). None needs to be in step with the others, but rows of results wait in
// memory until all three have been made.
void alcedo_planes_push(alcedo_planes *planes, int plane, const uint8_t *const *rows, int count);
// Returns 0 if all results are complete; -1 if rows or memory were missing.
int alcedo_planes_end(alcedo_planes *planes);
// How far colors are out of range: the sum of the squares of what R, G and B have below 0 and above 255, over every `step`th of
// the first `width` pixels of a row, from the middle of the first step on. Chroma is that of the nearest sample.
uint64_t alcedo_planes_excess(
    const uint8_t *y, const uint8_t *cb, const uint8_t *cr, int halves_across, int width, int step);

// The level from which a target is resampled; 0 for the picture itself.
int alcedo_resample_level(int source_width, int source_height, int width, int height);
// Bytes that a resampler holds, besides the memory for its results.
double alcedo_resample_memory(const alcedo_resample_source *source, const alcedo_resample_target *targets, int count);

// The implementations that this processor can run, best first, the portable one last; NULL after the last one.
const char *alcedo_resample_path(int index);
// Uses one of them from now on, on all threads: for tests. Returns whether there is one of this name.
int alcedo_resample_use_path(const char *name);

#endif
