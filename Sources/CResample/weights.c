// Kernels, and their integer weights.
#include "weights.h"
#include "kernels.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Weights have to be the same everywhere: no fused operations, and no function whose last bit differs between systems.
#pragma STDC FP_CONTRACT OFF

static const double PI = 3.14159265358979323846;

// sin(pi x) for x of -1...1, by its Taylor series within a quarter of a period: the first term left out is below 1e-16.
static double sin_pi(double x) {
    double half = x > 0.5 ? 1 : x < -0.5 ? -1 : 0;
    double z = (x - half) * PI, s = z * z;
    double sum = z * (1 + s * (-1 / 6.0 + s * (1 / 120.0 + s * (-1 / 5040.0 + s * (1 / 362880.0 + s * (-1 / 39916800.0
        + s * (1 / 6227020800.0 + s * (-1 / 1307674368000.0 + s * (1 / 355687428096000.0)))))))));
    return half == 0 ? sum : -sum;
}

static double cos_pi(double x) { return sin_pi(x < 0 ? x + 0.5 : 0.5 - x); }

enum { LANCZOS = 3, CUBIC = 2 };

// Lanczos with three lobes (C. Lanczos, Applied Analysis, 1956; as a filter: Turkowski, Graphics Gems I, 1990) of x and of what
// follows at even distances: sinc(x) * sinc(x / 3), with sin(3a) = 3 sin(a) - 4 sin(a)^3. From one a to the next is a rotation.
static void lanczos(double x, double distance, int count, double *values) {
    const double part = 1.0 / LANCZOS;
    double sine = sin_pi(x * part), cosine = cos_pi(x * part);
    const double step_sine = sin_pi(distance * part), step_cosine = cos_pi(distance * part);
    for (int i = 0; i < count; i++) {
        double at = x + i * distance, next = sine * step_cosine + cosine * step_sine;
        // Close to 0 the quotient is 1 but for what is lost in rotating.
        values[i] = fabs(at) >= LANCZOS ? 0
            : fabs(at) < 1e-4 ? 1
                              : sine * (3 - 4 * sine * sine) * sine * LANCZOS / (PI * PI * at * at);
        cosine = cosine * step_cosine - sine * step_sine;
        sine = next;
    }
}

// Catmull-Rom (Keys, Cubic Convolution Interpolation, 1981, a = -1/2): Lanczos rings too much on enlarged pixels.
static double cubic(double x) {
    x = fabs(x);
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
    if (x < CUBIC) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
    return 0;
}

// `floor` is a call on older processors, and a cast rounds towards 0.
static int nearest(double value) { return (int) (value + (4 * ONE + 0.5)) - 4 * ONE; }

// Rounds weights so that they add up to ONE. Their running sums are rounded, so that errors cancel out between neighbors,
// however many and small the weights are.
static void quantise(const double *exact, int taps, int16_t *weights) {
    double sum = 0, so_far = 0;
    for (int tap = 0; tap < taps; tap++) sum += exact[tap];
    const double factor = ONE / sum;
    int before = 0;
    for (int tap = 0; tap < taps; tap++) {
        so_far += exact[tap];
        int now = tap + 1 == taps ? ONE : nearest(so_far * factor);
        weights[tap] = (int16_t) (now - before);
        before = now;
    }
}

static int half_taps(int taps) { return taps / 2 + 2; }
static int round_up(int value, int step) { return (value + step - 1) / step * step; }

static int allocate(alcedo_axis *axis, int count, int taps, int shared) {
    *axis = (alcedo_axis) { .count = count, .taps = taps, .shared = shared };
    axis->starts = malloc((size_t) count * sizeof *axis->starts);
    axis->weights = calloc((size_t) (shared ? 1 : count) * taps, sizeof *axis->weights);
    if (axis->starts != NULL && axis->weights != NULL) return 0;
    alcedo_axis_free(axis);
    return -1;
}

// Replaces the weights of pixels by those of the half as many samples that the pixels are interpolated from; see
// alcedo_sampling. Returns the first sample; there are at most `half_taps(taps)`.
static int halve_weights(const double *pixels, int taps, int start, double *samples) {
    int first = (start - (start % 2 == 0)) >> 1;
    for (int i = 0; i < half_taps(taps); i++) samples[i] = 0;
    for (int tap = 0; tap < taps; tap++) {
        int place = start + tap, near = (place >> 1) - first, far = place % 2 == 0 ? near - 1 : near + 1;
        samples[near] += 0.75 * pixels[tap];
        samples[far] += 0.25 * pixels[tap];
    }
    return first;
}

int alcedo_axis_resample(
    alcedo_axis *axis, double span, int target, int from, int count, int step, alcedo_sampling sampling) {
    double scale = span / target;
    double shrink = scale > 1 ? 1 / scale : 1;
    double reach = scale > 1 ? LANCZOS * scale : scale < 1 ? CUBIC : 0.5;
    int pixels = (int) ceil(2 * reach);
    int used = sampling == HALF ? half_taps(pixels) : pixels;
    int taps = round_up(used, step);
    double *exact = malloc((size_t) pixels * sizeof *exact), *halved = malloc((size_t) used * sizeof *halved);
    if (exact == NULL || halved == NULL || allocate(axis, count, taps, 0) != 0) {
        free(exact);
        free(halved);
        return -1;
    }
    for (int i = 0; i < count; i++) {
        double center = (from + i + 0.5) * scale - 0.5;
        // The first pixel within reach; one exactly at its end has no weight.
        int start = (int) floor(center - reach) + 1;
        if (scale > 1) {
            lanczos((start - center) * shrink, shrink, pixels, exact);
        } else {
            for (int tap = 0; tap < pixels; tap++) exact[tap] = scale < 1 ? cubic(start + tap - center) : 1;
        }
        if (sampling == HALF) start = halve_weights(exact, pixels, start, halved);
        axis->starts[i] = start;
        quantise(sampling == HALF ? halved : exact, used, axis->weights + (size_t) i * taps);
    }
    free(exact);
    free(halved);
    return 0;
}

int alcedo_axis_halve(alcedo_axis *axis, int count, alcedo_sampling sampling) {
    enum { USED = 4 * LANCZOS };
    // An even number of samples.
    const int taps = sampling == HALF ? half_taps(USED) : USED, first = -(USED / 2 - 1);
    if (allocate(axis, count, taps, 1) != 0) return -1;
    double exact[USED], halved[USED];
    lanczos(-(USED - 1) / 4.0, 0.5, USED, exact);
    if (sampling == HALF) {
        int start = halve_weights(exact, USED, first, halved);
        quantise(halved, taps, axis->weights);
        for (int i = 0; i < count; i++) axis->starts[i] = i + start;
    } else {
        quantise(exact, USED, axis->weights);
        for (int i = 0; i < count; i++) axis->starts[i] = 2 * i + first;
    }
    return 0;
}

void alcedo_axis_free(alcedo_axis *axis) {
    free(axis->starts);
    free(axis->weights);
    *axis = (alcedo_axis) { 0 };
}
