// Bytes and scores of pictures at many qualities. Called by `quality` and `curves`.
//
//     grid FORMAT EFFORT QUALITIES PICTURE...
//
// FORMAT is jpeg (Alcedo's writer), annex-k (libjpeg's tables), webp, avif or jxl, with `-444` behind it for full chroma;
// QUALITIES are separated by commas. A picture is a file of two 32-bit numbers, width and height, and RGB. Prints a line for each
// picture and quality: its place among the pictures, the quality, bytes without metadata, and the score of CMetric.
#include "alcedo_jpeg.h"
#include "alcedo_metric.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vips/vips.h>

typedef struct { int width, height; uint8_t *rgb; } picture;

static picture read_picture(const char *path) {
    picture made = { 0, 0, NULL };
    int32_t size[2];
    FILE *file = fopen(path, "rb");
    if (file == NULL || fread(size, sizeof size, 1, file) != 1) exit(1);
    made.width = size[0], made.height = size[1];
    size_t bytes = 3 * (size_t) size[0] * (size_t) size[1];
    made.rgb = malloc(bytes);
    if (made.rgb == NULL || fread(made.rgb, bytes, 1, file) != 1) exit(1);
    fclose(file);
    return made;
}

static void encode(const picture *p, const char *format, int full, int effort, int quality, void **data, size_t *size) {
    if (strcmp(format, "jpeg") == 0) {
        alcedo_jpeg_options options = { p->width, p->height, 3, quality, full, 0, effort, NULL, 0 };
        alcedo_jpeg_writer *writer = alcedo_jpeg_writer_new(&options);
        alcedo_jpeg_writer_push(writer, p->rgb, 3 * (size_t) p->width, p->height);
        if (alcedo_jpeg_writer_finish(writer, data, size) != 0) exit(1);
        alcedo_jpeg_writer_free(writer);
        return;
    }
    VipsImage *image = vips_image_new_from_memory(
        p->rgb, 3 * (size_t) p->width * (size_t) p->height, p->width, p->height, 3, VIPS_FORMAT_UCHAR);
    image->Type = VIPS_INTERPRETATION_sRGB;
    int chroma = full ? VIPS_FOREIGN_SUBSAMPLE_OFF : VIPS_FOREIGN_SUBSAMPLE_ON, failed;
    if (strcmp(format, "annex-k") == 0)
        failed = vips_jpegsave_buffer(
            image, data, size, "Q", quality, "optimize_coding", TRUE, "subsample_mode", chroma, "strip", TRUE, NULL);
    else if (strcmp(format, "webp") == 0)
        failed = vips_webpsave_buffer(image, data, size, "Q", quality, "effort", effort, "strip", TRUE, NULL);
    else if (strcmp(format, "avif") == 0)
        failed = vips_heifsave_buffer(
            image, data, size, "compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "Q", quality, "effort", effort, "bitdepth", 8,
            "subsample_mode", chroma, "strip", TRUE, NULL);
    else
        // Below 5, libvips 8.14 passes more distance than libjxl accepts.
        failed = vips_jxlsave_buffer(image, data, size, "Q", quality < 5 ? 5 : quality, "effort", effort, "strip", TRUE, NULL);
    if (failed) {
        fprintf(stderr, "%s\n", vips_error_buffer());
        exit(1);
    }
    g_object_unref(image);
}

// libvips 8.14 writes EXIF into every WebP.
static size_t without_metadata(const uint8_t *file, size_t size) {
    if (size < 12 || memcmp(file + 8, "WEBP", 4) != 0) return size;
    size_t left = size;
    for (size_t at = 12; at + 8 <= size;) {
        uint32_t length;
        memcpy(&length, file + at + 4, 4);
        size_t whole = 8 + (size_t) length + length % 2;
        if (memcmp(file + at, "EXIF", 4) == 0) left -= whole;
        at += whole;
    }
    return left;
}

static double score(const alcedo_metric *metric, const picture *p, const void *data, size_t size) {
    VipsImage *image = vips_image_new_from_buffer(data, size, "", NULL), *rgb = NULL;
    if (image == NULL || vips_extract_band(image, &rgb, 0, "n", 3, NULL) != 0) exit(1);
    size_t bytes;
    void *pixels = vips_image_write_to_memory(rgb, &bytes);
    if (pixels == NULL) exit(1);
    double found;
    alcedo_metric_score(metric, (alcedo_metric_picture) { pixels, 3 * (size_t) p->width, p->width, p->height, 3, 0 }, &found);
    g_free(pixels);
    g_object_unref(rgb);
    g_object_unref(image);
    return found;
}

int main(int count, char **arguments) {
    if (count < 5 || VIPS_INIT(arguments[0]) != 0) return 64;
    vips_concurrency_set(1);
    char format[16];
    snprintf(format, sizeof format, "%s", arguments[1]);
    char *suffix = strstr(format, "-444");
    if (suffix != NULL) *suffix = 0;
    for (int i = 4; i < count; i++) {
        picture p = read_picture(arguments[i]);
        alcedo_metric *metric =
            alcedo_metric_new((alcedo_metric_picture) { p.rgb, 3 * (size_t) p.width, p.width, p.height, 3, 0 });
        for (char *at = arguments[3]; *at != 0;) {
            int quality = (int) strtol(at, &at, 10);
            if (*at == ',') at++;
            void *data;
            size_t size;
            encode(&p, format, suffix != NULL, atoi(arguments[2]), quality, &data, &size);
            printf("%d %d %zu %.4f\n", i - 4, quality, without_metadata(data, size), score(metric, &p, data, size));
            fflush(stdout);
            if (strcmp(format, "jpeg") == 0) free(data);
            else g_free(data);
        }
        alcedo_metric_free(metric);
        free(p.rgb);
    }
    return 0;
}
