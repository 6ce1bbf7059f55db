// The parts of a PNG file: a signature, then chunks of length, name, content and checksum (W3C PNG, third edition, 5.3).
#ifndef ALCEDO_PNG_CHUNKS_H
#define ALCEDO_PNG_CHUNKS_H

#include "alcedo_png.h"
#include <stddef.h>
#include <stdint.h>

static const uint8_t png_signature[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n' };

// What a chunk has besides its content, and the content of the header.
enum { CHUNK_EXTRA = 12, HEADER_SIZE = 13 };
// Longest content.
#define CHUNK_LIMIT 0x7FFFFFFFu

// The bytes of `height` rows with their filters; 0 if they are more than `limit`.
static inline size_t filtered_size(alcedo_png_shape shape, size_t limit) {
    size_t pixel = (size_t) shape.channels * shape.sample_bytes;
    if (shape.width < 1 || shape.height < 1 || (size_t) shape.width > limit / pixel) return 0;
    size_t stride = shape.width * pixel + 1;
    return (size_t) shape.height > limit / stride ? 0 : stride * shape.height;
}

// The color type for each number of channels (table 12).
static const uint8_t png_color_types[5] = { 0, 0, 4, 2, 6 };

static inline uint32_t big_endian(const uint8_t *bytes) {
    return (uint32_t) bytes[0] << 24 | (uint32_t) bytes[1] << 16 | (uint32_t) bytes[2] << 8 | bytes[3];
}

static inline uint8_t *put_big_endian(uint8_t *to, uint32_t value) {
    for (int i = 0; i < 4; i++) to[i] = (uint8_t) (value >> (24 - 8 * i));
    return to + 4;
}

// Samples of two bytes from a file's order to that of the processor, or back.
static inline void swap_samples(const uint8_t *from, uint8_t *to, size_t bytes) {
    for (size_t i = 0; i < bytes; i += 2) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        uint8_t first = from[i];
        to[i] = from[i + 1];
        to[i + 1] = first;
#else
        to[i] = from[i];
        to[i + 1] = from[i + 1];
#endif
    }
}

#endif
