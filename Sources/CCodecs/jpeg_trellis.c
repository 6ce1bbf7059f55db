// Quantization of JPEG by the least error and bits: a shortest path through the coefficients of a block (Crouse and Ramchandran,
// "Joint thresholding and quantizer selection for transform image coding", 1997).
//
// Products and sums are rounded one by one, so that every processor makes the same files.
#pragma STDC FP_CONTRACT OFF
#include "jpeg_trellis.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t zigzag[64] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
};
enum { END = 0x00, SIXTEEN_ZEROS = 0xF0 };

// What a bit is worth, in squares of a step.
static const float bit_worth = 0.07f;

// cos((2x + 1) u pi / 16) / 2, and sqrt(1/8) for u = 0.
#define C1 0.49039264f
#define C2 0.46193977f
#define C3 0.41573481f
#define C4 0.35355339f
#define C5 0.27778512f
#define C6 0.19134172f
#define C7 0.09754516f
static const float cosines[8][8] = {
    { C4, C4, C4, C4, C4, C4, C4, C4 },         { C1, C3, C5, C7, -C7, -C5, -C3, -C1 },
    { C2, C6, -C6, -C2, -C2, -C6, C6, C2 },     { C3, -C7, -C1, -C5, C5, C1, C7, -C3 },
    { C4, -C4, -C4, C4, C4, -C4, -C4, C4 },     { C5, -C1, C7, C3, -C3, -C7, C1, -C5 },
    { C6, -C2, C2, -C6, -C6, C2, -C2, C6 },     { C7, -C5, C3, -C1, C1, -C3, C5, -C7 },
};

void alcedo_jpeg_transform(const float *samples, size_t stride, int16_t block[64]) {
    float columns[8][8], turned[8][8];
    for (int v = 0; v < 8; v++) {
        float sums[8] = { 0 };
        for (int y = 0; y < 8; y++)
            for (int x = 0; x < 8; x++) sums[x] += cosines[v][y] * samples[stride * y + x];
        memcpy(columns[v], sums, sizeof sums);
    }
    for (int v = 0; v < 8; v++)
        for (int x = 0; x < 8; x++) turned[x][v] = columns[v][x];
    for (int u = 0; u < 8; u++) {
        float sums[8] = { 0 };
        for (int x = 0; x < 8; x++)
            for (int v = 0; v < 8; v++) sums[v] += cosines[u][x] * turned[x][v];
        for (int v = 0; v < 8; v++) block[8 * v + u] = (int16_t) lrintf(COEFFICIENT_PARTS * sums[v]);
    }
}

// ---- Symbols -----------------------------------------------------------------------------------------------

static int size_of(int magnitude) { return magnitude == 0 ? 0 : 32 - __builtin_clz((unsigned) magnitude); }

static int rounded(int coefficient, unsigned step) {
    int whole = (int) step * COEFFICIENT_PARTS, magnitude = (abs(coefficient) + whole / 2) / whole;
    return coefficient < 0 ? -magnitude : magnitude;
}

// `run` zeros and a coefficient, or the end.
static void count_symbol(int run, int value, alcedo_jpeg_symbols *symbols) {
    for (; run > 15; run -= 16) symbols->counts[SIXTEEN_ZEROS]++;
    symbols->counts[run << 4 | size_of(abs(value))]++;
}

void alcedo_jpeg_count(const int16_t block[64], alcedo_jpeg_symbols *symbols) {
    int run = 0;
    for (int k = 1; k < 64; k++) {
        int value = block[zigzag[k]];
        if (value == 0) {
            run++;
        } else {
            count_symbol(run, value, symbols);
            run = 0;
        }
    }
    symbols->counts[END] += run > 0;
}

void alcedo_jpeg_count_rounded(const int16_t block[64], const unsigned steps[64], alcedo_jpeg_symbols *symbols) {
    int16_t quantized[64];
    for (int i = 0; i < 64; i++) quantized[i] = (int16_t) rounded(block[i], steps[i]);
    alcedo_jpeg_count(quantized, symbols);
}

// The binary logarithm in 256ths. libm's differ in their last bits.
static int logarithm(uint64_t number) {
    int whole = 63 - __builtin_clzll(number), result = whole;
    uint64_t mantissa = number << (63 - whole) >> 32;  // 1 to 2, with 31 bits behind the point
    for (int bit = 0; bit < 8; bit++) {
        mantissa = mantissa * mantissa >> 31;
        int twice = mantissa >> 32 != 0;
        mantissa >>= twice;
        result = 2 * result + twice;
    }
    return result;
}

void alcedo_jpeg_costs_of(const alcedo_jpeg_symbols *symbols, alcedo_jpeg_costs *costs) {
    uint64_t total = 256;
    for (int i = 0; i < 256; i++) total += 2 * (uint64_t) symbols->counts[i];
    for (int i = 0; i < 256; i++) {
        // As if each had been seen half a time: none is impossible.
        float bits = (float) (logarithm(total) - logarithm(2 * (uint64_t) symbols->counts[i] + 1)) / 256;
        // A code has 1 to 16 bits, and behind it those of the coefficient.
        costs->bits[i] = fminf(fmaxf(bits, 1), 16) + (float) (i & 15);
    }
}

// ---- Shortest path -----------------------------------------------------------------------------------------

void alcedo_jpeg_quantize(
    const int16_t block[64], const unsigned steps[64], const alcedo_jpeg_costs *costs, int16_t quantized[64]) {
    // By place in the zigzag: coefficients in steps, what leaving out all before them costs, and the least cost of a path that
    // ends with them. `places` are those that may stay.
    float exact[64], zeros[65], least[64];
    int values[64], before[64], places[64], count = 0;
    zeros[1] = 0;
    for (int k = 1; k < 64; k++) {
        exact[k] = (float) abs(block[zigzag[k]]) / (float) (steps[zigzag[k]] * COEFFICIENT_PARTS);
        zeros[k + 1] = zeros[k] + exact[k] * exact[k];
    }
    places[count++] = 0;
    least[0] = 0;
    float end = zeros[64] + bit_worth * costs->bits[END];
    int last = 0;
    for (int k = 1; k < 64; k++) {
        int nearest = (int) (exact[k] + 0.5f);
        if (nearest == 0) continue;
        least[k] = INFINITY;
        for (int value = nearest; value > 0 && value > nearest - 2; value--) {
            float error = (exact[k] - value) * (exact[k] - value);
            int size = size_of(value);
            for (int i = count - 1; i >= 0; i--) {
                int place = places[i], run = k - place - 1;
                float cost = least[place] + (zeros[k] - zeros[place + 1]) + error;
                if (run > 15) cost += bit_worth * (float) (run / 16) * costs->bits[SIXTEEN_ZEROS];
                cost += bit_worth * costs->bits[(run & 15) << 4 | size];
                if (cost < least[k]) least[k] = cost, values[k] = value, before[k] = place;
            }
        }
        places[count++] = k;
        float cost = least[k] + (zeros[64] - zeros[k + 1]) + (k < 63 ? bit_worth * costs->bits[END] : 0);
        if (cost < end) end = cost, last = k;
    }
    int16_t made[64] = { (int16_t) rounded(block[0], steps[0]) };
    for (int k = last; k > 0; k = before[k]) {
        int i = zigzag[k];
        made[i] = (int16_t) (block[i] < 0 ? -values[k] : values[k]);
    }
    memcpy(quantized, made, sizeof made);
}
