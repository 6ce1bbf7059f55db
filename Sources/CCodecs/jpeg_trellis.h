// Which values the coefficients of a JPEG get, when bits count beside nearness.
#ifndef JPEG_TRELLIS_H
#define JPEG_TRELLIS_H

#include <stddef.h>
#include <stdint.h>

// Coefficients wait for quantization in these parts, which JPEG's 16 bits just hold.
enum { COEFFICIENT_PARTS = 8 };

// The discrete cosine transform of 8 x 8 samples around 0, `stride` samples between rows, in COEFFICIENT_PARTS.
void alcedo_jpeg_transform(const float *samples, size_t stride, int16_t block[64]);

// How often each symbol of AC coefficients is needed (T.81, F.1.2.2: run and size).
typedef struct { uint32_t counts[256]; } alcedo_jpeg_symbols;
// Counts the symbols of a block as it comes by rounding.
void alcedo_jpeg_count_rounded(const int16_t block[64], const unsigned steps[64], alcedo_jpeg_symbols *symbols);
// Counts the symbols of a quantized block.
void alcedo_jpeg_count(const int16_t block[64], alcedo_jpeg_symbols *symbols);

// What each symbol costs, in bits.
typedef struct { float bits[256]; } alcedo_jpeg_costs;
void alcedo_jpeg_costs_of(const alcedo_jpeg_symbols *symbols, alcedo_jpeg_costs *costs);

// Quantizes a block: of all ways to lower or leave out coefficients, the one with the least error and bits.
void alcedo_jpeg_quantize(
    const int16_t block[64], const unsigned steps[64], const alcedo_jpeg_costs *costs, int16_t quantized[64]);

#endif
