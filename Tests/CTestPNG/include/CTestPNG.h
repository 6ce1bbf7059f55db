#include <stddef.h>
#include <stdint.h>

// What tests write PNG files with, in C: debug builds take a hundred times as long for a loop over bytes in Swift.

/// A row behind its filter (W3C PNG, third edition, chapter 9). `above` is the row before, or NULL; `pixel` are the bytes of a pixel.
/// Any other filter than 0…4 changes nothing.
void test_png_filter(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t filter, uint8_t *out);

/// CRC-32 as PNG has it (the same, annex D).
uint32_t test_png_crc(const uint8_t *bytes, size_t count);

/// Adler-32, the end of a zlib stream (RFC 1950, 2.2).
uint32_t test_png_adler(const uint8_t *bytes, size_t count);
