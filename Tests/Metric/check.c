// Checks CMetric by itself, so that it can be compiled with sanitizers and for other processors:
//
//     cc -ISources/CMetric/include Tests/Metric/check.c Sources/CMetric/*.c -lm && ./a.out [SEED [some | speed]]
//
// The truth is the definition in double precision with all published weights. Prints a digest of all scores, which is the same
// on every processor, and counts on the last line. `some` is a tenth of it, for slow builds; `speed` prints milliseconds for a
// megapixel instead.
#include "alcedo_metric.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../Codecs/support.h"

// ---- The definition ----------------------------------------------------------------------------------------

// Plane (X, Y, B), scale (1:1 ... 1:32), then mean of similarity, ringing, blur, and fourth-power means of the same, as published.
static const double PUBLISHED[3][6][6] = {
    {
        {0, 0.0007376606707406586, 0, 0, 0.0007793481682867309, 0},
        {0, 0.0004371155730107379, 0, 1.1041726426657346, 0.00066284834129271, 0.00015231632783718752},
        {0, 0.0016406437456599754, 0, 1.8422455520539298, 11.441172603757666, 0},
        {0.0007989109436015163, 0.000176816438078653, 0, 1.8787594979546387, 10.94906990605142, 0},
        {0.0007289346991508072, 0.9677937080626833, 0, 0.00014003424285435884, 0.9981766977854967, 0.00031949755934435053},
        {0.0004550992113792063, 0, 0, 0.0013648766163243398, 0, 0},
    },
    {
        {0, 0, 0, 7.466890328078848, 0, 17.445833984131262},
        {0.0006235601634041466, 0, 0, 6.683678146179332, 0.00037724407979611296, 1.027889937768264},
        {225.20515300849274, 0, 0, 19.213238186143016, 0.0011401524586618361, 0.001237755635509985},
        {176.39317598450694, 0, 0, 24.43300999870476, 0.28520802612117757, 0.0004485436923833408},
        {0, 0, 0, 34.77906344483772, 44.835625328877896, 0},
        {0, 0, 0, 0, 0, 0},
    },
    {
        {0, 0.0008680556573291698, 0, 0, 0, 0},
        {0, 0.0005313191874358747, 0, 0.00016533814161379112, 0, 0},
        {0, 0, 0, 0.0004179171803251336, 0.0017290828234722833, 0},
        {0.0020827005846636437, 0, 0, 8.826982764996862, 23.19243343998926, 0},
        {95.1080498811086, 0.9863978034400682, 0.9834382792465353, 0.0012286405048278493, 171.2667255897307, 0.9807858872435379},
        {0, 0, 0, 0.0005130064588990679, 0, 0.00010854057858411537},
    },
};

typedef struct { int width, height; double *plane[3]; } raster;

static raster raster_new(int width, int height) {
    raster made = {width, height, {0}};
    for (int c = 0; c < 3; c++) { made.plane[c] = calloc((size_t) width * height, sizeof(double)); }
    return made;
}
static void raster_free(raster r) { for (int c = 0; c < 3; c++) { free(r.plane[c]); } }

static raster linear(const uint8_t *rgb, int width, int height) {
    raster made = raster_new(width, height);
    for (int i = 0; i < width * height; i++) {
        for (int c = 0; c < 3; c++) {
            double v = rgb[3 * i + c] / 255.0;
            made.plane[c][i] = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
        }
    }
    return made;
}

static raster half(raster in) {
    raster out = raster_new((in.width + 1) / 2, (in.height + 1) / 2);
    for (int c = 0; c < 3; c++) {
        for (int y = 0; y < out.height; y++) {
            for (int x = 0; x < out.width; x++) {
                double sum = 0;
                for (int k = 0; k < 4; k++) {
                    int u = 2 * x + k % 2, v = 2 * y + k / 2;
                    sum += in.plane[c][(v < in.height ? v : in.height - 1) * in.width + (u < in.width ? u : in.width - 1)];
                }
                out.plane[c][y * out.width + x] = sum / 4;
            }
        }
    }
    return out;
}

static raster xyb(raster in) {
    const double mix[3][3] = {
        {0.30, 1 - 0.078 - 0.30, 0.078},
        {0.23, 1 - 0.078 - 0.23, 0.078},
        {0.24342268924547819, 0.20476744424496821, 1 - 0.24342268924547819 - 0.20476744424496821},
    };
    const double bias = 0.0037930732552754493;
    raster out = raster_new(in.width, in.height);
    for (int i = 0; i < in.width * in.height; i++) {
        double cone[3];
        for (int k = 0; k < 3; k++) {
            cone[k] = cbrt(mix[k][0] * in.plane[0][i] + mix[k][1] * in.plane[1][i] + mix[k][2] * in.plane[2][i] + bias) - cbrt(bias);
        }
        double y = (cone[0] + cone[1]) / 2;
        out.plane[0][i] = (cone[0] - cone[1]) / 2 * 14 + 0.42;
        out.plane[1][i] = y + 0.01;
        out.plane[2][i] = cone[2] - y + 0.55;
    }
    return out;
}

// Nothing is added for what lies outside.
static double *blurred(const double *a, const double *b, int width, int height) {
    static const double taps[9] = {0.00941436781, 0.0360111147, 0.109335373, 0.212928592, 0.264621105,
                                   0.212928592, 0.109335373, 0.0360111147, 0.00941436781};
    double *rows = calloc((size_t) width * height, sizeof *rows), *out = calloc((size_t) width * height, sizeof *out);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            for (int k = -4; k <= 4; k++) {
                if (x + k < 0 || x + k >= width) { continue; }
                int i = y * width + x + k;
                rows[y * width + x] += taps[k + 4] * a[i] * (b != NULL ? b[i] : 1);
            }
        }
    }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            for (int k = -4; k <= 4; k++) {
                if (y + k >= 0 && y + k < height) { out[y * width + x] += taps[k + 4] * rows[(y + k) * width + x]; }
            }
        }
    }
    free(rows);
    return out;
}

static double definition(const uint8_t *original, const uint8_t *picture, int width, int height) {
    raster a = linear(original, width, height), b = linear(picture, width, height);
    double sum = 0;
    for (int k = 0; k < 6; k++) {
        if (a.width < 8 || a.height < 8) { break; }
        if (k > 0) {
            raster smaller = half(a), other = half(b);
            raster_free(a), raster_free(b);
            a = smaller, b = other;
        }
        raster p = xyb(a), q = xyb(b);
        int count = a.width * a.height;
        for (int c = 0; c < 3; c++) {
            const double *x = p.plane[c], *y = q.plane[c];
            double *mean1 = blurred(x, NULL, a.width, a.height), *mean2 = blurred(y, NULL, a.width, a.height);
            double *s11 = blurred(x, x, a.width, a.height), *s22 = blurred(y, y, a.width, a.height);
            double *s12 = blurred(x, y, a.width, a.height), terms[6] = {0};
            for (int i = 0; i < count; i++) {
                double shift = mean1[i] - mean2[i];
                double contrast = 2 * (s12[i] - mean1[i] * mean2[i]) + 0.0009;
                double whole = s11[i] - mean1[i] * mean1[i] + s22[i] - mean2[i] * mean2[i] + 0.0009;
                double edge = (1 + fabs(y[i] - mean2[i])) / (1 + fabs(x[i] - mean1[i])) - 1;
                double maps[3] = {fmax(1 - (1 - shift * shift) * contrast / whole, 0), fmax(edge, 0), fmax(-edge, 0)};
                for (int m = 0; m < 3; m++) {
                    terms[m] += maps[m] / count;
                    terms[3 + m] += pow(maps[m], 4) / count;
                }
            }
            for (int t = 0; t < 6; t++) { sum += PUBLISHED[c][k][t] * (t < 3 ? terms[t] : pow(terms[t], 0.25)); }
            free(mean1), free(mean2), free(s11), free(s22), free(s12);
        }
        raster_free(p), raster_free(q);
    }
    raster_free(a), raster_free(b);
    sum *= 0.9562382616834844;
    sum = 2.326765642916932 * sum - 0.020884521182843837 * sum * sum + 6.248496625763138e-05 * sum * sum * sum;
    return sum > 0 ? 100 - 10 * pow(sum, 0.6276336467831387) : 100;
}

// ---- Pictures ----------------------------------------------------------------------------------------------

static uint8_t within(double v) { return v < 0 ? 0 : v > 255 ? 255 : (uint8_t) lrint(v); }

// Gradients, discs and noise, as much of each as it happens.
static void draw(uint8_t *rgb, int width, int height) {
    double base[3], across[3], down[3], noise = between(0, 20);
    int discs = between(0, 6);
    for (int c = 0; c < 3; c++) { base[c] = between(0, 255), across[c] = between(-200, 200), down[c] = between(-200, 200); }
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            for (int c = 0; c < 3; c++) {
                double v = base[c] + across[c] * x / width + down[c] * y / height + (between(-100, 100) / 100.0) * noise;
                rgb[3 * (y * width + x) + c] = within(v);
            }
        }
    }
    for (int i = 0; i < discs; i++) {
        int cx = between(0, width - 1), cy = between(0, height - 1), radius = between(1, 1 + (width < height ? width : height) / 3);
        uint8_t color[3] = {(uint8_t) between(0, 255), (uint8_t) between(0, 255), (uint8_t) between(0, 255)};
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                if ((x - cx) * (x - cx) + (y - cy) * (y - cy) < radius * radius) { memcpy(rgb + 3 * (y * width + x), color, 3); }
            }
        }
    }
}

// What encoders do: coarse steps in blocks, noise, softening, shifted colors, or nearly nothing.
static void distort(const uint8_t *in, uint8_t *out, int width, int height) {
    int kind = between(0, 4), strength = between(1, 40), block = between(2, 8);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            for (int c = 0; c < 3; c++) {
                int i = 3 * (y * width + x) + c, corner = 3 * (y / block * block * width + x / block * block) + c;
                int left = x > 0 ? in[i - 3] : in[i];
                double v = in[i];
                if (kind == 0) { v += (in[corner] - v) * strength / 80; }
                if (kind == 1) { v += between(-strength, strength); }
                if (kind == 2) { v = (v + left) / 2; }
                if (kind == 3) { v += c == 2 ? strength : -strength / 3.0; }
                if (kind == 4) { v += between(0, 60) == 0; }
                out[i] = within(v);
            }
        }
    }
}

static alcedo_metric_picture picture(const uint8_t *pixels, int width, int height, int channels) {
    return (alcedo_metric_picture) {pixels, (size_t) width * channels, width, height, channels, 0};
}

static double scored(alcedo_metric_picture original, alcedo_metric_picture other) {
    double score = NAN;
    alcedo_metric *metric = alcedo_metric_new(original);
    if (metric != NULL && alcedo_metric_score(metric, other, &score) != 0) { score = NAN; }
    alcedo_metric_free(metric);
    return score;
}

static const char *const IMPLEMENTATIONS[] = {"plain", "baseline", "avx2"};

static void note_score(double score) {
    uint8_t bytes[sizeof score];
    memcpy(bytes, &score, sizeof score);
    for (size_t i = 0; i < sizeof bytes; i++) { note(bytes[i]); }
}

// ---- Checks ------------------------------------------------------------------------------------------------

static double worst;

static void check_size(int width, int height) {
    size_t bytes = (size_t) width * height * 3;
    uint8_t *original = malloc(bytes), *other = malloc(bytes);
    draw(original, width, height);
    distort(original, other, width, height);
    double truth = definition(original, other, width, height), scores[3] = {0};
    int count = 0;
    for (int i = 0; i < 3; i++) {
        if (alcedo_metric_use(IMPLEMENTATIONS[i]) != 0) { continue; }
        scores[count++] = scored(picture(original, width, height, 3), picture(other, width, height, 3));
        expect(memcmp(&scores[count - 1], &scores[0], sizeof(double)) == 0, "every implementation makes the same score");
    }
    double away = fabs(scores[0] - truth);
    // What is far below any use differs more, since a score's scale has no end.
    if (truth > -50 && away > worst) { worst = away; }
    char what[160];
    snprintf(what, sizeof what, "%d x %d: %.5f is within 0.01 of the definition, %.5f", width, height, scores[0], truth);
    expect(away <= (truth > -50 ? 0.01 : 0.01 + 1e-4 * fabs(truth)), what);
    note_score(scores[0]);
    expect(scored(picture(original, width, height, 3), picture(original, width, height, 3)) == 100, "the original has 100");
    free(original), free(other);
}

static void check_channels(int width, int height) {
    size_t pixels = (size_t) width * height;
    uint8_t *rgba = malloc(4 * pixels), *other = malloc(4 * pixels), *flat = malloc(3 * pixels), *flat_other = malloc(3 * pixels);
    uint8_t backdrop = between(0, 1) ? 26 : 230;
    for (size_t i = 0; i < pixels; i++) {
        for (int c = 0; c < 4; c++) {
            rgba[4 * i + c] = (uint8_t) between(0, 255);
            other[4 * i + c] = within(rgba[4 * i + c] + between(-20, 20));
        }
        for (int c = 0; c < 3; c++) {
            flat[3 * i + c] = (uint8_t) ((rgba[4 * i + c] * rgba[4 * i + 3] + backdrop * (255 - rgba[4 * i + 3]) + 127) / 255);
            flat_other[3 * i + c] = (uint8_t) ((other[4 * i + c] * other[4 * i + 3] + backdrop * (255 - other[4 * i + 3]) + 127) / 255);
        }
    }
    alcedo_metric_picture with_alpha = picture(rgba, width, height, 4), other_with_alpha = picture(other, width, height, 4);
    with_alpha.backdrop = other_with_alpha.backdrop = backdrop;
    expect(
        scored(with_alpha, other_with_alpha) == scored(picture(flat, width, height, 3), picture(flat_other, width, height, 3)),
        "alpha is what lies over the backdrop");
    // Gray, with a gap behind each row.
    size_t stride = (size_t) width + (size_t) between(0, 9);
    uint8_t *gray = malloc(stride * height), *two = malloc(2 * pixels);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            size_t i = (size_t) y * width + x;
            gray[y * stride + x] = two[2 * i] = flat[3 * i] = flat[3 * i + 1] = flat[3 * i + 2] = rgba[4 * i];
            two[2 * i + 1] = 255;
        }
    }
    alcedo_metric_picture gray_picture = {gray, stride, width, height, 1, 0};
    double expected = scored(picture(flat, width, height, 3), picture(flat_other, width, height, 3));
    expect(scored(gray_picture, picture(flat_other, width, height, 3)) == expected, "gray is a color");
    expect(scored(picture(two, width, height, 2), picture(flat_other, width, height, 3)) == expected, "opaque gray is gray");
    free(rgba), free(other), free(flat), free(flat_other), free(gray), free(two);
}

static void check_map(int width, int height) {
    size_t bytes = (size_t) width * height * 3;
    uint8_t *original = malloc(bytes), *other = malloc(bytes);
    float *map = malloc((size_t) width * height * sizeof *map);
    draw(original, width, height);
    memcpy(other, original, bytes);
    // One spot is wrong.
    int cx = width / 4, cy = height / 4;
    for (int y = cy - 4; y < cy + 4; y++) {
        for (int x = cx - 4; x < cx + 4; x++) { memset(other + 3 * (y * width + x), (x + y) % 2 == 0 ? 0xff : 0, 3); }
    }
    double score = 0, alone = scored(picture(original, width, height, 3), picture(other, width, height, 3));
    alcedo_metric *metric = alcedo_metric_new(picture(original, width, height, 3));
    expect(alcedo_metric_map(metric, picture(other, width, height, 3), &score, map) == 0, "there is a map");
    expect(score == alone, "the map does not change the score");
    char what[80];
    snprintf(what, sizeof what, "%d x %d: what is wrong has a low score, %.1f", width, height, map[cy * width + cx]);
    expect(map[cy * width + cx] < 60, what);
    expect(map[(height - 1) * width + width - 1] > 99.9f, "what is far away has a high one");
    expect(alcedo_metric_map(metric, picture(original, width, height, 3), &score, map) == 0 && map[cy * width + cx] == 100, "or all");
    expect(alcedo_metric_score(metric, picture(other, width, height - 1, 3), &score) == -1, "another size is refused");
    alcedo_metric_free(metric);
    free(original), free(other), free(map);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static int speed(void) {
    int width = 1600, height = 1200, rounds = 10;
    uint8_t *original = malloc(3u * width * height), *other = malloc(3u * width * height);
    draw(original, width, height);
    distort(original, other, width, height);
    for (int i = 0; i < 3; i++) {
        if (alcedo_metric_use(IMPLEMENTATIONS[i]) != 0) { continue; }
        double least_new = 1e9, least_score = 1e9, score;
        for (int round = 0; round < rounds; round++) {
            double began = seconds();
            alcedo_metric *metric = alcedo_metric_new(picture(original, width, height, 3));
            double made = seconds();
            alcedo_metric_score(metric, picture(other, width, height, 3), &score);
            double ended = seconds();
            alcedo_metric_free(metric);
            least_new = fmin(least_new, made - began), least_score = fmin(least_score, ended - made);
        }
        double megapixels = width * height / 1e6;
        printf("%-9s original %5.2f ms/MP, comparison %5.2f ms/MP, score %.3f\n", IMPLEMENTATIONS[i], 1000 * least_new / megapixels,
               1000 * least_score / megapixels, score);
    }
    printf("memory: original %.1f, comparison %.1f bytes for a pixel\n", alcedo_metric_memory(width, height) / (double) width / height,
           alcedo_metric_comparison_memory(width, height) / (double) width / height);
    free(original), free(other);
    return 0;
}

int main(int count, char **arguments) {
    seed(count > 1 ? arguments[1] : "1");
    if (count > 2 && strcmp(arguments[2], "speed") == 0) { return speed(); }
    int share = count > 2 && strcmp(arguments[2], "some") == 0 ? 10 : 1;
    expect(alcedo_metric_use("none") == -1, "an implementation that is not there cannot be used");
    // Every width's last lanes, and heights around the blur's reach and the scales' ends.
    for (int width = 8; width <= 80; width += share) { check_size(width, between(8, 24)); }
    for (int height = 8; height <= 80; height += share) { check_size(between(8, 24), height); }
    for (int i = 0; i < 200 / share; i++) { check_size(between(8, 300), between(8, 300)); }
    for (int i = 0; i < 100 / share; i++) { check_channels(between(8, 60), between(8, 60)); }
    for (int i = 0; i < 20 / share; i++) { check_map(between(300, 500), between(300, 500)); }
    uint8_t dot[3 * 8 * 8] = {0};
    expect(alcedo_metric_new(picture(dot, 7, 8, 3)) == NULL && alcedo_metric_new(picture(dot, 8, 7, 3)) == NULL, "too small is refused");
    printf("worst: %.5f\n", worst);
    return finish();
}
