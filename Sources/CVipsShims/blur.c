// A Gaussian blur in single precision.
//
// libvips's own uses 8-bit weights on vector units: a white picture comes out up to 8 of 255 darker or lighter,
// depending on sigma. This one preserves flat colors and is as fast.
#include "shims.h"
#include <math.h>
#include <string.h>

// Samples that stay in the first-level cache while every weight is applied to them.
#define BLOCK 2048

// The reach of a bell curve and the weight of each distance; all weights together, on both sides, are 1.
typedef struct {
    int radius;
    float *weights;
} bell;

// Creates a bell for lines of `length` pixels. Anything further away is one of the line's ends, with one weight.
static bell bell_new(double sigma, int length) {
    // Beyond that, the bell is flat in single precision.
    double reach = VIPS_MIN(ceil(3 * sigma), 1e6);
    bell bell = {(int) VIPS_MIN(reach, length), NULL};
    double *weights = g_new0(double, bell.radius + 1);
    double sum = 0;
    for (int i = 0; i <= reach; i++) {
        double weight = exp(-(double) i * i / (2 * sigma * sigma));
        sum += i == 0 ? weight : 2 * weight;
        weights[VIPS_MIN(i, bell.radius)] += weight;
    }
    bell.weights = g_new(float, bell.radius + 1);
    for (int i = 0; i <= bell.radius; i++) bell.weights[i] = (float) (weights[i] / sum);
    g_free(weights);
    return bell;
}

static void scale(float *restrict out, const float *restrict in, float weight, int count) {
    for (int i = 0; i < count; i++) out[i] = in[i] * weight;
}

static void add(
    float *restrict out, const float *restrict first, const float *restrict second, float weight, int count) {
    for (int i = 0; i < count; i++) out[i] += (first[i] + second[i]) * weight;
}

// Converts one row from samples to floats, with the edge repeated `radius` pixels outwards.
static void widen(const VipsImage *in, int y, int radius, float *out) {
    int bands = in->Bands, count = in->Xsize * bands;
    float *middle = out + radius * bands;
    if (in->BandFmt == VIPS_FORMAT_USHORT) {
        const unsigned short *row = (const unsigned short *) VIPS_IMAGE_ADDR(in, 0, y);
        for (int i = 0; i < count; i++) middle[i] = row[i];
    } else {
        const VipsPel *row = VIPS_IMAGE_ADDR(in, 0, y);
        for (int i = 0; i < count; i++) middle[i] = row[i];
    }
    for (int i = 0; i < radius; i++) {
        memcpy(out + i * bands, middle, sizeof(float) * bands);
        memcpy(middle + count + i * bands, middle + count - bands, sizeof(float) * bands);
    }
}

static void narrow(const float *in, int count, int wide, VipsPel *out) {
    if (wide) {
        unsigned short *samples = (unsigned short *) out;
        for (int i = 0; i < count; i++) samples[i] = (unsigned short) (VIPS_MIN(in[i], 65535) + 0.5f);
    } else {
        for (int i = 0; i < count; i++) out[i] = (VipsPel) (VIPS_MIN(in[i], 255) + 0.5f);
    }
}

// Blurs `in`, which is in memory, line by line into `out`. A ring of floats holds only the rows that one line needs.
static int blur_rows(const VipsImage *in, VipsImage *out, double sigma) {
    bell across = bell_new(sigma, in->Xsize), down = bell_new(sigma, in->Ysize);
    int bands = in->Bands, count = in->Xsize * bands, ready = 0, result = 0;
    int slots = VIPS_MIN(2 * down.radius + 1, in->Ysize);
    float *padded = g_try_new(float, (gsize) count + 2 * (gsize) across.radius * bands);
    float *rows = g_try_new(float, (gsize) count * slots);
    float *sums = g_new(float, BLOCK);
    VipsPel *line = g_malloc(VIPS_IMAGE_SIZEOF_LINE(in));
    if (padded == NULL || rows == NULL) {
        vips_error("blur", "not enough memory");
        result = -1;
    }
    for (int y = 0; y < in->Ysize && result == 0; y++) {
        for (; ready < in->Ysize && ready <= y + down.radius; ready++) {
            float *row = rows + (gsize) (ready % slots) * count;
            widen(in, ready, across.radius, padded);
            for (int from = 0; from < count; from += BLOCK) {
                int length = VIPS_MIN(BLOCK, count - from);
                const float *middle = padded + across.radius * bands + from;
                scale(row + from, middle, across.weights[0], length);
                for (int i = 1; i <= across.radius; i++)
                    add(row + from, middle - i * bands, middle + i * bands, across.weights[i], length);
            }
        }
        for (int from = 0; from < count; from += BLOCK) {
            int length = VIPS_MIN(BLOCK, count - from);
            scale(sums, rows + (gsize) (y % slots) * count + from, down.weights[0], length);
            for (int i = 1; i <= down.radius; i++) {
                int above = VIPS_MAX(y - i, 0), below = VIPS_MIN(y + i, in->Ysize - 1);
                add(sums, rows + (gsize) (above % slots) * count + from,
                    rows + (gsize) (below % slots) * count + from, down.weights[i], length);
            }
            narrow(sums, length, in->BandFmt == VIPS_FORMAT_USHORT, line + from * VIPS_IMAGE_SIZEOF_ELEMENT(in));
        }
        result = vips_image_write_line(out, y, line);
    }
    g_free(line);
    g_free(sums);
    g_free(rows);
    g_free(padded);
    g_free(across.weights);
    g_free(down.weights);
    return result;
}

int alcedo_image_blur(alcedo_image *handle, double sigma, alcedo_image **out) {
    VipsImage *in = vips_image_copy_memory(vips_of(handle));
    *out = NULL;
    if (in == NULL) return -1;
    VipsImage *image = NULL;
    int result = -1;
    if (in->BandFmt != VIPS_FORMAT_UCHAR && in->BandFmt != VIPS_FORMAT_USHORT) {
        vips_error("blur", "samples must have 8 or 16 bits");
    } else {
        image = vips_image_new_memory();
        result = vips_image_pipelinev(image, VIPS_DEMAND_STYLE_ANY, in, NULL) != 0 ? -1
            : blur_rows(in, image, sigma);
    }
    g_object_unref(in);
    if (result != 0 && image != NULL) g_object_unref(image);
    return hand_out(result, image, out);
}
