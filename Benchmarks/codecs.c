// The floor without libvips: what W1 costs with the codecs' own libraries and Alcedo's resampler, called by hand.
//
//     cc -O2 -I../Sources/CResample/include codecs.c ../Sources/CResample/*.c -o codecs -ljpeg -lwebp -lm
//     codecs OUT 1280,640,320 PICTURES…      makes OUT/WIDTH/NAME.jpg and .webp, at quality 80
//
// Each picture is decoded once and in full, and resampled to all widths while its rows arrive. Nothing is enlarged. Not done:
// everything that floor.c leaves out, and orientation, profiles, metadata and the look at what was written.
#include "alcedo_resample.h"
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <jpeglib.h>
#include <webp/encode.h>

static char *out;
static int widths[16], width_count;

static void stop(const char *path, const char *what) {
    fprintf(stderr, "%s: %s\n", path, what);
    _exit(1);
}

static void write_file(const char *name, const void *bytes, size_t size) {
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || write(file, bytes, size) != (ssize_t) size) stop(name, "cannot be written");
    close(file);
}

static void encode(const char *path, uint8_t *pixels, int width, int height, int channels, int asked) {
    char name[4096], stem[1024];
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    snprintf(stem, sizeof stem, "%.*s", (int) strlen(base) - 4, base);
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    unsigned char *bytes = NULL;
    unsigned long size = 0;
    jpeg_mem_dest(&jpeg, &bytes, &size);
    jpeg.image_width = width, jpeg.image_height = height;
    jpeg.input_components = channels, jpeg.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, 80, TRUE);
    jpeg.optimize_coding = TRUE;
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = pixels + (size_t) jpeg.next_scanline * width * channels;
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    snprintf(name, sizeof name, "%s/%d/%s.jpg", out, asked, stem);
    write_file(name, bytes, size);
    free(bytes);
    if (channels == 1) {   // WebP knows no gray
        uint8_t *colors = malloc((size_t) width * height * 3);
        for (size_t i = 0; i < (size_t) width * height; i++) memset(colors + 3 * i, pixels[i], 3);
        pixels = colors;
    }
    WebPConfig config;
    WebPPicture picture;
    WebPMemoryWriter writer;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) stop(path, "libwebp is another one");
    config.quality = 80, config.method = 4;
    picture.width = width, picture.height = height;
    WebPMemoryWriterInit(&writer);
    picture.writer = WebPMemoryWrite, picture.custom_ptr = &writer;
    if (!WebPPictureImportRGB(&picture, pixels, width * 3) || !WebPEncode(&config, &picture)) stop(path, "no WebP");
    snprintf(name, sizeof name, "%s/%d/%s.webp", out, asked, stem);
    write_file(name, writer.mem, writer.size);
    WebPMemoryWriterClear(&writer);
    WebPPictureFree(&picture);
    if (channels == 1) free(pixels);
}

static void picture(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) stop(path, "cannot be read");
    void *bytes = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    close(file);
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, bytes, status.st_size);
    jpeg_read_header(&jpeg, TRUE);
    jpeg_start_decompress(&jpeg);
    int across = jpeg.output_width, down = jpeg.output_height, channels = jpeg.output_components;
    alcedo_resample_source source = { across, down, channels, 1, 0 };
    alcedo_resample_target targets[16];
    void *pixels[16];
    for (int i = 0; i < width_count; i++) {
        int width = widths[i] < across ? widths[i] : across;
        int height = (int) ((double) down * width / across + 0.5);
        targets[i] = (alcedo_resample_target) { width, height > 0 ? height : 1, 0, 0, width, height > 0 ? height : 1 };
        pixels[i] = malloc((size_t) width * targets[i].height * channels);
    }
    alcedo_resampler *resampler = alcedo_resampler_new(&source, targets, width_count);
    alcedo_resampler_begin(resampler, pixels);
    size_t stride = (size_t) across * channels;
    uint8_t *rows = malloc(stride * 16);
    JSAMPROW places[16];
    for (int i = 0; i < 16; i++) places[i] = rows + i * stride;
    while (jpeg.output_scanline < jpeg.output_height)
        alcedo_resampler_push(resampler, rows, stride, jpeg_read_scanlines(&jpeg, places, 16));
    jpeg_finish_decompress(&jpeg);
    jpeg_destroy_decompress(&jpeg);
    munmap(bytes, status.st_size);
    alcedo_resampler_free(resampler);
    free(rows);
    for (int i = 0; i < width_count; i++) {
        encode(path, pixels[i], targets[i].width, targets[i].height, channels, widths[i]);
        free(pixels[i]);
    }
}

int main(int count, char **arguments) {
    if (count < 4) return fprintf(stderr, "codecs OUT WIDTHS PICTURES…\n"), 64;
    out = arguments[1];
    mkdir(out, 0777);
    for (char *p = strtok(arguments[2], ","); p; p = strtok(NULL, ",")) {
        char name[4096];
        widths[width_count++] = atoi(p);
        snprintf(name, sizeof name, "%s/%s", out, p);
        mkdir(name, 0777);
    }
    atomic_int *next = mmap(NULL, sizeof *next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int failed = 0, status;
    for (int i = 0; i < sysconf(_SC_NPROCESSORS_ONLN); i++) {   // a process for each core
        if (fork() != 0) continue;
        mallopt(M_ARENA_MAX, 1), mallopt(M_MMAP_THRESHOLD, 1 << 30), mallopt(M_TRIM_THRESHOLD, 1 << 30);
        for (int mine; (mine = atomic_fetch_add(next, 1) + 3) < count;) picture(arguments[mine]);
        _exit(0);
    }
    while (wait(&status) > 0) failed |= status;
    return failed != 0;
}
