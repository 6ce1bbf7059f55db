#include "CTestPNG.h"

#include <stdlib.h>

static uint8_t predicted(int filter, int left, int up, int corner) {
    switch (filter) {
    case 1:
        return (uint8_t)left;
    case 2:
        return (uint8_t)up;
    case 3:
        return (uint8_t)((left + up) / 2);
    case 4: {
        int to_left = abs(up - corner), to_up = abs(left - corner), to_corner = abs(left + up - 2 * corner);
        return (uint8_t)(to_left <= to_up && to_left <= to_corner ? left : to_up <= to_corner ? up : corner);
    }
    default:
        return 0;
    }
}

void test_png_filter(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t filter, uint8_t *out) {
    for (size_t i = 0; i < count; i++) {
        int left = i >= pixel ? row[i - pixel] : 0;
        int up = above ? above[i] : 0;
        int corner = above && i >= pixel ? above[i - pixel] : 0;
        out[i] = (uint8_t)(row[i] - predicted(filter, left, up, corner));
    }
}

uint32_t test_png_crc(const uint8_t *bytes, size_t count) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xEDB88320 ^ crc >> 1 : crc >> 1;
    }
    return ~crc;
}

uint32_t test_png_adler(const uint8_t *bytes, size_t count) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < count; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}
