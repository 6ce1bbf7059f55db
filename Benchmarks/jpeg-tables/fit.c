// Fits quantization tables of JPEG to what the eye sees, and compares them with those of Annex K. Called by `jpeg-tables`.
//
//     fit fit PICTURE...                  the seven parameters that need the fewest bytes for the same scores
//     fit compare PARAMETERS PICTURE...   bytes at equal scores beside Annex K
//     fit scales PARAMETERS PICTURE...    for each quality, the scale that has the score of Annex K's
//
// A picture is a file of two 32-bit numbers, width and height, and RGB. Scores are those of CMetric (SSIMULACRA 2) and of
// butteraugli (3-norm) in libjxl 0.7.
#include "alcedo_metric.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jxl/butteraugli.h>

// ---- Tables ------------------------------------------------------------------------------------------------

enum { SLOPE_Y, POWER_Y, CB, CR, SLOPE_C, POWER_C, DC, PARAMETERS };
static const char *const NAMES[PARAMETERS] = {
    "slope of Y", "power of Y", "Cb", "Cr", "slope of Cb and Cr", "power of Cb and Cr", "DC"};

// A step grows with the distance from the corner: scale * (1 + slope * r^power), r = sqrt(u^2 + v^2).
static void make_tables(const double *p, double scale, unsigned tables[3][64]) {
    for (int plane = 0; plane < 3; plane++) {
        double factor = plane == 0 ? 1 : p[plane == 1 ? CB : CR];
        double slope = p[plane == 0 ? SLOPE_Y : SLOPE_C], power = p[plane == 0 ? POWER_Y : POWER_C];
        for (int i = 0; i < 64; i++) {
            double r = sqrt((i / 8) * (i / 8) + (i % 8) * (i % 8));
            double step = scale * factor * (i == 0 ? p[DC] : 1 + slope * pow(r, power));
            tables[plane][i] = (unsigned) fmin(fmax(lrint(step), 1), 255);
        }
    }
}

// ---- Coding ------------------------------------------------------------------------------------------------

typedef struct {
    int width, height;
    uint8_t *rgb, *decoded;
    alcedo_metric *metric;
} picture;

// What stands for a table: parameters with a scale, or Annex K with a quality.
typedef struct {
    const double *parameters;
    double strength;
} coder;

typedef struct {
    double bytes, score, distance;
} outcome;

static JxlButteraugliApi *butteraugli;

static outcome code(const picture *picture, coder coder, int wants_distance) {
    struct jpeg_compress_struct out;
    struct jpeg_error_mgr errors;
    out.err = jpeg_std_error(&errors);
    jpeg_create_compress(&out);
    unsigned char *file = NULL;
    unsigned long size = 0;
    jpeg_mem_dest(&out, &file, &size);
    out.image_width = (JDIMENSION) picture->width;
    out.image_height = (JDIMENSION) picture->height;
    out.input_components = 3;
    out.in_color_space = JCS_RGB;
    jpeg_set_defaults(&out);
    out.optimize_coding = TRUE;
    if (coder.parameters == NULL) {
        jpeg_set_quality(&out, (int) coder.strength, TRUE);
    } else {
        unsigned tables[3][64];
        make_tables(coder.parameters, coder.strength, tables);
        for (int i = 0; i < 3; i++) {
            jpeg_add_quant_table(&out, i, tables[i], 100, TRUE);
            out.comp_info[i].quant_tbl_no = i;
        }
    }
    jpeg_start_compress(&out, TRUE);
    while (out.next_scanline < out.image_height) {
        JSAMPROW row = picture->rgb + 3 * (size_t) out.next_scanline * (size_t) picture->width;
        jpeg_write_scanlines(&out, &row, 1);
    }
    jpeg_finish_compress(&out);
    jpeg_destroy_compress(&out);

    struct jpeg_decompress_struct in;
    in.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&in);
    jpeg_mem_src(&in, file, size);
    jpeg_read_header(&in, TRUE);
    jpeg_start_decompress(&in);
    while (in.output_scanline < in.output_height) {
        JSAMPROW row = picture->decoded + 3 * (size_t) in.output_scanline * (size_t) picture->width;
        jpeg_read_scanlines(&in, &row, 1);
    }
    jpeg_finish_decompress(&in);
    jpeg_destroy_decompress(&in);
    free(file);

    outcome made = {(double) size, 0, 0};
    size_t stride = 3 * (size_t) picture->width;
    alcedo_metric_score(
        picture->metric, (alcedo_metric_picture) {picture->decoded, stride, picture->width, picture->height, 3, 0}, &made.score);
    if (wants_distance) {
        JxlPixelFormat format = {3, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
        size_t bytes = stride * (size_t) picture->height;
        JxlButteraugliResult *result = JxlButteraugliCompute(
            butteraugli, (uint32_t) picture->width, (uint32_t) picture->height, &format, picture->rgb, bytes, &format,
            picture->decoded, bytes);
        made.distance = JxlButteraugliResultGetDistance(result, 3);
        JxlButteraugliResultDestroy(result);
    }
    return made;
}

// Logarithms of bytes at a score, or at a distance, between two scales close to one another. Only tables of our own have
// scales in between, so that what Annex K makes is the target.
static double bytes_at(const picture *picture, const double *parameters, outcome target, int by_distance) {
    double low = 0.5, high = 60;  // scales
    outcome fine = {0}, coarse = {0};
    for (int step = 0; step < 9; step++) {
        double middle = sqrt(low * high);
        outcome made = code(picture, (coder) {parameters, middle}, by_distance);
        if (by_distance ? made.distance < target.distance : made.score > target.score) {
            low = middle, fine = made;
        } else {
            high = middle, coarse = made;
        }
    }
    if (fine.bytes == 0 || coarse.bytes == 0) { return NAN; }
    double a = by_distance ? fine.distance : fine.score, b = by_distance ? coarse.distance : coarse.score;
    double t = a == b ? 0.5 : ((by_distance ? target.distance : target.score) - a) / (b - a);
    return log(fine.bytes) + t * (log(coarse.bytes) - log(fine.bytes));
}

// Mean logarithm of the bytes beside Annex K's at a quality.
static double saved(const picture *pictures, int count, const double *parameters, int quality, int by_distance) {
    double sum = 0;
    int used = 0;
    for (int i = 0; i < count; i++) {
        outcome annex = code(&pictures[i], (coder) {NULL, quality}, by_distance);
        double ours = bytes_at(&pictures[i], parameters, annex, by_distance);
        if (isnan(ours)) { continue; }
        sum += ours - log(annex.bytes);
        used++;
    }
    return used > 0 ? sum / used : NAN;
}

// ---- Fitting -----------------------------------------------------------------------------------------------

typedef struct {
    double at[PARAMETERS], cost;
} corner;

// Both metrics count alike, at a low and a high quality.
static double cost(const picture *pictures, int count, const double *parameters) {
    for (int i = 0; i < PARAMETERS; i++) {
        if (parameters[i] <= 0.02) { return 1; }
    }
    double sum = 0;
    static const int qualities[] = {60, 85};
    for (int i = 0; i < 2; i++) {
        sum += saved(pictures, count, parameters, qualities[i], 0) + saved(pictures, count, parameters, qualities[i], 1);
    }
    return sum / 4;
}

static int by_cost(const void *a, const void *b) {
    double difference = ((const corner *) a)->cost - ((const corner *) b)->cost;
    return (difference > 0) - (difference < 0);
}

// Nelder and Mead's simplex (1965).
static void fit(const picture *pictures, int count, int steps) {
    static const double start[PARAMETERS] = {0.229, 1.227, 0.581, 0.385, 1.838, 0.706, 0.926};
    corner simplex[PARAMETERS + 1];
    for (int i = 0; i <= PARAMETERS; i++) {
        memcpy(simplex[i].at, start, sizeof start);
        if (i > 0) { simplex[i].at[i - 1] *= 1.15; }
        simplex[i].cost = cost(pictures, count, simplex[i].at);
    }
    for (int step = 0; step < steps; step++) {
        qsort(simplex, PARAMETERS + 1, sizeof *simplex, by_cost);
        corner *worst = &simplex[PARAMETERS];
        double center[PARAMETERS] = {0};
        for (int i = 0; i < PARAMETERS; i++) {
            for (int k = 0; k < PARAMETERS; k++) { center[k] += simplex[i].at[k] / PARAMETERS; }
        }
        static const double moves[] = {-1, -2, 0.5};
        corner tried[3];
        for (int move = 0; move < 3; move++) {
            for (int k = 0; k < PARAMETERS; k++) { tried[move].at[k] = center[k] + moves[move] * (worst->at[k] - center[k]); }
            tried[move].cost = INFINITY;
        }
        tried[0].cost = cost(pictures, count, tried[0].at);
        corner best = tried[0];
        if (best.cost < simplex[0].cost) {
            tried[1].cost = cost(pictures, count, tried[1].at);
            if (tried[1].cost < best.cost) { best = tried[1]; }
        } else if (best.cost >= simplex[PARAMETERS - 1].cost) {
            tried[2].cost = cost(pictures, count, tried[2].at);
            if (tried[2].cost < best.cost) { best = tried[2]; }
        }
        if (best.cost < worst->cost) {
            *worst = best;
        } else {
            for (int i = 1; i <= PARAMETERS; i++) {
                for (int k = 0; k < PARAMETERS; k++) { simplex[i].at[k] = (simplex[i].at[k] + simplex[0].at[k]) / 2; }
                simplex[i].cost = cost(pictures, count, simplex[i].at);
            }
        }
        qsort(simplex, PARAMETERS + 1, sizeof *simplex, by_cost);
        fprintf(stderr, "step %d: %+.2f %%\n", step + 1, 100 * expm1(simplex[0].cost));
    }
    for (int k = 0; k < PARAMETERS; k++) { fprintf(stderr, "%s: %.3f\n", NAMES[k], simplex[0].at[k]); }
    for (int k = 0; k < PARAMETERS; k++) { printf("%s%.4f", k > 0 ? "," : "", simplex[0].at[k]); }
    printf("\n");
}

// ---- Qualities ---------------------------------------------------------------------------------------------

static double mean_loss(const picture *pictures, int count, coder coder) {
    double sum = 0;
    for (int i = 0; i < count; i++) { sum += log(100.5 - fmin(code(&pictures[i], coder, 0).score, 100)); }
    return sum / count;
}

static void scales(const picture *pictures, int count, const double *parameters) {
    for (int quality = 5; quality <= 100; quality += quality < 90 ? 5 : 2) {
        double wanted = mean_loss(pictures, count, (coder) {NULL, quality}), low = 0.2, high = 200;
        for (int step = 0; step < 12; step++) {
            double middle = sqrt(low * high);
            if (mean_loss(pictures, count, (coder) {parameters, middle}) < wanted) { low = middle; } else { high = middle; }
        }
        printf("%d %.3f\n", quality, sqrt(low * high));
        fflush(stdout);
    }
}

// ------------------------------------------------------------------------------------------------------------

static int read_picture(const char *path, picture *picture) {
    FILE *file = fopen(path, "rb");
    int32_t size[2];
    if (file == NULL || fread(size, sizeof size, 1, file) != 1) { return -1; }
    picture->width = size[0], picture->height = size[1];
    size_t bytes = 3 * (size_t) size[0] * (size_t) size[1];
    picture->rgb = malloc(bytes), picture->decoded = malloc(bytes);
    int is_whole = fread(picture->rgb, bytes, 1, file) == 1;
    fclose(file);
    picture->metric = alcedo_metric_new(
        (alcedo_metric_picture) {picture->rgb, 3 * (size_t) size[0], picture->width, picture->height, 3, 0});
    return is_whole && picture->metric != NULL ? 0 : -1;
}

int main(int count, char **arguments) {
    if (count < 3) { return 64; }
    int fits = strcmp(arguments[1], "fit") == 0, first = fits ? 2 : 3;
    double parameters[PARAMETERS] = {0};
    if (!fits && sscanf(
            arguments[2], "%lf,%lf,%lf,%lf,%lf,%lf,%lf", &parameters[0], &parameters[1], &parameters[2], &parameters[3],
            &parameters[4], &parameters[5], &parameters[6]) != PARAMETERS) {
        return 64;
    }
    int pictures_count = count - first;
    picture *pictures = calloc((size_t) pictures_count, sizeof *pictures);
    for (int i = 0; i < pictures_count; i++) {
        if (read_picture(arguments[first + i], &pictures[i]) != 0) {
            fprintf(stderr, "%s: not a picture\n", arguments[first + i]);
            return 1;
        }
    }
    butteraugli = JxlButteraugliApiCreate(NULL);
    if (fits) {
        const char *steps = getenv("STEPS");
        fit(pictures, pictures_count, steps != NULL ? atoi(steps) : 40);
    } else if (strcmp(arguments[1], "compare") == 0) {
        static const int qualities[] = {50, 65, 80, 90};
        for (int i = 0; i < 4; i++) {
            printf("%d %.2f %.2f\n", qualities[i], 100 * expm1(saved(pictures, pictures_count, parameters, qualities[i], 0)),
                   100 * expm1(saved(pictures, pictures_count, parameters, qualities[i], 1)));
            fflush(stdout);
        }
    } else {
        scales(pictures, pictures_count, parameters);
    }
    return 0;
}
