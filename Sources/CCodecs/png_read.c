// Reading a PNG in which nothing is unusual.
#include "alcedo_png.h"
#include "png_chunks.h"
#include "png_filters.h"
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

// Rows passed on at once: they stay in the processor's cache.
enum { ROWS_AT_ONCE = 16 };
// More chunks, or longer texts behind the pixels, make other decoders complain.
enum { MAX_CHUNKS = 500, MAX_LATE_TEXT = 1 << 20 };

// Most bytes of decoded rows, which are all held at once; libvips reads larger pictures in pieces.
static const size_t MAX_SIZE = (size_t) 64 << 20;

struct alcedo_png {
    alcedo_png_shape shape;
    size_t row;         // bytes of a row without its filter
    uint8_t *pixels;    // rows, each behind its filter
    uint8_t *above;     // zeros for the first row
    uint8_t *native;    // ROWS_AT_ONCE rows in native order; NULL for samples of one byte
};

// The pixels' data: one chunk in the file, or several to be joined.
typedef struct {
    const uint8_t *first;
    size_t size;
    int chunks;
} compressed;

static int is_named(const uint8_t *chunk, const char *name) { return memcmp(chunk + 4, name, 4) == 0; }

static int read_header(const uint8_t *content, alcedo_png_shape *shape) {
    uint32_t width = big_endian(content), height = big_endian(content + 4);
    int depth = content[8], type = content[9];
    if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX || (depth != 8 && depth != 16)) return -1;
    // Compression, filters, interlacing.
    if (content[10] != 0 || content[11] != 0 || content[12] != 0) return -1;
    for (int channels = 1; channels <= 4; channels++) {
        if (png_color_types[channels] != type) continue;
        *shape = (alcedo_png_shape) { (int) width, (int) height, channels, depth / 8 };
        return 0;
    }
    return -1;
}

// Whether a chunk before the pixels leaves them as they are, for every decoder.
static int is_harmless(const uint8_t *chunk) {
    // Those of pictures only have names that begin with an uppercase letter.
    if (chunk[4] < 'a') return 0;
    static const char *const others[] = { "tRNS", "acTL", "fcTL", "fdAT" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is_named(chunk, others[i])) return 0;
    return 1;
}

static int is_name(const uint8_t *name) {
    for (int i = 0; i < 4; i++)
        if ((name[i] | 0x20) < 'a' || (name[i] | 0x20) > 'z') return 0;
    return 1;
}

// Checks every chunk up to the end.
static int read_chunks(const uint8_t *bytes, size_t size, alcedo_png_shape *shape, compressed *data) {
    enum { HEADER, BEFORE, PIXELS, BEHIND } place = HEADER;
    size_t at = sizeof png_signature;
    if (size < at || memcmp(bytes, png_signature, at) != 0) return -1;
    for (int count = 0; count < MAX_CHUNKS || place == PIXELS; count++) {
        if (size - at < CHUNK_EXTRA) return -1;
        const uint8_t *chunk = bytes + at;
        uint32_t length = big_endian(chunk);
        if (length > CHUNK_LIMIT || length > size - at - CHUNK_EXTRA || !is_name(chunk + 4)) return -1;
        if (libdeflate_crc32(0, chunk + 4, (size_t) length + 4) != big_endian(chunk + 8 + length)) return -1;
        at += CHUNK_EXTRA + (size_t) length;
        int is_pixels = is_named(chunk, "IDAT");
        if (place == HEADER) {
            if (!is_named(chunk, "IHDR") || length != HEADER_SIZE || read_header(chunk + 8, shape) != 0) return -1;
            place = BEFORE;
        } else if (is_pixels && place != BEHIND) {
            if (data->chunks++ == 0) data->first = chunk + 8;
            data->size += length;
            place = PIXELS;
        } else if (place == BEFORE) {
            if (!is_harmless(chunk)) return -1;
        } else if (is_named(chunk, "IEND")) {
            return length == 0 ? 0 : -1;
        } else {
            place = BEHIND;
            if (!is_named(chunk, "tEXt") || length > MAX_LATE_TEXT) return -1;
        }
    }
    return -1;
}

// Copies the contents of adjacent chunks.
static uint8_t *joined(const compressed *data) {
    uint8_t *whole = malloc(data->size), *to = whole;
    if (whole == NULL) return NULL;
    const uint8_t *from = data->first;
    for (int i = 0; i < data->chunks; i++) {
        size_t length = big_endian(from - 8);
        memcpy(to, from, length);
        to += length;
        from += length + CHUNK_EXTRA;
    }
    return whole;
}

// Decompresses all of the data to exactly `wanted` bytes.
static int inflate_all(const compressed *data, uint8_t *out, size_t wanted) {
    if (data->size < 2) return -1;
    uint8_t *copy = NULL;
    const uint8_t *from = data->first;
    if (data->chunks > 1 && (from = copy = joined(data)) == NULL) return -1;
    int result = -1;
    // Some decoders have a window of the size given here (RFC 1950, 2.2), and find errors where it is too small.
    size_t window = (size_t) 1 << ((from[0] >> 4) + 8);
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    if (decompressor != NULL && (window >= 1 << 15 || window >= wanted)) {
        size_t read = 0, written = 0;
        if (libdeflate_zlib_decompress_ex(decompressor, from, data->size, out, wanted, &read, &written) ==
                LIBDEFLATE_SUCCESS && read == data->size && written == wanted)
            result = 0;
    }
    if (decompressor != NULL) libdeflate_free_decompressor(decompressor);
    free(copy);
    return result;
}

alcedo_png *alcedo_png_open(const void *bytes, size_t size) {
    alcedo_png_shape shape;
    compressed data = { NULL, 0, 0 };
    if (read_chunks(bytes, size, &shape, &data) != 0) return NULL;
    size_t whole = filtered_size(shape, MAX_SIZE);
    if (whole == 0) return NULL;
    size_t row = whole / shape.height - 1;
    alcedo_png *png = calloc(1, sizeof *png);
    if (png == NULL) return NULL;
    png->shape = shape;
    png->row = row;
    png->pixels = malloc(whole + PNG_SLACK);
    png->above = calloc(1, row + PNG_SLACK);
    if (shape.sample_bytes == 2) png->native = malloc(row * ROWS_AT_ONCE);
    int result = png->pixels == NULL || png->above == NULL || (shape.sample_bytes == 2 && png->native == NULL) ? -1 : 0;
    if (result == 0) result = inflate_all(&data, png->pixels, whole);
    for (int y = 0; result == 0 && y < shape.height; y++)
        if (png->pixels[(row + 1) * y] >= PNG_FILTERS) result = -1;
    if (result == 0) return png;
    alcedo_png_free(png);
    return NULL;
}

size_t alcedo_png_memory(const void *bytes, size_t size) {
    const uint8_t *chunk = (const uint8_t *) bytes + sizeof png_signature;
    alcedo_png_shape shape;
    if (size < sizeof png_signature + CHUNK_EXTRA + HEADER_SIZE || memcmp(bytes, png_signature, sizeof png_signature) != 0 ||
        !is_named(chunk, "IHDR") || read_header(chunk + 8, &shape) != 0)
        return 0;
    size_t whole = filtered_size(shape, MAX_SIZE);
    // The file's data may have to be joined.
    return whole == 0 ? 0 : whole + whole / shape.height * (ROWS_AT_ONCE + 1) + size;
}

alcedo_png_shape alcedo_png_describe(const alcedo_png *png) { return png->shape; }

void alcedo_png_read(
    alcedo_png *png, void (*take)(void *context, const void *rows, size_t stride, int y, int count), void *context) {
    size_t row = png->row, stride = row + 1;
    int pixel = png->shape.channels * png->shape.sample_bytes, height = png->shape.height;
    const uint8_t *above = png->above;
    for (int y = 0; y < height; y += ROWS_AT_ONCE) {
        int count = height - y < ROWS_AT_ONCE ? height - y : ROWS_AT_ONCE;
        uint8_t *first = png->pixels + stride * y;
        for (int i = 0; i < count; i++) {
            uint8_t *here = first + stride * i;
            alcedo_png_unfilter(here[0], here + 1, above, row, pixel);
            above = here + 1;
            if (png->native != NULL) swap_samples(here + 1, png->native + row * i, row);
        }
        if (png->native != NULL) take(context, png->native, row, y, count);
        else take(context, first + 1, stride, y, count);
    }
}

void alcedo_png_free(alcedo_png *png) {
    if (png == NULL) return;
    free(png->pixels);
    free(png->above);
    free(png->native);
    free(png);
}

size_t alcedo_png_profile(const void *compressed, size_t size, void *out, size_t room) {
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    if (decompressor == NULL) return 0;
    size_t written = 0;
    if (libdeflate_zlib_decompress(decompressor, compressed, size, out, room, &written) != LIBDEFLATE_SUCCESS) written = 0;
    libdeflate_free_decompressor(decompressor);
    return written;
}
