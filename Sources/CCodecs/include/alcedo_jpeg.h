#ifndef ALCEDO_JPEG_H
#define ALCEDO_JPEG_H

#include <stddef.h>
#include <stdint.h>

// JPEG through libjpeg: read as components, and written with quantization tables of our own. No policy, no global state.
// Everything here may be used on any thread, one reader or writer on one thread at a time.

// ---- Reading -----------------------------------------------------------------------------------------------
//
// The components as they are stored, without enlarging chroma and converting colors. Only what is common and sound is read:
// anything else is left to libvips, with its messages.

typedef struct alcedo_jpeg alcedo_jpeg;

typedef struct {
    int width, height;                 // pixels
    int halves_across, halves_down;    // whether Cb and Cr have half as many samples, rounded up
} alcedo_jpeg_info;

// Takes rows `y ..< y + count` of Y (0), Cb (1) or Cr (2), each without padding. Returns 0, or anything else to stop.
typedef int (*alcedo_jpeg_rows)(void *context, int plane, const uint8_t *const *rows, int y, int count);

// Opens a JPEG in YCbCr with 8 bits whose chroma is 4:4:4, 4:2:2 or 4:2:0 and is interpolated; NULL for all others, and if
// the header is damaged or memory is short. The bytes have to stay valid.
alcedo_jpeg *alcedo_jpeg_open(const void *bytes, size_t size);
void alcedo_jpeg_describe(const alcedo_jpeg *jpeg, alcedo_jpeg_info *info);
// Reads all rows, those of brightness last in each group. Returns 0, or -1 as soon as libjpeg has any doubt about the file
// or `take` stops. Called once.
int alcedo_jpeg_read(alcedo_jpeg *jpeg, alcedo_jpeg_rows take, void *context);
void alcedo_jpeg_free(alcedo_jpeg *jpeg);

// ---- Writing -----------------------------------------------------------------------------------------------

typedef struct {
    int width, height;          // pixels, up to 65,500
    int channels;               // 1 gray, 3 RGB; 8 bits each
    int quality;                // 1 to 100: photographs have the score that they have with Annex K's tables
    int full_chroma;            // 4:4:4 instead of 4:2:0
    int progressive;
    int effort;                 // 0: codes of the specification; 1: made for the picture; 5, 6: coefficients chosen for their bits
    const void *profile;        // ICC, or NULL; copied at once
    size_t profile_size;
} alcedo_jpeg_options;

typedef struct alcedo_jpeg_writer alcedo_jpeg_writer;

// Whether a picture can be written.
int alcedo_jpeg_writer_fits(const alcedo_jpeg_options *options);
// NULL when memory is short or the picture does not fit.
alcedo_jpeg_writer *alcedo_jpeg_writer_new(const alcedo_jpeg_options *options);
// Appends rows, `stride` bytes apart.
void alcedo_jpeg_writer_push(alcedo_jpeg_writer *writer, const void *rows, size_t stride, int count);
// Makes the file once all rows are there. Free `data` with `free`. Returns 0, or -1 when memory is short.
int alcedo_jpeg_writer_finish(alcedo_jpeg_writer *writer, void **data, size_t *size);
void alcedo_jpeg_writer_free(alcedo_jpeg_writer *writer);

// The steps of a quality for Y (0), Cb (1) or Cr (2), row by row; `chosen`: from effort 5 on.
void alcedo_jpeg_steps(int quality, int chosen, int plane, unsigned steps[64]);
// The same before they are rounded and kept between 1 and 255.
void alcedo_jpeg_unrounded_steps(int quality, int chosen, int plane, double steps[64]);

#endif
