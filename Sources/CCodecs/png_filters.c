// The filters of PNG's rows. Integers only, so that all processors make the same bytes.
#include "png_filters.h"
#include <string.h>

// ---- Undoing ---------------------------------------------------------------------------------------------------

static int distance(int a, int b) { return a < b ? b - a : a - b; }

// The neighbor that is nearest to left + above - corner; of equal ones the first.
static uint8_t paeth(int left, int above, int corner) {
    int to_left = distance(above, corner), to_above = distance(left, corner);
    int to_corner = distance(left + above, 2 * corner);
    if (to_left <= to_above && to_left <= to_corner) return (uint8_t) left;
    return (uint8_t) (to_above <= to_corner ? above : corner);
}

void alcedo_png_unfilter_plain(int filter, uint8_t *row, const uint8_t *above, size_t bytes, int pixel) {
    for (size_t i = 0; i < bytes; i++) {
        int is_first = i < (size_t) pixel;
        int left = is_first ? 0 : row[i - pixel], corner = is_first ? 0 : above[i - pixel];
        switch (filter) {
        case PNG_SUB: row[i] += left; break;
        case PNG_UP: row[i] += above[i]; break;
        case PNG_AVERAGE: row[i] += (left + above[i]) / 2; break;
        case PNG_PAETH: row[i] += paeth(left, above[i], corner); break;
        }
    }
}

#if defined(__clang__) || __GNUC__ >= 9
#define HAS_VECTORS 1

// A pixel of up to four bytes, or of up to eight. The compiler makes instructions of any processor of these.
typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef int16_t shorts4 __attribute__((vector_size(8)));
typedef int16_t shorts8 __attribute__((vector_size(16)));

// Each loop once for pixels of these bytes. The next pixel is read before this one is written, and more bytes are read
// than a pixel of three or six has.
#define UNFILTERS(PIXEL, BYTES, SHORTS)                                                                                \
    static inline SHORTS wide##PIXEL(const uint8_t *from) {                                                            \
        BYTES bytes;                                                                                                   \
        memcpy(&bytes, from, sizeof bytes);                                                                            \
        return __builtin_convertvector(bytes, SHORTS);                                                                 \
    }                                                                                                                  \
    static inline SHORTS put##PIXEL(uint8_t *to, SHORTS values) {                                                      \
        values &= 255;                                                                                                 \
        BYTES bytes = __builtin_convertvector(values, BYTES);                                                          \
        memcpy(to, &bytes, PIXEL);                                                                                     \
        return values;                                                                                                 \
    }                                                                                                                  \
    static void sub##PIXEL(uint8_t *row, size_t bytes) {                                                               \
        BYTES left = { 0 };                                                                                            \
        for (size_t i = 0; i < bytes; i += PIXEL) {                                                                    \
            BYTES value;                                                                                               \
            memcpy(&value, row + i, sizeof value);                                                                     \
            left += value;                                                                                             \
            memcpy(row + i, &left, PIXEL);                                                                             \
        }                                                                                                              \
    }                                                                                                                  \
    static void average##PIXEL(uint8_t *row, const uint8_t *above, size_t bytes) {                                     \
        SHORTS left = { 0 };                                                                                           \
        for (size_t i = 0; i < bytes; i += PIXEL)                                                                      \
            left = put##PIXEL(row + i, wide##PIXEL(row + i) + ((left + wide##PIXEL(above + i)) >> 1));                 \
    }                                                                                                                  \
    static void paeth##PIXEL(uint8_t *row, const uint8_t *above, size_t bytes) {                                       \
        SHORTS left = { 0 }, corner = { 0 };                                                                           \
        for (size_t i = 0; i < bytes; i += PIXEL) {                                                                    \
            SHORTS up = wide##PIXEL(above + i), value = wide##PIXEL(row + i);                                          \
            SHORTS down = up - corner, across = left - corner, both = down + across;                                   \
            SHORTS to_left = (down ^ (down >> 15)) - (down >> 15);                                                     \
            SHORTS to_above = (across ^ (across >> 15)) - (across >> 15);                                              \
            SHORTS to_corner = (both ^ (both >> 15)) - (both >> 15);                                                   \
            SHORTS not_left = (to_left > to_above) | (to_left > to_corner), not_above = to_above > to_corner;          \
            SHORTS other = (corner & not_above) | (up & ~not_above);                                                   \
            corner = up;                                                                                               \
            left = put##PIXEL(row + i, value + ((other & not_left) | (left & ~not_left)));                             \
        }                                                                                                              \
    }

UNFILTERS(3, bytes4, shorts4)
UNFILTERS(4, bytes4, shorts4)
UNFILTERS(6, bytes8, shorts8)
UNFILTERS(8, bytes8, shorts8)
#undef UNFILTERS

#define CASE_OF(PIXEL)                                                                                                \
    case PIXEL:                                                                                                        \
        if (filter == PNG_SUB) sub##PIXEL(row, bytes);                                                                 \
        else if (filter == PNG_AVERAGE) average##PIXEL(row, above, bytes);                                             \
        else paeth##PIXEL(row, above, bytes);                                                                          \
        return;
#endif

void alcedo_png_unfilter(int filter, uint8_t *row, const uint8_t *above, size_t bytes, int pixel) {
    if (filter == PNG_NONE) return;
    if (filter == PNG_UP) {
        for (size_t i = 0; i < bytes; i++) row[i] += above[i];
        return;
    }
#if HAS_VECTORS
    switch (pixel) {
    CASE_OF(3) CASE_OF(4) CASE_OF(6) CASE_OF(8)
    }
#endif
    alcedo_png_unfilter_plain(filter, row, above, bytes, pixel);
}

// ---- Filtering -------------------------------------------------------------------------------------------------

void alcedo_png_filter(int filter, const uint8_t *row, const uint8_t *above, size_t bytes, int pixel, uint8_t *out) {
    const uint8_t *left = row - pixel, *corner = above - pixel;
    switch (filter) {
    case PNG_NONE: memcpy(out, row, bytes); break;
    case PNG_SUB: for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t) (row[i] - left[i]); break;
    case PNG_UP: for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t) (row[i] - above[i]); break;
    case PNG_AVERAGE:
        for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t) (row[i] - (left[i] + above[i]) / 2);
        break;
    case PNG_PAETH:
        for (size_t i = 0; i < bytes; i++) {
            int16_t a = left[i], b = above[i], c = corner[i];
            int16_t down = b - c, across = a - c, both = down + across;
            int16_t to_left = down < 0 ? -down : down, to_above = across < 0 ? -across : across;
            int16_t to_corner = both < 0 ? -both : both;
            int16_t other = to_above <= to_corner ? b : c;
            int is_left = (to_left <= to_above) & (to_left <= to_corner);
            out[i] = (uint8_t) (row[i] - (is_left ? a : other));
        }
        break;
    }
}

uint64_t alcedo_png_magnitude(const uint8_t *bytes, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count;) {
        // Short enough for a sum of 16 bits, which twice as many of fit a vector as of 32.
        uint16_t part = 0;
        size_t end = count - i > 256 ? i + 256 : count;
        for (; i < end; i++) {
            uint8_t value = bytes[i], negated = (uint8_t) -value;
            part += value < negated ? value : negated;
        }
        sum += part;
    }
    return sum;
}
