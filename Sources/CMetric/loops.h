// The inner loops, written once for the vectors of each implementation. Included after TARGET and NAME.
#include "kernels.h"

#pragma STDC FP_CONTRACT OFF

// Two thirds of the exponent's bias, and what brings the first guess of a cube root closest.
enum { THIRD_OF_BIAS = 709921077 };

#include "vector.h"

// ---- Color -------------------------------------------------------------------------------------------------

// A cube root from a third of the exponent and two of Halley's steps: additions, multiplications and divisions round alike
// everywhere, where functions of the system do not.
INLINE vector cube_root(vector x) {
    vector y = third_of_bits(x);
    for (int step = 0; step < 2; step++) {
        vector cube = multiply(multiply(y, y), y);
        vector upper = add(add(cube, x), x), lower = add(add(cube, cube), x);
        y = divide(multiply(y, upper), lower);
    }
    return y;
}

// The response of one kind of cone (libjxl, opsin): a mixture of the colors, with a little light everywhere, as a cube root.
INLINE vector response(vector r, vector g, vector b, float of_red, float of_green, float of_blue) {
    const float bias = 0.0037930732552754493f, root_of_bias = 0.15595420054f;
    vector blue = add(multiply(all(of_blue), b), all(bias));
    vector mixture = add(multiply(all(of_red), r), add(multiply(all(of_green), g), blue));
    return subtract(cube_root(mixture), all(root_of_bias));
}

TARGET static void convert(const float *const rgb[3], float *const xyb[3], size_t count) {
    for (size_t i = 0; i < count; i += LANES) {
        vector r = load(rgb[0] + i), g = load(rgb[1] + i), b = load(rgb[2] + i);
        vector l = response(r, g, b, 0.30f, 1 - 0.078f - 0.30f, 0.078f);
        vector m = response(r, g, b, 0.23f, 1 - 0.078f - 0.23f, 0.078f);
        vector y = multiply(all(0.5f), add(l, m));
        // Offsets and factors bring each plane into 0 ... 1.
        if (xyb[0] != NULL) {
            store(xyb[0] + i, add(multiply(multiply(all(0.5f), subtract(l, m)), all(14)), all(0.42f)));
        }
        store(xyb[1] + i, add(y, all(0.01f)));
        if (xyb[2] != NULL) {
            vector s = response(
                r, g, b, 0.24342268924547819f, 0.20476744424496821f, 1 - 0.24342268924547819f - 0.20476744424496821f);
            store(xyb[2] + i, add(subtract(s, y), all(0.55f)));
        }
    }
}

TARGET static void halve(const float *upper, const float *lower, float *out, size_t width) {
    size_t half = width / 2;
    for (size_t x = 0; x < half; x++) {
        out[x] = ((upper[2 * x] + upper[2 * x + 1]) + (lower[2 * x] + lower[2 * x + 1])) * 0.25f;
    }
    if (width % 2 == 1) {
        out[half] = ((upper[width - 1] + upper[width - 1]) + (lower[width - 1] + lower[width - 1])) * 0.25f;
    }
}

// ---- Blur --------------------------------------------------------------------------------------------------

INLINE vector along(const float *at) {
    vector sum = multiply(all(GAUSSIAN[0]), load(at));
    for (int i = 1; i <= REACH; i++) {
        sum = add(sum, multiply(all(GAUSSIAN[i]), add(load(at - i), load(at + i))));
    }
    return sum;
}

INLINE vector across(const float *const *rows, size_t at) {
    vector sum = multiply(all(GAUSSIAN[0]), load(rows[REACH] + at));
    for (int i = 1; i <= REACH; i++) {
        sum = add(sum, multiply(all(GAUSSIAN[i]), add(load(rows[REACH - i] + at), load(rows[REACH + i] + at))));
    }
    return sum;
}

// Products of two rows, margins included, blurred along the row.
INLINE void blur_product(const float *a, const float *b, float *out, float *scratch, size_t count) {
    for (size_t i = 0; i < count + 2 * MARGIN; i += LANES) {
        store(scratch - MARGIN + i, multiply(load(a - MARGIN + i), load(b - MARGIN + i)));
    }
    for (size_t i = 0; i < count; i += LANES) { store(out + i, along(scratch + i)); }
}

TARGET static void blur_original(const float *row, float *means, float *squares, float *scratch, size_t count) {
    for (size_t i = 0; i < count; i += LANES) { store(means + i, along(row + i)); }
    blur_product(row, row, squares, scratch, count);
}

TARGET static void blur_picture(
    const float *row, const float *original, float *squares, float *shifts, float *errors, float *const scratch[2],
    size_t count) {
    blur_product(row, row, squares, scratch[0], count);
    for (size_t i = 0; i < count + 2 * MARGIN; i += LANES) {
        store(scratch[1] - MARGIN + i, subtract(load(row - MARGIN + i), load(original - MARGIN + i)));
    }
    for (size_t i = 0; i < count; i += LANES) { store(shifts + i, along(scratch[1] + i)); }
    blur_product(scratch[1], scratch[1], errors, scratch[0], count);
}

// ---- Differences -------------------------------------------------------------------------------------------

TARGET static void describe(
    const float *const *means, const float *const *squares, float *mean, float *variance, size_t count) {
    for (size_t i = 0; i < count; i += LANES) {
        vector m = across(means, i);
        store(mean + i, m);
        store(variance + i, subtract(across(squares, i), multiply(m, m)));
    }
}

// A row's lanes are added in pairs, as doubles.
INLINE double total(vector v) {
    double even = ((double) lane(v, 0) + lane(v, 4)) + ((double) lane(v, 1) + lane(v, 5));
    return even + (((double) lane(v, 2) + lane(v, 6)) + ((double) lane(v, 3) + lane(v, 7)));
}

INLINE vector fourth_power(vector v) {
    vector square = multiply(v, v);
    return multiply(square, square);
}

// SSIM compares covariance with variances. With x the original, y the picture and e = y - x, its loss
//
//     1 - (1 - (mean x - mean y)^2) (2 cov(x, y) + C) / (var x + var y + C)
//
// is m + v - m v, where m = (mean e)^2 and v = var e / (var x + var y + C). Nothing cancels where little differs, so that single
// precision is enough in flat areas, too.
INLINE void compare_rows(
    const alcedo_metric_blurred *blurred, const float *samples, const alcedo_metric_original *original, size_t width,
    int structure, int edges, alcedo_metric_sums *sums) {
    vector none = all(0), similarity = none, similarity4 = none, ringing = none, ringing4 = none, blur = none, blur4 = none;
    for (size_t i = 0; i < width; i += LANES) {
        size_t live = width - i;
        vector shift = across(blurred->shifts, i), mean_before = load(original->means + i), mean = add(mean_before, shift);
        if (structure) {
            vector shift2 = multiply(shift, shift);
            vector variance = subtract(across(blurred->squares, i), multiply(mean, mean));
            vector whole = add(add(load(original->variances + i), variance), all(STABILIZER));
            vector lost = divide(positive(subtract(across(blurred->errors, i), shift2)), whole);
            vector difference = subtract(add(shift2, lost), multiply(shift2, lost));
            if (live < LANES) { difference = first(difference, live); }
            similarity = add(similarity, difference);
            similarity4 = add(similarity4, fourth_power(difference));
        }
        if (edges) {
            vector before = magnitude(subtract(load(original->samples + i), mean_before));
            vector after = magnitude(subtract(load(samples + i), mean));
            // (1 + after) / (1 + before) - 1, without cancellation, too.
            vector difference = divide(subtract(after, before), add(all(1), before));
            if (live < LANES) { difference = first(difference, live); }
            vector more = positive(difference), less = positive(subtract(all(0), difference));
            ringing = add(ringing, more);
            ringing4 = add(ringing4, fourth_power(more));
            blur = add(blur, less);
            blur4 = add(blur4, fourth_power(less));
        }
    }
    if (structure) {
        sums->similarity += total(similarity);
        sums->similarity4 += total(similarity4);
    }
    if (edges) {
        sums->ringing += total(ringing);
        sums->ringing4 += total(ringing4);
        sums->blur += total(blur);
        sums->blur4 += total(blur4);
    }
}

TARGET static void compare(
    alcedo_metric_blurred blurred, const float *samples, alcedo_metric_original original, size_t width, int structure,
    int edges, alcedo_metric_sums *sums) {
    if (!structure) {
        compare_rows(&blurred, samples, &original, width, 0, 1, sums);
    } else if (!edges) {
        compare_rows(&blurred, samples, &original, width, 1, 0, sums);
    } else {
        compare_rows(&blurred, samples, &original, width, 1, 1, sums);
    }
}

const alcedo_metric_kernels NAME = {NAME_TEXT, convert, blur_original, blur_picture, describe, compare, halve};
