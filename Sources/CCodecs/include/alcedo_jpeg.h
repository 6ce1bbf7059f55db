#ifndef ALCEDO_JPEG_H
#define ALCEDO_JPEG_H

#include <stddef.h>
#include <stdint.h>

// Reads the components of a JPEG as they are stored, through libjpeg, without enlarging chroma and converting colors.
//
// Only what is common and sound is read: anything else is left to libvips, with its messages. Everything here may be used
// on any thread, one reader on one thread at a time.

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

#endif
