// Checks reading and writing PNG by themselves, so that they can be compiled with sanitizers:
//
//     cc -ISources/CCodecs/include Tests/Codecs/png.c Sources/CCodecs/png_*.c -ldeflate && ./a.out SEED FOLDER [some]
//
// Files to read are written here, from the specification alone and without compression. Leaves a file of each kind that the
// writer makes in FOLDER, and the samples beside it. Prints counts on the last line; `some` is a tenth of the damage, for slow
// builds.
#define _GNU_SOURCE
#include "alcedo_png.h"
#include "support.h"

typedef struct { uint8_t *bytes; size_t size, capacity; } buffer;

static void add(buffer *to, const void *bytes, size_t size) {
    if (to->size + size >= to->capacity) {
        to->capacity = 2 * (to->size + size) + 1;
        to->bytes = realloc(to->bytes, to->capacity);
    }
    if (size > 0) memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

static void add_number(buffer *to, uint32_t number) {
    uint8_t bytes[] = { number >> 24, number >> 16, number >> 8, number };
    add(to, bytes, 4);
}

// ---- Files from the specification ----------------------------------------------------------------------------

static uint32_t crc(const uint8_t *bytes, size_t size) {
    uint32_t value = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        value ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) value = value & 1 ? value >> 1 ^ 0xEDB88320u : value >> 1;
    }
    return ~value;
}

static void add_chunk(buffer *to, const char *name, const void *content, size_t size) {
    add_number(to, (uint32_t) size);
    size_t start = to->size;
    add(to, name, 4);
    add(to, content, size);
    add_number(to, crc(to->bytes + start, size + 4));
}

static uint32_t adler(const uint8_t *bytes, size_t size) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; i++) a = (a + bytes[i]) % 65521, b = (b + a) % 65521;
    return b << 16 | a;
}

// RFC 1950 with stored blocks of RFC 1951.
static buffer stored(const uint8_t *bytes, size_t size) {
    buffer made = { NULL, 0, 0 };
    add(&made, "\x78\x01", 2);
    size_t at = 0;
    do {
        size_t count = size - at < 65535 ? size - at : 65535;
        uint8_t head[] = { at + count == size, count & 255, count >> 8, ~count & 255, ~count >> 8 & 255 };
        add(&made, head, 5);
        add(&made, bytes + at, count);
        at += count;
    } while (at < size);
    add_number(&made, adler(bytes, size));
    return made;
}

typedef struct {
    alcedo_png_shape shape;
    size_t row;
    uint8_t *samples;   // as in a file: big-endian
} picture;

static picture picture_new(int width, int height, int channels, int bytes) {
    picture made = { { width, height, channels, bytes }, (size_t) width * channels * bytes, NULL };
    made.samples = malloc(made.row * height);
    int kind = between(0, 2);
    for (size_t i = 0; i < made.row * height; i++)
        made.samples[i] = (uint8_t) (kind == 0 ? random_bits() : kind == 1 ? i / 7 : 100 + random_bits() % 5);
    return made;
}

static int paeth(int a, int b, int c) {
    int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

// The rows with their filters: `filter`, or any if it is negative.
static buffer filtered(const picture *p, int filter) {
    buffer made = { NULL, 0, 0 };
    size_t pixel = (size_t) p->shape.channels * p->shape.sample_bytes;
    for (int y = 0; y < p->shape.height; y++) {
        uint8_t used = (uint8_t) (filter < 0 ? between(0, 4) : filter);
        add(&made, &used, 1);
        const uint8_t *row = p->samples + p->row * y;
        for (size_t i = 0; i < p->row; i++) {
            int a = i >= pixel ? row[i - pixel] : 0, b = y > 0 ? *(row + i - p->row) : 0;
            int c = i >= pixel && y > 0 ? *(row + i - p->row - pixel) : 0;
            int predicted[] = { 0, a, b, (a + b) / 2, paeth(a, b, c) };
            uint8_t value = (uint8_t) (row[i] - predicted[used]);
            add(&made, &value, 1);
        }
    }
    return made;
}

// What else a file may have.
typedef struct {
    int parts;                  // IDAT chunks
    const char *before, *behind;// chunks of that name, around the pixels
    int interlace, header;      // bytes of IHDR, from the depth on: `header` is set if `changed` is
    int changed;
    int no_end, split;          // no IEND; a text between IDATs
} extras;

static buffer file_of(const picture *p, const uint8_t *zlib, size_t size, extras extra) {
    buffer made = { NULL, 0, 0 };
    add(&made, "\x89PNG\r\n\x1A\n", 8);
    buffer header = { NULL, 0, 0 };
    add_number(&header, (uint32_t) p->shape.width);
    add_number(&header, (uint32_t) p->shape.height);
    static const uint8_t types[] = { 0, 0, 4, 2, 6 };
    uint8_t rest[] = { (uint8_t) (8 * p->shape.sample_bytes), types[p->shape.channels], 0, 0, 0 };
    if (extra.changed > 0) rest[extra.changed - 1] = (uint8_t) extra.header;
    add(&header, rest, 5);
    add_chunk(&made, "IHDR", header.bytes, header.size);
    free(header.bytes);
    if (extra.before != NULL) add_chunk(&made, extra.before, "a\0bcd", 6);
    int parts = extra.parts > 0 ? extra.parts : 1;
    for (int i = 0; i < parts; i++) {
        size_t from = size * i / parts, to = size * (i + 1) / parts;
        add_chunk(&made, "IDAT", zlib + from, to - from);
        if (extra.split && i == 0) add_chunk(&made, "tEXt", "a\0b", 3);
    }
    if (extra.behind != NULL) add_chunk(&made, extra.behind, "a\0bcd", 6);
    if (!extra.no_end) add_chunk(&made, "IEND", NULL, 0);
    return made;
}

// ---- Reading -------------------------------------------------------------------------------------------------

typedef struct { picture *of; int next, equal; } reading;

static void take(void *context, const void *rows, size_t stride, int y, int count) {
    reading *r = context;
    r->equal = r->equal && y == r->next;
    for (int i = 0; i < count; i++) {
        const uint8_t *got = (const uint8_t *) rows + stride * i, *wanted = r->of->samples + r->of->row * (y + i);
        if (r->of->shape.sample_bytes == 1) {
            r->equal = r->equal && memcmp(got, wanted, r->of->row) == 0;
        } else {
            for (size_t n = 0; n < r->of->row; n += 2)
                r->equal = r->equal && *(const uint16_t *) (got + n) == (wanted[n] << 8 | wanted[n + 1]);
        }
    }
    r->next = y + count;
}

// A copy of exactly this size, so that a sanitizer sees every byte beyond.
static alcedo_png *opened(const uint8_t *bytes, size_t size) {
    uint8_t *copy = malloc(size > 0 ? size : 1);
    memcpy(copy, bytes, size);
    alcedo_png_memory(copy, size);
    alcedo_png *png = alcedo_png_open(copy, size);
    free(copy);
    return png;
}

static void expect_picture(picture *p, const uint8_t *bytes, size_t size, const char *what) {
    alcedo_png *png = opened(bytes, size);
    expect(png != NULL, what);
    if (png == NULL) return;
    alcedo_png_shape shape = alcedo_png_describe(png);
    expect(memcmp(&shape, &p->shape, sizeof shape) == 0, what);
    expect(alcedo_png_memory(bytes, size) >= (p->row + 1) * p->shape.height, "its memory");
    reading r = { p, 0, 1 };
    alcedo_png_read(png, take, &r);
    expect(r.equal && r.next == p->shape.height, what);
    alcedo_png_free(png);
}

static void expect_none(const uint8_t *bytes, size_t size, const char *what) {
    alcedo_png *png = opened(bytes, size);
    expect(png == NULL, what);
    alcedo_png_free(png);
}

static void check_reading(int width, int height, int channels, int bytes, int filter) {
    picture p = picture_new(width, height, channels, bytes);
    buffer rows = filtered(&p, filter), zlib = stored(rows.bytes, rows.size);
    extras extra = { .parts = between(1, 3), .before = between(0, 1) ? "tEXt" : NULL, .behind = between(0, 3) ? NULL : "tEXt" };
    buffer file = file_of(&p, zlib.bytes, zlib.size, extra);
    char what[100];
    snprintf(what, sizeof what, "%dx%d, %d channels of %d bytes, filter %d", width, height, channels, bytes, filter);
    expect_picture(&p, file.bytes, file.size, what);
    free(p.samples), free(rows.bytes), free(zlib.bytes), free(file.bytes);
}

// ---- What is not read ----------------------------------------------------------------------------------------

static void check_refusals(int channels, int bytes, int step) {
    picture p = picture_new(between(1, 12), between(1, 9), channels, bytes);
    buffer rows = filtered(&p, -1), zlib = stored(rows.bytes, rows.size);
    buffer file = file_of(&p, zlib.bytes, zlib.size, (extras) { .parts = 2, .before = "tEXt", .behind = "tEXt" });
    expect_picture(&p, file.bytes, file.size, "the file that is damaged next");
    // A checksum covers each byte that has a meaning.
    for (size_t bit = (size_t) between(0, step - 1); bit < file.size * 8; bit += (size_t) step) {
        file.bytes[bit / 8] ^= (uint8_t) (1 << bit % 8);
        expect_none(file.bytes, file.size, "a bit is wrong");
        file.bytes[bit / 8] ^= (uint8_t) (1 << bit % 8);
    }
    for (size_t size = (size_t) between(0, step - 1); size < file.size; size += (size_t) step)
        expect_none(file.bytes, size, "the end is missing");
    free(file.bytes);

    static const struct { extras extra; const char *what; int is_read; } kinds[] = {
        { { .before = "tRNS" }, "a transparent color", 0 },
        { { .before = "PLTE" }, "a palette", 0 },
        { { .before = "IHDR" }, "a second header", 0 },
        { { .before = "acTL" }, "an animation", 0 },
        { { .before = "a1Xt" }, "no name", 0 },
        { { .before = "heLo" }, "an unknown chunk", 1 },
        { { .before = "HELO" }, "an unknown chunk that is needed", 0 },
        { { .behind = "iCCP" }, "a profile behind the pixels", 0 },
        { { .behind = "zTXt" }, "a compressed text behind the pixels", 0 },
        { { .behind = "tEXt" }, "a text behind the pixels", 1 },
        { { .no_end = 1 }, "no end", 0 },
        { { .parts = 2, .split = 1 }, "pixels in two places", 0 },
        { { .parts = 5 }, "pixels in many chunks", 1 },
        { { .changed = 5, .header = 1 }, "interlaced", 0 },
        { { .changed = 5, .header = 2 }, "interlaced in an unknown way", 0 },
        { { .changed = 4, .header = 1 }, "unknown filters", 0 },
        { { .changed = 3, .header = 1 }, "unknown compression", 0 },
        { { .changed = 2, .header = 3 }, "a color type with a palette", 0 },
        { { .changed = 2, .header = 5 }, "an unknown color type", 0 },
        { { .changed = 1, .header = 4 }, "4 bits", 0 },
        { { .changed = 1, .header = 0 }, "no bits", 0 },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        buffer made = file_of(&p, zlib.bytes, zlib.size, kinds[i].extra);
        if (kinds[i].is_read) expect_picture(&p, made.bytes, made.size, kinds[i].what);
        else expect_none(made.bytes, made.size, kinds[i].what);
        free(made.bytes);
    }

    // Data that is not that of the rows, in chunks whose checksums are right.
    for (int kind = 0; kind < 7; kind++) {
        buffer other = { NULL, 0, 0 }, data = { NULL, 0, 0 };
        add(&other, rows.bytes, rows.size);
        if (kind == 0) other.bytes[(p.row + 1) * between(0, p.shape.height - 1)] = (uint8_t) between(5, 255);
        if (kind == 1) add(&other, "", 1);
        if (kind == 2) other.size--;
        data = stored(other.bytes, other.size);
        if (kind == 3) add(&data, "", 1);
        if (kind == 4) data.size--;
        if (kind == 5) data.bytes[data.size - 1] ^= 1;
        // A window of 256 bytes, and the check bits that belong to it.
        if (kind == 6) memcpy(data.bytes, "\x08\x1D", 2);
        static const char *const what[] = {
            "an unknown filter", "a byte too many", "a byte too few", "a byte behind the data", "a checksum too short",
            "a wrong checksum", "a window that is too small" };
        buffer made = file_of(&p, data.bytes, data.size, (extras) { .parts = 1 });
        if (kind == 6 && rows.size <= 256) expect_picture(&p, made.bytes, made.size, "a window that is large enough");
        else expect_none(made.bytes, made.size, what[kind]);
        free(other.bytes), free(data.bytes), free(made.bytes);
    }

    // Sizes up to the largest that a header has.
    for (int i = 0; i < 20; i++) {
        picture large = p;
        large.shape.width = (int) (random_bits() >> between(0, 30));
        large.shape.height = (int) (random_bits() >> between(0, 30));
        if ((size_t) large.shape.width == (size_t) p.shape.width && large.shape.height == p.shape.height) continue;
        buffer made = file_of(&large, zlib.bytes, zlib.size, (extras) { .parts = 1 });
        alcedo_png *png = opened(made.bytes, made.size);
        // Other sizes may have as many bytes.
        expect(png == NULL || ((size_t) large.shape.width * channels * bytes + 1) * large.shape.height == rows.size, "a false size");
        alcedo_png_free(png);
        free(made.bytes);
    }
    free(p.samples), free(rows.bytes), free(zlib.bytes);
}

// Anything may be wrong at once, but for the checksums: they are put right, so that what is behind them is reached.
static void check_noise(void) {
    picture p = picture_new(between(1, 20), between(1, 20), between(1, 4), between(1, 2));
    alcedo_png_writer *writer = alcedo_png_writer_new(p.shape, between(0, 1));
    alcedo_png_writer_push(writer, p.samples, p.row, p.shape.height);
    void *bytes;
    size_t size;
    alcedo_png_writer_finish(writer, NULL, 0, &bytes, &size);
    alcedo_png_writer_free(writer);
    uint8_t *file = bytes;
    for (int n = between(1, 4); n > 0; n--) file[between(8, (int) size - 1)] = (uint8_t) random_bits();
    for (size_t at = 8; size - at >= 12;) {
        size_t length = (size_t) file[at] << 24 | (size_t) file[at + 1] << 16 | (size_t) file[at + 2] << 8 | file[at + 3];
        if (length > size - at - 12) break;
        uint32_t sum = crc(file + at + 4, length + 4);
        for (int i = 0; i < 4; i++) file[at + 8 + length + i] = (uint8_t) (sum >> (24 - 8 * i));
        at += 12 + length;
    }
    alcedo_png *png = opened(file, size);
    if (png != NULL) {
        // It may be anything but longer or shorter than it says.
        alcedo_png_shape shape = alcedo_png_describe(png);
        picture any = { shape, (size_t) shape.width * shape.channels * shape.sample_bytes, NULL };
        any.samples = calloc(any.row, shape.height);
        reading r = { &any, 0, 1 };
        alcedo_png_read(png, take, &r);
        expect(r.next == shape.height, "all rows of a damaged file");
        free(any.samples);
        alcedo_png_free(png);
    } else {
        passed++;
    }
    free(p.samples);
    free(file);
}

// ---- Writing -------------------------------------------------------------------------------------------------

static buffer written(const picture *p, int filters, const buffer *chunks) {
    // In native order, with something between the rows.
    size_t stride = p->row + 2 * (size_t) between(0, 3);
    uint8_t *native = malloc(stride * p->shape.height);
    for (int y = 0; y < p->shape.height; y++)
        for (size_t i = 0; i < p->row; i += (size_t) p->shape.sample_bytes) {
            const uint8_t *from = p->samples + p->row * y + i;
            if (p->shape.sample_bytes == 1) native[stride * y + i] = *from;
            else *(uint16_t *) (native + stride * y + i) = (uint16_t) (from[0] << 8 | from[1]);
        }
    alcedo_png_writer *writer = alcedo_png_writer_new(p->shape, filters);
    for (int y = 0; y < p->shape.height;) {
        int count = between(1, 20);
        if (count > p->shape.height - y) count = p->shape.height - y;
        alcedo_png_writer_push(writer, native + stride * y, stride, count);
        y += count;
    }
    void *data;
    buffer made = { NULL, 0, 0 };
    if (alcedo_png_writer_finish(writer, chunks->bytes, chunks->size, &data, &made.size) == 0) made.bytes = data;
    alcedo_png_writer_free(writer);
    free(native);
    return made;
}

static void check_writing(int width, int height, int channels, int bytes, int filters, const char *folder) {
    picture p = picture_new(width, height, channels, bytes);
    buffer chunks = { NULL, 0, 0 };
    if (between(0, 1)) add_chunk(&chunks, "gAMA", "\0\0\xB1\x8F", 4);
    buffer made = written(&p, filters, &chunks), again = written(&p, filters, &chunks);
    char what[100];
    snprintf(what, sizeof what, "%dx%d, %d channels of %d bytes, written with filters %d", width, height, channels, bytes, filters);
    expect(made.bytes != NULL && made.size == again.size && memcmp(made.bytes, again.bytes, made.size) == 0, what);
    expect(memmem(made.bytes, made.size, "gAMA", 4) == NULL ? chunks.size == 0 : chunks.size > 0, "its chunks");
    expect_picture(&p, made.bytes, made.size, what);
    for (size_t i = 0; i < made.size; i++) note(made.bytes[i]);
    if (folder != NULL) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%dx%d-%d-%d-%d.png", folder, width, height, channels, bytes, filters);
        FILE *file = fopen(path, "wb");
        fwrite(made.bytes, 1, made.size, file);
        fclose(file);
        strcpy(path + strlen(path) - 3, "raw");
        file = fopen(path, "wb");
        fwrite(p.samples, p.row, height, file);
        fclose(file);
    }
    free(p.samples), free(chunks.bytes), free(made.bytes), free(again.bytes);
}

static void check_limits(void) {
    static const alcedo_png_shape too_large[] = {
        { INT32_MAX, 1, 4, 2 }, { 1, INT32_MAX, 4, 2 }, { INT32_MAX, INT32_MAX, 1, 1 }, { 100000, 100000, 4, 1 }, { 0, 1, 1, 1 },
        { 1, 0, 1, 1 }, { -1, 1, 1, 1 } };
    for (size_t i = 0; i < sizeof too_large / sizeof *too_large; i++) {
        expect(!alcedo_png_writer_fits(too_large[i]), "a shape that does not fit");
        expect(alcedo_png_writer_new(too_large[i], 1) == NULL, "a writer for what does not fit");
    }
    alcedo_png_shape shape = { 3, 2, 1, 1 };
    alcedo_png_writer *writer = alcedo_png_writer_new(shape, 1);
    void *data;
    size_t size;
    alcedo_png_writer_push(writer, "abc", 3, 1);
    expect(alcedo_png_writer_finish(writer, NULL, 0, &data, &size) != 0 && data == NULL, "a row is missing");
    alcedo_png_writer_free(writer);
}

int main(int count, char **arguments) {
    seed(count > 1 ? arguments[1] : "1");
    const char *folder = count > 2 ? arguments[2] : NULL;
    int step = count > 3 && strcmp(arguments[3], "some") == 0 ? 10 : 1;
    for (int channels = 1; channels <= 4; channels++)
        for (int bytes = 1; bytes <= 2; bytes++) {
            for (int filter = -1; filter <= 4; filter++)
                for (int side = 1; side <= 40; side++) {
                    // Arguments are evaluated in an order that compilers choose.
                    int other = between(1, 40);
                    check_reading(side, other, channels, bytes, filter);
                    check_reading(other, side, channels, bytes, filter);
                }
            check_reading(1001, 333, channels, bytes, -1);
            for (int i = 0; i < 5; i++) check_refusals(channels, bytes, step);
            for (int filters = 0; filters <= 1; filters++) {
                for (int side = 1; side <= 40; side++) {
                    int other = between(1, 40);
                    check_writing(side, other, channels, bytes, filters, side % 8 == 0 ? folder : NULL);
                }
                check_writing(333, 401, channels, bytes, filters, folder);
            }
        }
    for (int i = 0; i < 20000 / step; i++) check_noise();
    check_limits();
    return finish();
}
