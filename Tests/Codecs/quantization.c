// Checks what JPEGs are quantized with and how, without libjpeg, so that it can be compiled with sanitizers and for ARM:
//
//     cc -ISources/CCodecs -ISources/CCodecs/include Tests/Codecs/quantization.c Sources/CCodecs/jpeg_t*.c -lm && ./a.out SEED
//
// Prints a digest of what was chosen, the same on every processor, and counts on the last line.
#define _GNU_SOURCE
#include "alcedo_jpeg.h"
#include "jpeg_trellis.h"
#include "support.h"
#include <math.h>

// ---- Steps -------------------------------------------------------------------------------------------------

static void check_steps(void) {
    for (int chosen = 0; chosen < 2; chosen++) {
        for (int plane = 0; plane < 3; plane++) {
            unsigned finer[64], steps[64];
            for (int i = 0; i < 64; i++) finer[i] = 1;
            for (int quality = 100; quality > 0; quality--) {
                double exact[64];
                alcedo_jpeg_steps(quality, chosen, plane, steps);
                alcedo_jpeg_unrounded_steps(quality, chosen, plane, exact);
                int in_range = 1, grows = 1, sure = 1;
                for (int i = 0; i < 64; i++) {
                    in_range = in_range && steps[i] >= 1 && steps[i] <= 255;
                    grows = grows && steps[i] >= finer[i];
                    // No library's last bit of pow() decides.
                    note((uint8_t) steps[i]);
                sure = sure && fabs(exact[i] - floor(exact[i]) - 0.5) > 1e-9;
                }
                expect(in_range, "steps have 8 bits");
                expect(grows, "no step of a lower quality is smaller");
                expect(sure, "no step is between two numbers");
                memcpy(finer, steps, sizeof finer);
            }
        }
    }
    unsigned best[64];
    alcedo_jpeg_steps(100, 0, 1, best);
    for (int i = 0; i < 64; i++) expect(best[i] == 1, "quality 100 has steps of 1");
}

// ---- Choosing ----------------------------------------------------------------------------------------------

// T.81, figure A.6, as a walk: up to the right and down to the left.
static void walk(int order[64]) {
    for (int k = 0, sum = 0; sum < 15; sum++)
        for (int i = 0; i <= sum; i++) {
            int down = sum % 2 ? i : sum - i, across = sum - down;
            if (down < 8 && across < 8) order[k++] = 8 * down + across;
        }
}

// What a block costs: squares of steps, and bits that are worth a share of them.
static double cost_of(const int16_t exact[64], const unsigned steps[64], const int16_t block[64], const alcedo_jpeg_costs *costs) {
    int order[64], run = 0;
    walk(order);
    double error = 0, bits = 0;
    for (int k = 1; k < 64; k++) {
        int i = order[k], magnitude = abs(block[i]), size = 0;
        error += pow((double) exact[i] / (COEFFICIENT_PARTS * steps[i]) - block[i], 2);
        if (magnitude == 0) {
            run++;
            continue;
        }
        while (magnitude >> size) size++;
        for (; run > 15; run -= 16) bits += costs->bits[0xF0];
        bits += costs->bits[run << 4 | size];
        run = 0;
    }
    if (run > 0) bits += costs->bits[0];
    return error + 0.07 * bits;
}

// Among all ways of lowering some coefficients by one or to nothing, the least cost is found.
static void check_paths(void) {
    enum { SOME = 6 };
    int order[64];
    walk(order);
    for (int round = 0; round < 300; round++) {
        unsigned steps[64];
        int16_t exact[64] = { 0 };
        alcedo_jpeg_symbols symbols = { { 0 } };
        alcedo_jpeg_costs costs;
        for (int i = 0; i < 256; i++) symbols.counts[i] = (uint32_t) between(0, between(0, 1) ? 5 : 4000);
        alcedo_jpeg_costs_of(&symbols, &costs);
        for (int i = 0; i < 64; i++) steps[i] = (unsigned) between(1, 60);
        int places[SOME];
        for (int i = 0; i < SOME; i++) {
            places[i] = order[between(1, i % 2 ? 63 : 20)];
            exact[places[i]] = (int16_t) (between(-30, 30) * (int) steps[places[i]] * COEFFICIENT_PARTS / 10 + between(-3, 3));
        }
        exact[0] = (int16_t) between(-8000, 8000);
        int16_t chosen[64], tried[64];
        alcedo_jpeg_quantize(exact, steps, &costs, chosen);
        for (int i = 0; i < 64; i++) note((uint8_t) chosen[i]);
        double least = INFINITY;
        for (int way = 0; way < 729; way++) {
            memset(tried, 0, sizeof tried);
            for (int i = 0, left = way; i < SOME; i++, left /= 3) {
                int place = places[i], nearest = (int) floor(abs(exact[place]) / (double) (COEFFICIENT_PARTS * steps[place]) + 0.5);
                int value = left % 3 == 2 ? 0 : nearest - left % 3;
                tried[place] = (int16_t) (value < 0 ? 0 : exact[place] < 0 ? -value : value);
            }
            least = fmin(least, cost_of(exact, steps, tried, &costs));
        }
        expect(fabs(cost_of(exact, steps, chosen, &costs) - least) < 1e-4 * least + 1e-6, "the least cost is found");
        expect(fabs(chosen[0] - exact[0] / (double) (COEFFICIENT_PARTS * steps[0])) <= 0.5, "DC is rounded");
    }
    alcedo_jpeg_symbols symbols = { { 0 } };
    alcedo_jpeg_costs costs;
    symbols.counts[0x01] = 1000000, symbols.counts[0x21] = 250000;
    alcedo_jpeg_costs_of(&symbols, &costs);
    expect(fabs(costs.bits[0x01] - (log2(1.25) + 1)) > 0.6 && fabs(costs.bits[0x01] - 2) < 0.01, "no code has less than a bit");
    expect(fabs(costs.bits[0x21] - (log2(5) + 1)) < 0.01, "a fifth of all symbols have 2.3 bits");
    expect(costs.bits[0x0F] == 16 + 15, "no code has more than 16 bits");
}

// The transform beside its definition (T.81, A.3.3).
static void check_transform(void) {
    for (int round = 0; round < 50; round++) {
        float samples[8 * 11];
        for (int i = 0; i < 88; i++) samples[i] = (float) between(-128, 127);
        int16_t made[64];
        alcedo_jpeg_transform(samples, 11, made);
        double worst = 0;
        for (int v = 0; v < 8; v++)
            for (int u = 0; u < 8; u++) {
                double sum = 0;
                for (int y = 0; y < 8; y++)
                    for (int x = 0; x < 8; x++)
                        sum += samples[11 * y + x] * cos((2 * x + 1) * u * M_PI / 16) * cos((2 * y + 1) * v * M_PI / 16);
                sum *= 0.25 * (u ? 1 : sqrt(0.5)) * (v ? 1 : sqrt(0.5));
                worst = fmax(worst, fabs(COEFFICIENT_PARTS * sum - made[8 * v + u]));
            }
        for (int i = 0; i < 64; i++) note((uint8_t) made[i]);
        expect(worst < 0.51, "the transform is that of the definition");
    }
}

int main(int count, char **arguments) {
    if (count < 2) return 64;
    seed(arguments[1]);
    check_steps();
    check_transform();
    check_paths();
    return finish();
}
