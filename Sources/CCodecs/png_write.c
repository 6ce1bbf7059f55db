// Writing a PNG.
#define _GNU_SOURCE
#include "alcedo_png.h"
#include "png_chunks.h"
#include "png_filters.h"
#include <dlfcn.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

// Of 13 photographs, zlib at level 6 took three times as long for 1.3% more bytes. Level 10 saves another 4.5%, and takes
// three times as long as 7; level 6 saves a third of the time and costs 0.5%.
enum { LEVEL = 7 };

// Of the filters whose sum of magnitudes is near the smallest one, that is used which leaves the fewest different pairs of
// bytes: they are closer to what a row costs than the sum. A quarter is near; more makes no difference.
enum { NEAR_SHARE = 4 };

struct alcedo_png_writer {
    alcedo_png_shape shape;
    int filters_rows;
    size_t row;                     // bytes of a row without its filter
    int pixel;
    uint8_t *filtered;              // rows, each behind its filter
    int done;                       // rows that are there
    uint8_t *here, *above;          // the last two rows, behind PNG_SLACK zeros
    uint8_t *candidates[PNG_FILTERS];
    uint8_t *pairs;                 // for each pair of bytes, where it was last found
    uint8_t mark;
};

enum { PAIRS = 1 << 16 };

// Most bytes of filtered rows, which are all held at once, beside what becomes of them.
static const size_t MAX_SIZE = (size_t) 512 << 20;

const char *alcedo_png_library(void) { return LIBDEFLATE_VERSION_STRING; }

const char *alcedo_png_library_path(void) {
    // Through dlsym, because a function's address may be a stub in the executable.
    void *symbol = dlsym(RTLD_DEFAULT, "libdeflate_zlib_compress");
    Dl_info info;
    return symbol != NULL && dladdr(symbol, &info) != 0 ? info.dli_fname : NULL;
}

int alcedo_png_writer_fits(alcedo_png_shape shape) { return filtered_size(shape, MAX_SIZE) > 0; }

alcedo_png_writer *alcedo_png_writer_new(alcedo_png_shape shape, int filters_rows) {
    size_t whole = filtered_size(shape, MAX_SIZE);
    if (whole == 0) return NULL;
    size_t row = whole / shape.height - 1;
    alcedo_png_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    writer->shape = shape;
    writer->filters_rows = filters_rows;
    writer->row = row;
    writer->pixel = shape.channels * shape.sample_bytes;
    writer->filtered = malloc(whole);
    writer->here = calloc(1, row + PNG_SLACK);
    writer->above = calloc(1, row + PNG_SLACK);
    writer->pairs = calloc(1, PAIRS);
    int fits = writer->filtered != NULL && writer->here != NULL && writer->above != NULL && writer->pairs != NULL;
    for (int filter = 0; filters_rows && filter < PNG_FILTERS; filter++)
        fits = fits && (writer->candidates[filter] = malloc(row)) != NULL;
    if (fits) return writer;
    alcedo_png_writer_free(writer);
    return NULL;
}

// The number of different pairs of adjacent bytes, or any number of at least `limit`.
static int different_pairs(alcedo_png_writer *writer, const uint8_t *bytes, int limit) {
    enum { STEP = 256 };
    if (++writer->mark == 0) {
        memset(writer->pairs, 0, PAIRS);
        writer->mark = 1;
    }
    uint8_t *pairs = writer->pairs, mark = writer->mark;
    int count = 0;
    size_t last = writer->row - 1;
    for (size_t i = 0; i < last && count < limit;) {
        size_t end = last - i > STEP ? i + STEP : last;
        for (; i < end; i++) {
            uint16_t pair;
            memcpy(&pair, bytes + i, sizeof pair);
            count += pairs[pair] != mark;
            pairs[pair] = mark;
        }
    }
    return count;
}

static int chosen_filter(alcedo_png_writer *writer) {
    uint64_t sums[PNG_FILTERS], least = UINT64_MAX;
    for (int filter = 0; filter < PNG_FILTERS; filter++) {
        uint8_t *candidate = writer->candidates[filter];
        alcedo_png_filter(
            filter, writer->here + PNG_SLACK, writer->above + PNG_SLACK, writer->row, writer->pixel, candidate);
        sums[filter] = alcedo_png_magnitude(candidate, writer->row);
        if (sums[filter] < least) least = sums[filter];
    }
    int best = 0, fewest = INT32_MAX;
    for (int filter = 0; filter < PNG_FILTERS; filter++) {
        if (sums[filter] > least + least / NEAR_SHARE) continue;
        int count = different_pairs(writer, writer->candidates[filter], fewest);
        if (count < fewest) {
            fewest = count;
            best = filter;
        }
    }
    return best;
}

void alcedo_png_writer_push(alcedo_png_writer *writer, const void *rows, size_t stride, int count) {
    const uint8_t *from = rows;
    for (int i = 0; i < count && writer->done < writer->shape.height; i++, from += stride) {
        uint8_t *out = writer->filtered + (writer->row + 1) * writer->done++;
        uint8_t *here = writer->above;
        writer->above = writer->here;
        writer->here = here;
        if (writer->shape.sample_bytes == 2) swap_samples(from, here + PNG_SLACK, writer->row);
        else memcpy(here + PNG_SLACK, from, writer->row);
        out[0] = writer->filters_rows ? (uint8_t) chosen_filter(writer) : PNG_NONE;
        memcpy(out + 1, writer->filters_rows ? writer->candidates[out[0]] : here + PNG_SLACK, writer->row);
    }
}

// Completes a chunk whose content is in place.
static uint8_t *finish_chunk(uint8_t *chunk, const char *name, size_t length) {
    put_big_endian(chunk, (uint32_t) length);
    memcpy(chunk + 4, name, 4);
    return put_big_endian(chunk + 8 + length, libdeflate_crc32(0, chunk + 4, length + 4));
}

int alcedo_png_writer_finish(
    alcedo_png_writer *writer, const void *chunks, size_t chunks_size, void **data, size_t *size) {
    *data = NULL;
    *size = 0;
    if (writer->done < writer->shape.height) return -1;
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LEVEL);
    if (compressor == NULL) return -1;
    size_t whole = (writer->row + 1) * writer->shape.height;
    size_t room = libdeflate_zlib_compress_bound(compressor, whole);
    uint8_t *file = malloc(sizeof png_signature + HEADER_SIZE + chunks_size + room + 3 * CHUNK_EXTRA);
    if (file != NULL) {
        uint8_t *at = file;
        memcpy(at, png_signature, sizeof png_signature);
        at += sizeof png_signature;
        uint8_t *content = at + 8;
        put_big_endian(content, (uint32_t) writer->shape.width);
        put_big_endian(content + 4, (uint32_t) writer->shape.height);
        content[8] = (uint8_t) (8 * writer->shape.sample_bytes);
        content[9] = png_color_types[writer->shape.channels];
        // Compression, filters, interlacing.
        memset(content + 10, 0, 3);
        at = finish_chunk(at, "IHDR", HEADER_SIZE);
        if (chunks_size > 0) memcpy(at, chunks, chunks_size);
        at += chunks_size;
        size_t length = libdeflate_zlib_compress(compressor, writer->filtered, whole, at + 8, room);
        if (length == 0) {
            free(file);
            file = NULL;
        } else {
            at = finish_chunk(at, "IDAT", length);
            at = finish_chunk(at, "IEND", 0);
            *size = (size_t) (at - file);
            // The room was for pixels that cannot be compressed.
            *data = realloc(file, *size);
            if (*data == NULL) *data = file;
        }
    }
    libdeflate_free_compressor(compressor);
    return *data == NULL ? -1 : 0;
}

void alcedo_png_writer_free(alcedo_png_writer *writer) {
    if (writer == NULL) return;
    for (int filter = 0; filter < PNG_FILTERS; filter++) free(writer->candidates[filter]);
    free(writer->filtered);
    free(writer->here);
    free(writer->above);
    free(writer->pairs);
    free(writer);
}
