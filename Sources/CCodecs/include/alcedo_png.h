// PNG, read and written in one piece with libdeflate, which takes a third of zlib's time. No policy, no global state.
//
// The reader only takes files in which nothing is unusual or damaged: whatever else there is to say about a file, another
// decoder says. Both work on bytes in memory and start no thread.
#ifndef ALCEDO_PNG_H
#define ALCEDO_PNG_H

#include <stddef.h>
#include <stdint.h>

// The version of libdeflate's header, and the file that it was loaded from, or NULL.
const char *alcedo_png_library(void);
const char *alcedo_png_library_path(void);

// Rows of samples, without padding between pixels; samples of two bytes are in native order.
typedef struct {
    int width, height;
    int channels;       // 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA
    int sample_bytes;   // 1 or 2
} alcedo_png_shape;

// ---- Reading -----------------------------------------------------------------------------------------------

typedef struct alcedo_png alcedo_png;

// Decompresses a file. `bytes` are not needed afterwards.
//
// NULL unless reading cannot fail from here on: 8 or 16 bits, no palette, no transparent color, not interlaced, not
// animated, nothing behind the pixels but text, every checksum right, and exactly as many bytes as the rows have. Also NULL when
// memory is short.
alcedo_png *alcedo_png_open(const void *bytes, size_t size);
// The most bytes that an open file holds, by its header; 0 if `alcedo_png_open` does not take it. More than 64 MB of rows
// are not taken.
size_t alcedo_png_memory(const void *bytes, size_t size);
alcedo_png_shape alcedo_png_describe(const alcedo_png *png);
// Passes all rows to `take`, from top to bottom: `count` rows from row `y` on, `stride` bytes apart. Once only.
void alcedo_png_read(
    alcedo_png *png, void (*take)(void *context, const void *rows, size_t stride, int y, int count), void *context);
void alcedo_png_free(alcedo_png *png);
// Decompresses the profile of an iCCP chunk into `room` bytes. Returns its size; 0 if it is damaged or longer.
size_t alcedo_png_profile(const void *compressed, size_t size, void *out, size_t room);

// ---- Writing -----------------------------------------------------------------------------------------------

typedef struct alcedo_png_writer alcedo_png_writer;

// Whether the rows of a shape can be written in one piece: up to 512 MB.
int alcedo_png_writer_fits(alcedo_png_shape shape);
// - `filters_rows`: whether to choose a filter for each row; else none is used.
// NULL when memory is short or the shape does not fit.
alcedo_png_writer *alcedo_png_writer_new(alcedo_png_shape shape, int filters_rows);
// Appends rows.
void alcedo_png_writer_push(alcedo_png_writer *writer, const void *rows, size_t stride, int count);
// Makes the file once all rows are there: header, `chunks` (complete ones, or none), pixels, end. Free `data` with `free`.
// Returns 0, or -1 when memory is short.
int alcedo_png_writer_finish(
    alcedo_png_writer *writer, const void *chunks, size_t chunks_size, void **data, size_t *size);
void alcedo_png_writer_free(alcedo_png_writer *writer);

#endif
