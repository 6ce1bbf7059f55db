// Checks CResample by itself, so that it can be compiled with sanitizers and for other processors:
//
//     cc -ISources/CResample/include Tests/Resampler/check.c Sources/CResample/*.c -lm && ./a.out [SEED [some]]
//
// The truth is the definition in floating point, without rounding between the steps. Prints a digest of everything made, which
// is the same on every processor, and counts on the last line. `some` is a tenth of it, for slow builds.
#include "alcedo_resample.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed, failed;
static uint64_t state;
static uint64_t digest = 14695981039346656037u;

static uint32_t random_bits(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (state >> 33);
}
static int between(int low, int high) { return low + (int) (random_bits() % (uint32_t) (high - low + 1)); }

static void expect(int holds, const char *what) {
    if (holds) {
        passed++;
    } else if (failed++ < 20) {
        printf("FAIL  %s\n", what);
    }
}

// ---- The definition ----------------------------------------------------------------------------------------

static double sinc(double x) { return x == 0 ? 1 : sin(M_PI * x) / (M_PI * x); }
static double lanczos(double x) { return fabs(x) < 3 ? sinc(x) * sinc(x / 3) : 0; }
static double cubic(double x) {
    x = fabs(x);
    return x < 1 ? 1.5 * x * x * x - 2.5 * x * x + 1 : x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0;
}

typedef struct { int width, height, channels; double *samples; } raster;

static raster raster_new(int width, int height, int channels) {
    raster made = { width, height, channels, NULL };
    made.samples = calloc((size_t) width * height * channels, sizeof *made.samples);
    return made;
}

// Result `i` of a side of `length` pixels; the pixels outside repeat the outermost.
static double at(const double *samples, size_t stride, int length, double center, double scale) {
    double reach = scale > 1 ? 3 * scale : 2, sum = 0, weights = 0;
    for (int i = (int) ceil(center - reach); i <= (int) floor(center + reach); i++) {
        double weight = scale > 1 ? lanczos((i - center) / scale) : scale < 1 ? cubic(i - center) : i == center;
        sum += weight * samples[stride * (size_t) (i < 0 ? 0 : i >= length ? length - 1 : i)];
        weights += weight;
    }
    return sum / weights;
}

static raster resized(raster in, double span_x, double span_y, int width, int height, int count_x, int count_y) {
    raster rows = raster_new(in.width, count_y, in.channels), out = raster_new(count_x, count_y, in.channels);
    size_t line = (size_t) in.width * in.channels;
    for (int y = 0; y < count_y; y++)
        for (size_t i = 0; i < line; i++)
            rows.samples[y * line + i] =
                at(in.samples + i, line, in.height, (y + 0.5) * span_y / height - 0.5, span_y / height);
    for (int y = 0; y < count_y; y++)
        for (int x = 0; x < count_x; x++)
            for (int c = 0; c < in.channels; c++)
                out.samples[((size_t) y * count_x + x) * in.channels + c] =
                    at(rows.samples + y * line + c, in.channels, in.width, (x + 0.5) * span_x / width - 0.5, span_x / width);
    free(rows.samples);
    return out;
}

// A picture of these sides by the pyramid, in floating point. Colors with alpha are multiplied by it. There may be pixels
// beyond the sides.
static raster truth_within(raster picture, int sides_x, int sides_y, int width, int height) {
    int level = alcedo_resample_level(sides_x, sides_y, width, height);
    double span_x = sides_x, span_y = sides_y;
    raster from = picture;
    for (int i = 0; i < level; i++, span_x /= 2, span_y /= 2) {
        int across = (from.width + 1) / 2, down = (from.height + 1) / 2;
        // Two pixels become one, on a grid that begins where the picture does.
        raster half = resized(from, 2 * across, 2 * down, across, down, across, down);
        if (from.samples != picture.samples) free(from.samples);
        from = half;
    }
    raster out = resized(from, span_x, span_y, width, height, width, height);
    if (from.samples != picture.samples) free(from.samples);
    return out;
}

static raster truth(raster picture, int width, int height) {
    return truth_within(picture, picture.width, picture.height, width, height);
}

// Twice as many samples on the sides that are halved, each a quarter of the way to the next one.
static raster enlarged(raster in, int across, int down) {
    raster out = raster_new(across ? 2 * in.width : in.width, down ? 2 * in.height : in.height, 1);
    for (int y = 0; y < out.height; y++)
        for (int x = 0; x < out.width; x++) {
            double left = across ? x / 2.0 - 0.25 : x, top = down ? y / 2.0 - 0.25 : y, sum = 0;
            for (int i = 0; i < 4; i++) {
                int column = (int) floor(left) + i % 2, row = (int) floor(top) + i / 2;
                double weight = (1 - fabs(column - left)) * (1 - fabs(row - top));
                column = column < 0 ? 0 : column >= in.width ? in.width - 1 : column;
                row = row < 0 ? 0 : row >= in.height ? in.height - 1 : row;
                sum += weight * in.samples[(size_t) row * in.width + column];
            }
            out.samples[(size_t) y * out.width + x] = sum;
        }
    return out;
}

// ---- What is checked ---------------------------------------------------------------------------------------

typedef struct { alcedo_resample_source source; uint8_t *bytes; size_t stride; } picture;

static picture picture_new(int width, int height, int channels, int bytes, int has_alpha) {
    picture made = { { width, height, channels, bytes, has_alpha }, NULL, (size_t) width * channels * bytes };
    made.bytes = malloc(made.stride * height);
    return made;
}

// Noise, or edges of full contrast, or soft slopes.
static void fill(picture *p, int kind) {
    size_t samples = p->stride / p->source.bytes * p->source.height;
    for (size_t i = 0; i < samples; i++) {
        size_t pixel = i / p->source.channels, x = pixel % p->source.width, y = pixel / p->source.width;
        uint32_t value = kind == 0 ? random_bits() & 0xffff
            : kind == 1              ? ((x / 3 + y / 5 + i % p->source.channels) & 1) * 0xffff
                                     : (uint32_t) (32768 + 30000 * sin(x * 0.11 + y * 0.07 + i % p->source.channels));
        if (p->source.bytes == 1) p->bytes[i] = (uint8_t) (value >> 8);
        else ((uint16_t *) p->bytes)[i] = (uint16_t) value;
    }
}

static uint8_t *made(const picture *p, const alcedo_resample_target *target, int rows_at_once) {
    size_t size = (size_t) target->across * target->down * p->source.channels * p->source.bytes;
    uint8_t *out = malloc(size);
    memset(out, 0xA5, size);
    alcedo_resampler *resampler = alcedo_resampler_new(&p->source, target, 1);
    void *pixels = out;
    alcedo_resampler_begin(resampler, &pixels);
    for (int y = 0; y < p->source.height; y += rows_at_once) {
        int count = rows_at_once < p->source.height - y ? rows_at_once : p->source.height - y;
        alcedo_resampler_push(resampler, p->bytes + y * p->stride, p->stride, count);
    }
    alcedo_resampler_free(resampler);
    // FNV-1a, of what the portable code has to make on this processor as on others.
    for (size_t i = 0; i < size; i++) digest = (digest ^ out[i]) * 1099511628211u;
    return out;
}

static alcedo_resample_target whole(int width, int height) {
    alcedo_resample_target target = { width, height, 0, 0, width, height };
    return target;
}

// Every path makes the bytes of the portable one, of the whole and of a part.
static void check_paths(int width, int height, int to_width, int to_height, int channels, int bytes, int has_alpha) {
    picture p = picture_new(width, height, channels, bytes, has_alpha);
    fill(&p, between(0, 2));
    alcedo_resample_target target = whole(to_width, to_height);
    size_t pixel = (size_t) channels * bytes, size = pixel * to_width * to_height;
    alcedo_resample_use_path("plain");
    uint8_t *wanted = made(&p, &target, 1);
    alcedo_resample_target part = target;
    part.left = between(0, to_width - 1), part.top = between(0, to_height - 1);
    part.across = between(1, to_width - part.left), part.down = between(1, to_height - part.top);
    int rows_at_once = between(1, 20);
    char what[200];
    const char *name;
    // Paths differ in number between processors: each is compared, only the portable one is digested.
    uint64_t digested = digest;
    for (int i = 0; (name = alcedo_resample_path(i)) != NULL; i++) {
        alcedo_resample_use_path(name);
        snprintf(
            what, sizeof what, "%s: %dx%d to %dx%d, %d channels of %d bytes, alpha %d", name, width, height, to_width,
            to_height, channels, bytes, has_alpha);
        uint8_t *got = made(&p, &target, rows_at_once);
        expect(memcmp(got, wanted, size) == 0, what);
        free(got);
        got = made(&p, &part, rows_at_once);
        int equal = 1;
        for (int y = 0; y < part.down; y++)
            equal &= memcmp(
                got + (size_t) y * part.across * pixel,
                wanted + ((size_t) (part.top + y) * to_width + part.left) * pixel, (size_t) part.across * pixel) == 0;
        strcat(what, ", a part");
        expect(equal, what);
        free(got);
    }
    digest = digested;
    alcedo_resample_use_path(alcedo_resample_path(0));
    free(wanted);
    free(p.bytes);
}

// How far weights of 14 bits can lead from the definition. Each is off by up to half of 2^-14, so a sum of n samples by
// opaque * 2^-14 * sqrt(n / 12) in the standard deviation. Three of them are 0.07 of 255 for 27 weights, which the last step has
// in two directions at the most, and each level before it about as many; unless a size is much smaller in one direction only.
static double weights_error(int width, int height, int to_width, int to_height, double opaque) {
    int level = alcedo_resample_level(width, height, to_width, to_height);
    double across = (double) (width >> level) / to_width, down = (double) (height >> level) / to_height;
    double weights = 6 * (fmax(across, 1) + fmax(down, 1));
    return fmax((opaque == 255 ? 0.07 : 40) * (1 + level), 3 * opaque / 16384 * sqrt(weights / 12));
}

// No sample is further from the definition than rounding to the result's own samples explains, and a little.
static void check_truth(int width, int height, int to_width, int to_height, int channels, int bytes, int has_alpha) {
    picture p = picture_new(width, height, channels, bytes, has_alpha);
    int kind = between(0, 2);
    fill(&p, kind);
    double opaque = bytes == 1 ? 255 : 65535;
    raster exact = raster_new(width, height, channels);
    for (size_t i = 0; i < (size_t) width * height; i++)
        for (int c = 0; c < channels; c++) {
            size_t index = i * channels + c, last = i * channels + channels - 1;
            double value = bytes == 1 ? p.bytes[index] : ((uint16_t *) p.bytes)[index];
            double alpha = bytes == 1 ? p.bytes[last] : ((uint16_t *) p.bytes)[last];
            exact.samples[index] = has_alpha && c + 1 < channels ? value * alpha / opaque : value;
        }
    raster wanted = truth(exact, to_width, to_height);
    alcedo_resample_target target = whole(to_width, to_height);
    uint8_t *got = made(&p, &target, 7);
    int level = alcedo_resample_level(width, height, to_width, to_height);
    double worst = 0;
    // The size that stays is copied; the definition would do the same but for invisible colors.
    for (size_t i = 0; i < (size_t) to_width * to_height && !(width == to_width && height == to_height); i++)
        for (int c = 0; c < channels; c++) {
            size_t index = i * channels + c, last = i * channels + channels - 1;
            double value = bytes == 1 ? got[index] : ((uint16_t *) got)[index];
            double should = wanted.samples[index], alpha = wanted.samples[last], scale = 1;
            if (has_alpha && c + 1 < channels) {
                // A color can differ as much as it shows; check_alpha says how much it differs where alpha is even.
                should = alpha <= 0 ? value : should / alpha * opaque;
                scale = alpha <= 0 ? 0 : alpha / opaque;
            }
            should = should < 0 ? 0 : should > opaque ? opaque : should;
            double error = fabs(value - should) * scale;
            if (error > worst) worst = error;
        }
    char what[200];
    snprintf(
        what, sizeof what, "%dx%d to %dx%d, %d channels of %d bytes, alpha %d, kind %d, level %d: off by %.3f", width, height,
        to_width, to_height, channels, bytes, has_alpha, kind, level, worst);
    // A color and the alpha that it is divided by are off independently.
    double allowance = weights_error(width, height, to_width, to_height, opaque) * (has_alpha ? M_SQRT2 : 1);
    expect(worst <= 0.5 + allowance, what);
    free(got);
    free(exact.samples);
    free(wanted.samples);
    free(p.bytes);
}

// A line of one pixel stays where it was: the center of what it becomes is where its own was.
static void check_grid(int width, int to_width, int line) {
    for (int down = 0; down < 2; down++) {
        int height = 64;
        picture p = down ? picture_new(height, width, 1, 2, 0) : picture_new(width, height, 1, 2, 0);
        for (int y = 0; y < p.source.height; y++)
            for (int x = 0; x < p.source.width; x++)
                ((uint16_t *) p.bytes)[(size_t) y * p.source.width + x] = 10000 + ((down ? y : x) == line ? 50000 : 0);
        int to_height = height * to_width / width;
        if (to_height < 1) to_height = 1;
        alcedo_resample_target target = down ? whole(to_height, to_width) : whole(to_width, to_height);
        uint16_t *got = (uint16_t *) made(&p, &target, 16);
        double sum = 0, moment = 0;
        for (int i = 0; i < to_width; i++) {
            size_t index = down ? (size_t) i * to_height + to_height / 2 : (size_t) (to_height / 2) * to_width + i;
            sum += got[index] - 10000.0;
            moment += (got[index] - 10000.0) * i;
        }
        double scale = (double) width / to_width, wanted = (line + 0.5) / scale - 0.5;
        char what[200];
        snprintf(
            what, sizeof what, "a line at %d of %d, %s, is at %.3f of %d and not at %.3f", line, width,
            down ? "down" : "across", moment / sum, to_width, wanted);
        expect(fabs(moment / sum - wanted) < 0.05, what);
        free(got);
        free(p.bytes);
    }
}

// A flat picture stays flat, at any alpha: what is multiplied is divided again.
static void check_flat(int alpha, int color) {
    picture p = picture_new(37, 23, 4, 1, 1);
    for (size_t i = 0; i < p.stride * 23; i++) p.bytes[i] = (uint8_t) (i % 4 == 3 ? alpha : color);
    int sizes[][2] = { { 11, 7 }, { 5, 3 }, { 1, 1 }, { 80, 50 } };
    for (int s = 0; s < 4; s++) {
        alcedo_resample_target target = whole(sizes[s][0], sizes[s][1]);
        uint8_t *got = made(&p, &target, 5);
        int equal = 1;
        for (int i = 0; i < target.width * target.height * 4; i++)
            equal &= got[i] == (i % 4 == 3 ? alpha : alpha == 0 ? 0 : color);
        char what[100];
        snprintf(what, sizeof what, "a flat color %d of alpha %d, as %dx%d", color, alpha, target.width, target.height);
        expect(equal, what);
        free(got);
    }
    free(p.bytes);
}

// Colors are exact to half a step at every alpha that is the same all over.
static void check_alpha(int alpha) {
    picture p = picture_new(61, 47, 4, 1, 1);
    fill(&p, 0);
    raster exact = raster_new(61, 47, 4);
    for (size_t i = 0; i < p.stride * 47; i++) {
        if (i % 4 == 3) p.bytes[i] = (uint8_t) alpha;
        exact.samples[i] = p.bytes[i];
    }
    int sizes[][2] = { { 40, 31 }, { 17, 13 }, { 7, 5 }, { 90, 70 } };
    for (int s = 0; s < 4; s++) {
        alcedo_resample_target target = whole(sizes[s][0], sizes[s][1]);
        raster wanted = truth(exact, target.width, target.height);
        uint8_t *got = made(&p, &target, 5);
        double worst = 0;
        for (int i = 0; i < target.width * target.height * 4; i++) {
            double value = wanted.samples[i] < 0 ? 0 : wanted.samples[i] > 255 ? 255 : wanted.samples[i];
            if (fabs(got[i] - value) > worst) worst = fabs(got[i] - value);
        }
        char what[100];
        snprintf(what, sizeof what, "noise of alpha %d, as %dx%d: off by %.3f", alpha, target.width, target.height, worst);
        expect(worst < 0.5 + 0.15, what);
        free(got);
        free(wanted.samples);
    }
    free(exact.samples);
    free(p.bytes);
}

// Planes in any order, a few rows at a time.
static uint8_t *made_of_planes(
    const alcedo_plane_source *source, uint8_t *const planes[3], const alcedo_resample_target *target) {
    size_t size = (size_t) target->across * target->down * 3;
    uint8_t *out = malloc(size);
    memset(out, 0xA5, size);
    alcedo_planes *resampler = alcedo_planes_new(source, target, 1);
    void *pixels = out;
    alcedo_planes_begin(resampler, &pixels);
    int widths[3], heights[3], pushed[3] = { 0 };
    for (int i = 0; i < 3; i++) {
        widths[i] = i > 0 && source->halves_across ? (source->width + 1) / 2 : source->width;
        heights[i] = i > 0 && source->halves_down ? (source->height + 1) / 2 : source->height;
    }
    for (int turn = between(0, 2); pushed[0] < heights[0] || pushed[1] < heights[1] || pushed[2] < heights[2]; turn++) {
        int plane = turn % 3, count = between(1, 20);
        if (count > heights[plane] - pushed[plane]) count = heights[plane] - pushed[plane];
        const uint8_t *rows[20];
        for (int i = 0; i < count; i++) rows[i] = planes[plane] + (size_t) (pushed[plane] + i) * widths[plane];
        alcedo_planes_push(resampler, plane, rows, count);
        pushed[plane] += count;
    }
    expect(alcedo_planes_end(resampler) == 0, "planes are complete");
    alcedo_planes_free(resampler);
    for (size_t i = 0; i < size; i++) digest = (digest ^ out[i]) * 1099511628211u;
    return out;
}

static void check_planes(int width, int height, int to_width, int to_height, int across, int down, int compares) {
    alcedo_plane_source source = { width, height, across, down };
    picture planes[3];
    uint8_t *bytes[3];
    int kind = between(0, 2);
    for (int i = 0; i < 3; i++) {
        planes[i] = picture_new(
            i > 0 && across ? (width + 1) / 2 : width, i > 0 && down ? (height + 1) / 2 : height, 1, 1, 0);
        fill(&planes[i], kind);
        bytes[i] = planes[i].bytes;
    }
    alcedo_resample_target target = whole(to_width, to_height), part = target;
    part.left = between(0, to_width - 1), part.top = between(0, to_height - 1);
    part.across = between(1, to_width - part.left), part.down = between(1, to_height - part.top);
    alcedo_resample_use_path("plain");
    uint8_t *wanted = made_of_planes(&source, bytes, &target);
    char what[200];
    const char *name;
    // As many numbers are drawn whatever paths there are.
    uint64_t digested = digest, drawn = state;
    for (int i = 0; (name = alcedo_resample_path(i)) != NULL; i++) {
        alcedo_resample_use_path(name);
        snprintf(
            what, sizeof what, "%s: planes of %dx%d to %dx%d, halved %d %d", name, width, height, to_width, to_height,
            across, down);
        uint8_t *got = made_of_planes(&source, bytes, &target);
        expect(memcmp(got, wanted, (size_t) to_width * to_height * 3) == 0, what);
        free(got);
        got = made_of_planes(&source, bytes, &part);
        int equal = 1;
        for (int y = 0; y < part.down; y++)
            equal &= memcmp(
                got + (size_t) y * part.across * 3, wanted + ((size_t) (part.top + y) * to_width + part.left) * 3,
                (size_t) part.across * 3) == 0;
        strcat(what, ", a part");
        expect(equal, what);
        free(got);
    }
    digest = digested;
    state = drawn;
    alcedo_resample_use_path(alcedo_resample_path(0));
    if (compares) {
        raster exact[3];
        for (int i = 0; i < 3; i++) {
            raster samples = raster_new(planes[i].source.width, planes[i].source.height, 1);
            for (size_t j = 0; j < planes[i].stride * planes[i].source.height; j++) samples.samples[j] = planes[i].bytes[j];
            raster pixels = enlarged(samples, i > 0 && across, i > 0 && down);
            exact[i] = truth_within(pixels, width, height, to_width, to_height);
            free(samples.samples);
            free(pixels.samples);
        }
        double worst = 0;
        for (size_t i = 0; i < (size_t) to_width * to_height; i++) {
            double y = exact[0].samples[i], cb = exact[1].samples[i] - 128, cr = exact[2].samples[i] - 128;
            double should[3] = { y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb };
            for (int c = 0; c < 3; c++) {
                double value = should[c] < 0 ? 0 : should[c] > 255 ? 255 : should[c];
                if (fabs(wanted[3 * i + c] - value) > worst) worst = fabs(wanted[3 * i + c] - value);
            }
        }
        int level = alcedo_resample_level(width, height, to_width, to_height);
        snprintf(
            what, sizeof what, "planes of %dx%d to %dx%d, halved %d %d, kind %d, level %d: off by %.3f", width, height,
            to_width, to_height, across, down, kind, level, worst);
        // Times the factors of the components.
        double allowance = weights_error(width, height, to_width, to_height, 255);
        expect(worst <= 0.5 + allowance * (1 + 1.772), what);
        for (int i = 0; i < 3; i++) free(exact[i].samples);
    }
    free(wanted);
    for (int i = 0; i < 3; i++) free(planes[i].bytes);
}

static int kind_of(int i, int *channels, int *bytes, int *has_alpha) {
    *channels = 1 + i % 4;
    *bytes = 1 + i / 4 % 2;
    *has_alpha = *channels % 2 == 0 && i / 8 % 2;
    return i;
}

// By the formulas of T.871, worked out by hand: red of Cr 255 over white is 433.05, green of Cb 255 in black -43.7 and blue
// 225.04, and blue of Cb 255 over white 480.04.
static void check_excess(void) {
    const uint8_t y[] = { 255, 128, 0, 255 }, cb[] = { 128, 128, 255, 255 }, cr[] = { 255, 128, 128, 128 };
    const uint8_t half_cb[] = { 255, 128 }, half_cr[] = { 128, 255 };
    const uint64_t wanted[] = { 178 * 178, 0, 44 * 44, 225 * 225 };
    for (int i = 0; i < 4; i++) expect(alcedo_planes_excess(y + i, cb + i, cr + i, 0, 1, 1) == wanted[i], "colors out of range");
    expect(alcedo_planes_excess(y, cb, cr, 0, 4, 1) == wanted[0] + wanted[2] + wanted[3], "colors out of range in a row");
    expect(alcedo_planes_excess(y, cb, cr, 0, 4, 2) == wanted[3], "every second color out of range");
    // Of Cb 255, the first pixel is over white, the second over 128 (blue 353.04); Cr 255 is in black (red 178.05, green
    // -90.7), then over white.
    expect(
        alcedo_planes_excess(y, half_cb, half_cr, 1, 4, 1) == 225 * 225 + 98 * 98 + 91 * 91 + 178 * 178,
        "colors out of range with half of the chroma");
}

int main(int count, char **arguments) {
    state = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
    int step = count > 2 && strcmp(arguments[2], "some") == 0 ? 10 : 1;
    printf("paths:");
    for (int i = 0; alcedo_resample_path(i) != NULL; i++) printf(" %s", alcedo_resample_path(i));
    printf("\n");
    int channels, bytes, has_alpha;
    for (int side = 1; side <= 200; side += step)
        for (int i = 0; i < 16; i++) {
            kind_of(i, &channels, &bytes, &has_alpha);
            // Arguments are evaluated in an order that compilers choose.
            int height = between(1, 200), to_width = between(1, 200), to_height = between(1, 200), to_side = between(1, side);
            check_paths(side, height, to_width, to_height, channels, bytes, has_alpha);
            check_paths(height, side, side, to_side, channels, bytes, has_alpha);
        }
    for (int i = 0; i < 60 / step; i++) {
        kind_of(i, &channels, &bytes, &has_alpha);
        int width = between(200, 3000), height = between(1, 600), to_width = between(1, 900), to_height = between(1, 700);
        check_paths(width, height, to_width, to_height, channels, bytes, has_alpha);
    }
    for (int i = 0; i < 200 / step; i++) {
        kind_of(i, &channels, &bytes, &has_alpha);
        int width = between(1, 300), height = between(1, 300);
        int to_width = between(1, width > 100 ? 200 : 2 * width), to_height = between(1, height > 100 ? 200 : 2 * height);
        check_truth(width, height, to_width, to_height, channels, bytes, has_alpha);
    }
    for (int side = 1; side <= 200; side += step)
        for (int i = 0; i < 4; i++) {
            int height = between(1, 200), to_width = between(1, 200), to_height = between(1, 200), compares = height % 4 == 0;
            check_planes(side, height, to_width, to_height, i % 2, i / 2, compares);
            check_planes(height, side, to_height, to_width, i % 2, i / 2, 0);
            check_planes(side, height, side, height, i % 2, i / 2, compares);
        }
    // Sizes of a few pixels are taken from levels less than twice as large, by fewer rows than halving takes pixels.
    for (int to = 1; to <= 4; to++)
        for (int side = 4 * to - 2; side <= 4 * to + 3; side++)
            for (int i = 0; i < 4; i++) {
                check_planes(100, side, 25, to, i % 2, i / 2, 1);
                check_planes(side, 100, to, 25, i % 2, i / 2, 1);
            }
    for (int line = 200; line < 216; line += 1 + step / 10 * 4)
        for (int odd = 0; odd < 4; odd++) {
            int sizes[] = { 200, 100, 97, 50, 25, 24 };
            for (int i = 0; i < 6; i++) check_grid(401 + odd, sizes[i], line);
        }
    check_excess();
    for (int alpha = 1; alpha < 256; alpha += step) check_alpha(alpha);
    for (int alpha = 0; alpha < 256; alpha += step)
        for (int color = 0; color < 256; color += 15) check_flat(alpha, color);
    printf("made: %016llx\n", (unsigned long long) digest);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
