// Checks the filters of PNG's rows by themselves, so that they can be compiled for other processors:
//
//     cc -ISources/CCodecs Tests/Codecs/filters.c Sources/CCodecs/png_filters.c && ./a.out [SEED]
//
// The truth is the specification, byte by byte. Prints a digest of everything filtered, which is the same on every processor, and
// counts on the last line.
#include "png_filters.h"
#include "support.h"

// W3C PNG, third edition, 9.4.
static int paeth(int a, int b, int c) {
    int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

static uint8_t filtered(int filter, const uint8_t *row, const uint8_t *above, size_t i, int pixel) {
    int a = i >= (size_t) pixel ? row[i - pixel] : 0, b = above[i], c = i >= (size_t) pixel ? above[i - pixel] : 0;
    int predicted[] = { 0, a, b, (a + b) / 2, paeth(a, b, c) };
    return (uint8_t) (row[i] - predicted[filter]);
}

static uint8_t *zeros_before(size_t bytes) { return (uint8_t *) calloc(1, PNG_SLACK + bytes) + PNG_SLACK; }

static void check(int filter, int width, int pixel) {
    size_t bytes = (size_t) width * pixel;
    // Exactly as long as they may be, so that a sanitizer sees every byte beyond.
    uint8_t *row = zeros_before(bytes), *above = zeros_before(bytes), *wanted = malloc(bytes), *got = malloc(bytes);
    uint8_t *undone = malloc(bytes + PNG_SLACK), *plain = malloc(bytes), *upper = malloc(bytes + PNG_SLACK);
    // Noise, few values, or a slope: predictions with all kinds of ties.
    int kind = between(0, 2);
    for (size_t i = 0; i < bytes; i++) {
        row[i] = (uint8_t) (kind == 0 ? random_bits() : kind == 1 ? (random_bits() % 3) * 127 : i + random_bits() % 3);
        above[i] = (uint8_t) (kind == 0 ? random_bits() : kind == 1 ? (random_bits() % 3) * 127 : i + random_bits() % 3);
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes; i++) {
        wanted[i] = filtered(filter, row, above, i, pixel);
        sum += (uint64_t) abs((int8_t) wanted[i]);
    }
    alcedo_png_filter(filter, row, above, bytes, pixel, got);
    char what[100];
    snprintf(what, sizeof what, "filter %d of %d pixels of %d bytes", filter, width, pixel);
    expect(memcmp(got, wanted, bytes) == 0, what);
    expect(alcedo_png_magnitude(got, bytes) == sum, "the sum of magnitudes");
    for (size_t i = 0; i < bytes; i++) note(got[i]);
    memcpy(undone, wanted, bytes);
    memcpy(upper, above, bytes);
    memcpy(plain, wanted, bytes);
    alcedo_png_unfilter(filter, undone, upper, bytes, pixel);
    alcedo_png_unfilter_plain(filter, plain, above, bytes, pixel);
    strcat(what, ", undone");
    expect(memcmp(undone, row, bytes) == 0, what);
    strcat(what, " in plain C");
    expect(memcmp(plain, row, bytes) == 0, what);
    free(row - PNG_SLACK), free(above - PNG_SLACK), free(wanted), free(got), free(undone), free(plain), free(upper);
}

int main(int count, char **arguments) {
    seed(count > 1 ? arguments[1] : "1");
    static const int pixels[] = { 1, 2, 3, 4, 6, 8 };
    for (int filter = 0; filter < PNG_FILTERS; filter++)
        for (int i = 0; i < 6; i++) {
            for (int width = 1; width <= 100; width++) check(filter, width, pixels[i]);
            for (int n = 0; n < 20; n++) check(filter, between(100, 3000), pixels[i]);
        }
    return finish();
}
