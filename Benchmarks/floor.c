// The floor: what the work of W1 to W3 costs in C, with libvips and nothing else.
//
//     cc -O2 floor.c -o floor $(pkg-config --cflags --libs vips)
//     floor 2 OUT 1280,640,320 'jpg[Q=80,strip]+webp[Q=80,strip]' PICTURES…      makes OUT/WIDTH/NAME.SUFFIX
//
// Each picture is decoded once. The widest size comes from the decoder, which reduces a JPEG while at least that many
// times the width remain as the first argument says; every other size comes from the smallest level in memory that is twice
// as large. Orientation is applied, an embedded profile converted to sRGB, alpha dropped where every pixel is opaque,
// nothing enlarged. Colours are multiplied with alpha in floating point; below 2, for sharp's rules, in bytes.
// Not done: state, hashes, a cache, names after the content, an index, going on after a bad picture.
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vips/vips.h>

static double headroom;
static char *out, *formats[16];
static int widths[16], width_count, format_count;
#define must(call) do { if ((call) != 0) vips_error_exit("%s: %s", path, #call); } while (0)
// Each step gives up what it was made from.
#define step(operation, ...) do { VipsImage *made; must(operation(image, &made, ##__VA_ARGS__, NULL)); \
    g_object_unref(image); image = made; } while (0)

// Computes a picture into memory and leaves behind what came with it: webpsave of 8.14 writes metadata all the same.
static VipsImage *level(const char *path, VipsImage *image) {
    size_t size;
    void *pixels = vips_image_write_to_memory(image, &size);
    VipsImage *bare = pixels == NULL ? NULL : vips_image_new_from_memory(
        pixels, size, image->Xsize, image->Ysize, image->Bands, VIPS_FORMAT_UCHAR);
    if (bare == NULL) vips_error_exit("%s", path);
    g_object_set_data_full(G_OBJECT(bare), "pixels", pixels, g_free);
    g_object_unref(image);
    image = bare;
    step(vips_copy, "interpretation", image->Bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB);
    return image;
}

static int is_opaque(VipsImage *image) {
    const VipsPel *pixels = vips_image_get_data(image);
    for (size_t i = image->Bands - 1; i < VIPS_IMAGE_SIZEOF_IMAGE(image); i += image->Bands)
        if (pixels[i] != 255) return 0;
    return 1;
}

static VipsImage *resize(const char *path, VipsImage *image, int x, int y, double gap) {
    if (x == image->Xsize && y == image->Ysize) return image;
    int alpha = vips_image_hasalpha(image);
    if (alpha) step(vips_premultiply);
    if (alpha && headroom < 2) step(vips_cast, VIPS_FORMAT_UCHAR);
    step(vips_resize, (double) x / image->Xsize, "vscale", (double) y / image->Ysize, "gap", gap);
    if (alpha) step(vips_unpremultiply);
    if (alpha) step(vips_cast, VIPS_FORMAT_UCHAR);
    return image;
}

static void encode(const char *path, VipsImage *image, const char *stem, int width) {
    for (int i = 0; i < format_count; i++) {
        char *name = g_strdup_printf("%s/%d/%s.%s", out, width, stem, formats[i]);
        must(vips_image_write_to_file(image, name, NULL));
        g_free(name);
    }
}

static VipsImage *decode(const char *path, void *bytes, size_t size, int sizes[][2]) {
    VipsImage *image = vips_image_new_from_buffer(
        bytes, size, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    if (image == NULL) vips_error_exit("%s", path);
    int turned = vips_image_get_orientation_swap(image), alpha = vips_image_hasalpha(image);
    int across = turned ? image->Ysize : image->Xsize, down = turned ? image->Xsize : image->Ysize;
    for (int i = 0; i < width_count; i++) {   // the widest first
        sizes[i][0] = VIPS_MIN(widths[i], across);
        sizes[i][1] = VIPS_MAX(1, VIPS_RINT((double) down * sizes[i][0] / across));
    }
    const char *loader;
    must(vips_image_get_string(image, VIPS_META_LOADER, &loader));
    int shrink = strncmp(loader, "jpegload", 8) == 0 ? 8 : 1;
    while (shrink > 1 && (double) across / shrink < sizes[0][0] * headroom) shrink /= 2;
    if (shrink > 1) {
        g_object_unref(image);
        must(vips_jpegload_buffer(bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
            VIPS_FAIL_ON_TRUNCATED, "shrink", shrink, NULL));
    }
    image = resize(path, image, sizes[0][turned], sizes[0][!turned], 2);
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0)
        step(vips_icc_transform, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_PERCEPTUAL, "depth", 8);
    else if (image->Type != VIPS_INTERPRETATION_B_W && image->Type != VIPS_INTERPRETATION_sRGB)
        step(vips_colourspace, VIPS_INTERPRETATION_sRGB);
    int orientation = vips_image_get_orientation(image);
    image = level(path, image);
    if (orientation > 1) {   // reads in any order
        vips_image_set_int(image, VIPS_META_ORIENTATION, orientation);
        step(vips_autorot);
        image = level(path, image);
    }
    if (alpha && is_opaque(image)) {
        step(vips_extract_band, 0, "n", image->Bands - 1);
        image = level(path, image);
    }
    return image;
}

static void picture(const char *path) {
    int sizes[16][2], file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) vips_error_exit("%s cannot be read", path);
    void *bytes = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    close(file);
    VipsImage *levels[16] = {decode(path, bytes, status.st_size, sizes)};
    munmap(bytes, status.st_size);
    char *stem = g_path_get_basename(path);
    stem[strlen(stem) - 4] = 0;   // .jpg, .png
    for (int i = 0; i < width_count; i++) {
        int from = i - 1;   // a pixel less than twice, for sizes are rounded
        while (from > 0 && levels[from]->Xsize < sizes[i][0] * 2 - 1) from--;
        if (i > 0)   // without a gap: from memory it costs ten times what it saves
            levels[i] = level(path, resize(path, g_object_ref(levels[from]), sizes[i][0], sizes[i][1], 0));
        encode(path, levels[i], stem, widths[i]);
    }
    for (int i = 0; i < width_count; i++) g_object_unref(levels[i]);
    g_free(stem);
}

int main(int count, char **arguments) {
    if (count < 6) return fprintf(stderr, "floor HEADROOM OUT WIDTHS FORMATS PICTURES…\n"), 64;
    headroom = atof(arguments[1]), out = arguments[2];
    for (char *p = strtok(arguments[3], ","); p; p = strtok(NULL, ",")) widths[width_count++] = atoi(p);
    for (char *p = strtok(arguments[4], "+"); p; p = strtok(NULL, "+")) formats[format_count++] = p;
    for (int i = 0; i < width_count; i++) g_mkdir_with_parents(g_strdup_printf("%s/%d", out, widths[i]), 0777);
    atomic_int *next = mmap(NULL, sizeof *next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int failed = 0, status;
    for (int i = 0; i < sysconf(_SC_NPROCESSORS_ONLN); i++) {   // a process for each core
        if (fork() != 0) continue;
        mallopt(M_ARENA_MAX, 1), mallopt(M_MMAP_THRESHOLD, 1 << 30), mallopt(M_TRIM_THRESHOLD, 1 << 30);
        if (VIPS_INIT("floor") != 0) vips_error_exit(NULL);
        vips_concurrency_set(1), vips_cache_set_max(0);
        for (int mine; (mine = atomic_fetch_add(next, 1) + 5) < count;) picture(arguments[mine]);
        _exit(0);
    }
    while (wait(&status) > 0) failed |= status;
    return failed != 0;
}
