// The colors of a JPEG without rounding: what a decoder computes before it makes 8 bits of them.
//
//     cc -O2 unrounded.c -o unrounded -ljpeg
//     unrounded PICTURE OUT      writes red, green and blue as 32-bit floats of 0...255; prints width and height
//
// The samples of the components are libjpeg's, from its inverse DCT. Chroma is interpolated as libjpeg does, three quarters of
// the nearer sample and one of the farther one in each direction that is halved, and converted by the formulas of T.871. What is
// out of range is cut off, since a viewer of the whole picture does not see it either. Ends with 3 if a picture has other
// components.
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>

enum { PLANES = 3, CANNOT = 3 };

typedef struct { int width, height, across, down; size_t stride; unsigned char *samples; } plane;

static void stop(const char *path, const char *what, int code) {
    fprintf(stderr, "%s: %s\n", path, what);
    exit(code);
}

static int clamped(int value, int count) { return value < 0 ? 0 : value >= count ? count - 1 : value; }

// The sample of a pixel, between the two or four that are closest.
static double sample(const plane *plane, int x, int y) {
    int left = plane->across ? (x - 1) >> 1 : x, top = plane->down ? (y - 1) >> 1 : y;
    double right = plane->across ? (x % 2 ? 0.25 : 0.75) : 0, bottom = plane->down ? (y % 2 ? 0.25 : 0.75) : 0;
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        double weight = (i % 2 ? right : 1 - right) * (i / 2 ? bottom : 1 - bottom);
        int column = clamped(left + i % 2, plane->width), row = clamped(top + i / 2, plane->height);
        if (weight > 0) sum += weight * plane->samples[row * plane->stride + column];
    }
    return sum;
}

static float color(double value) { return (float) (value < 0 ? 0 : value > 255 ? 255 : value); }

int main(int count, char **arguments) {
    if (count != 3) stop("usage", "unrounded PICTURE OUT", 2);
    FILE *in = fopen(arguments[1], "rb");
    if (in == NULL) stop(arguments[1], "cannot be opened", 1);
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&jpeg);
    jpeg_stdio_src(&jpeg, in);
    jpeg_read_header(&jpeg, TRUE);
    if (jpeg.num_components != PLANES || jpeg.jpeg_color_space != JCS_YCbCr) stop(arguments[1], "other colors", CANNOT);
    jpeg.out_color_space = JCS_YCbCr;
    jpeg.raw_data_out = TRUE;
    jpeg.dct_method = JDCT_ISLOW;
    jpeg_start_decompress(&jpeg);
    const int group = jpeg.max_v_samp_factor * DCTSIZE;
    plane planes[PLANES];
    for (int i = 0; i < PLANES; i++) {
        const jpeg_component_info *info = &jpeg.comp_info[i];
        int across = jpeg.max_h_samp_factor / info->h_samp_factor, down = jpeg.max_v_samp_factor / info->v_samp_factor;
        if (across > 2 || down > 2 || jpeg.max_h_samp_factor % info->h_samp_factor || jpeg.max_v_samp_factor % info->v_samp_factor)
            stop(arguments[1], "chroma at other sizes", CANNOT);
        planes[i] = (plane) {
            (int) info->downsampled_width, (int) info->downsampled_height, across == 2, down == 2,
            (size_t) info->width_in_blocks * DCTSIZE, NULL
        };
        // Whole groups of rows are written, also at the end.
        size_t groups = (jpeg.image_height + group - 1) / group;
        planes[i].samples = malloc(groups * info->v_samp_factor * DCTSIZE * planes[i].stride);
        if (planes[i].samples == NULL) stop(arguments[1], "too large", 1);
    }
    while (jpeg.output_scanline < jpeg.image_height) {
        JSAMPROW rows[PLANES][4 * DCTSIZE];
        JSAMPARRAY arrays[PLANES];
        for (int i = 0; i < PLANES; i++) {
            int lines = jpeg.comp_info[i].v_samp_factor * DCTSIZE;
            size_t first = (size_t) (jpeg.output_scanline / group) * lines;
            for (int y = 0; y < lines; y++) rows[i][y] = planes[i].samples + (first + y) * planes[i].stride;
            arrays[i] = rows[i];
        }
        jpeg_read_raw_data(&jpeg, arrays, group);
    }
    FILE *out = fopen(arguments[2], "wb");
    if (out == NULL) stop(arguments[2], "cannot be written", 1);
    for (int y = 0; y < (int) jpeg.image_height; y++)
        for (int x = 0; x < (int) jpeg.image_width; x++) {
            double light = sample(&planes[0], x, y), cb = sample(&planes[1], x, y) - 128, cr = sample(&planes[2], x, y) - 128;
            float pixel[3] = {
                color(light + 1.402 * cr), color(light - 0.344136 * cb - 0.714136 * cr), color(light + 1.772 * cb)
            };
            if (fwrite(pixel, sizeof pixel, 1, out) != 1) stop(arguments[2], "cannot be written", 1);
        }
    if (fclose(out) != 0) stop(arguments[2], "cannot be written", 1);
    printf("%d %d\n", jpeg.image_width, jpeg.image_height);
    return 0;
}
