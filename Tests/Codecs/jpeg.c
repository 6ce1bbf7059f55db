// Checks writing JPEG by itself, so that it can be compiled with sanitizers:
//
//     cc -ISources/CCodecs/include Tests/Codecs/jpeg.c Sources/CCodecs/jpeg_*.c -ljpeg -lm && ./a.out SEED FOLDER
//
// Every file is read again by libjpeg. Leaves some in FOLDER, quality and effort in their names. Prints counts on the
// last line.
#define _GNU_SOURCE
#include "alcedo_jpeg.h"
#include "support.h"
#include <math.h>
#include <setjmp.h>

#include <jpeglib.h>

enum { CHOOSES = 5 };

// ---- Files -------------------------------------------------------------------------------------------------

typedef struct {
    alcedo_jpeg_options options;
    size_t stride;
    uint8_t *rows, *profile;
} picture;

static picture picture_new(int width, int height, int channels) {
    picture made = {
        {
            .width = width,
            .height = height,
            .channels = channels,
            .quality = between(1, 100),
            .full_chroma = between(0, 1),
            .progressive = between(0, 1),
            .effort = between(0, 6),
        },
        (size_t) width * channels + between(0, 9), NULL, NULL,
    };
    made.rows = malloc(made.stride * height);
    int kind = between(0, 3), a = between(1, 20), b = between(1, 20);
    for (int y = 0; y < height; y++)
        for (size_t i = 0; i < made.stride; i++) {
            int x = (int) i / channels, plane = (int) i % channels;
            made.rows[made.stride * y + i] = (uint8_t) (
                kind == 0 ? (int) (random_bits() & 255) :
                kind == 1 ? 128 + (int) (90 * sin((double) x / a + plane) * cos((double) y / b)) :
                kind == 2 ? (x / a + y / b) % 2 * 255 : 40 * plane + 77);
        }
    if (between(0, 2) == 0) {
        // Up to several segments.
        made.options.profile_size = between(1, 3) == 1 ? (size_t) between(60000, 200000) : (size_t) between(1, 3000);
        made.profile = malloc(made.options.profile_size);
        for (size_t i = 0; i < made.options.profile_size; i++) made.profile[i] = (uint8_t) random_bits();
        made.options.profile = made.profile;
    }
    return made;
}

typedef struct { void *bytes; size_t size; } file;

// In groups of rows, or as one.
static file written(const picture *p, int in_groups) {
    file made = { NULL, 0 };
    alcedo_jpeg_writer *writer = alcedo_jpeg_writer_new(&p->options);
    expect(writer != NULL, "there is a writer");
    if (writer == NULL) return made;
    for (int y = 0; y < p->options.height;) {
        int count = in_groups ? between(1, 40) : p->options.height;
        if (count > p->options.height - y) count = p->options.height - y;
        alcedo_jpeg_writer_push(writer, p->rows + p->stride * y, p->stride, count);
        y += count;
    }
    expect(alcedo_jpeg_writer_finish(writer, &made.bytes, &made.size) == 0, "the file is written");
    alcedo_jpeg_writer_free(writer);
    return made;
}

// ---- Reading -----------------------------------------------------------------------------------------------

typedef struct {
    struct jpeg_error_mgr errors;
    jmp_buf give_up;
} guard;

static void give_up(j_common_ptr decoder) { longjmp(((guard *) decoder->err)->give_up, 1); }
static void heed(j_common_ptr decoder, int level) {
    if (level < 0) give_up(decoder);
}

// The largest error that quantization alone allows at a pixel of a plane: each coefficient is off by half a step at most (by
// rounding), and adds that to a pixel at most.
static double worst_error(const alcedo_jpeg_options *options, int plane) {
    unsigned steps[64];
    alcedo_jpeg_steps(options->quality, options->effort >= CHOOSES, plane, steps);
    double sum = 0;
    for (int i = 0; i < 64; i++) sum += steps[i] / 2.0 * (i % 8 ? 0.5 : sqrt(0.125)) * (i / 8 ? 0.5 : sqrt(0.125));
    return sum;
}

static void check_file(const picture *p, file made) {
    const alcedo_jpeg_options *options = &p->options;
    struct jpeg_decompress_struct decoder;
    guard guard;
    decoder.err = jpeg_std_error(&guard.errors);
    guard.errors.error_exit = give_up;
    guard.errors.emit_message = heed;
    uint8_t *volatile row = NULL;
    jpeg_create_decompress(&decoder);
    if (setjmp(guard.give_up) != 0) {
        expect(0, "libjpeg has no doubt about the file");
        jpeg_destroy_decompress(&decoder);
        free(row);
        return;
    }
    jpeg_mem_src(&decoder, made.bytes, made.size);
    jpeg_save_markers(&decoder, JPEG_APP0 + 2, 0xFFFF);
    jpeg_read_header(&decoder, TRUE);
    expect((int) decoder.image_width == options->width && (int) decoder.image_height == options->height, "it has its size");
    expect(decoder.num_components == options->channels, "it has its components");
    expect(decoder.saw_JFIF_marker && !decoder.saw_Adobe_marker, "it is JFIF");
    expect(!decoder.progressive_mode == !options->progressive, "it has its scans");
    int wanted = options->channels == 3 && !options->full_chroma ? 2 : 1;
    expect(decoder.comp_info[0].h_samp_factor == wanted && decoder.comp_info[0].v_samp_factor == wanted, "it has its chroma");
    for (int plane = 0; plane < options->channels; plane++) {
        unsigned steps[64];
        alcedo_jpeg_steps(options->quality, options->effort >= CHOOSES, plane, steps);
        const JQUANT_TBL *table = decoder.quant_tbl_ptrs[decoder.comp_info[plane].quant_tbl_no];
        int equal = 1;
        for (int i = 0; i < 64; i++) equal = equal && table->quantval[i] == steps[i];
        expect(equal, "it has its steps");
    }
    JOCTET *profile = NULL;
    unsigned profile_size = 0;
    jpeg_read_icc_profile(&decoder, &profile, &profile_size);
    expect(profile_size == options->profile_size && (profile_size == 0 || memcmp(profile, p->profile, profile_size) == 0),
           "it has its profile");
    free(profile);
    decoder.dct_method = JDCT_FLOAT;
    jpeg_start_decompress(&decoder);
    row = malloc((size_t) options->width * 3);
    double worst = 0;
    // Without subsampling, and where nothing was left out on purpose, errors have a bound: twice that of rounding steps
    // for each plane, as they come together in RGB (T.871: up to 1.772), and 4 for the roundings.
    double bound = 4;
    for (int plane = 0; plane < options->channels; plane++)
        bound += (plane == 0 ? 1 : plane == 1 ? 1.772 : 1.402) * worst_error(options, plane);
    while (decoder.output_scanline < decoder.output_height) {
        const uint8_t *pixels = p->rows + p->stride * decoder.output_scanline;
        JSAMPROW rows[] = { row };
        jpeg_read_scanlines(&decoder, rows, 1);
        for (int i = 0; i < options->width * options->channels; i++) worst = fmax(worst, abs(row[i] - pixels[i]));
    }
    if (wanted == 1 && options->effort < CHOOSES) expect(worst <= bound, "pixels are as near as the steps allow");
    jpeg_finish_decompress(&decoder);
    jpeg_destroy_decompress(&decoder);
    free(row);
}

static void keep(const char *folder, const picture *p, file made, int number) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%03d-q%d-e%d-c%d.jpg", folder, number, p->options.quality, p->options.effort,
             p->options.channels);
    FILE *out = fopen(path, "wb");
    if (out == NULL) return;
    fwrite(made.bytes, 1, made.size, out);
    fclose(out);
}

static void check_files(const char *folder) {
    static const int qualities[] = { 25, 50, 80, 90 };
    for (int i = 0; i < 8; i++) {
        picture p = picture_new(40, 30, i < 4 ? 3 : 1);
        p.options.quality = qualities[i % 4];
        p.options.effort = 4;
        file made = written(&p, 0);
        keep(folder, &p, made, i);
        free(made.bytes);
        free(p.rows);
        free(p.profile);
    }
    for (int i = 0; i < 400; i++) {
        int large = i % 40 == 0;
        picture p = picture_new(between(1, large ? 700 : 70), between(1, large ? 300 : 70), between(0, 1) ? 3 : 1);
        file whole = written(&p, 0), groups = written(&p, 1);
        expect(whole.size == groups.size && memcmp(whole.bytes, groups.bytes, whole.size) == 0, "groups of rows make no difference");
        if (whole.size > 0) check_file(&p, whole);
        for (size_t k = 0; k < whole.size; k++) note(((uint8_t *) whole.bytes)[k]);
        free(whole.bytes);
        free(groups.bytes);
        free(p.rows);
        free(p.profile);
    }
}

// Choosing saves bytes of a picture that is like a photograph: waves of many lengths and some noise.
static void check_choosing(void) {
    enum { SIDE = 256 };
    picture p = { { SIDE, SIDE, 3, 75, 0, 0, 4, NULL, 0 }, 3 * SIDE, malloc(3 * SIDE * SIDE), NULL };
    for (int y = 0; y < SIDE; y++)
        for (int i = 0; i < 3 * SIDE; i++) {
            double x = i / 3, value = 128 + i % 3 * 9;
            for (int k = 1; k < 7; k++) value += 60.0 / k * sin(x * k * k / 40 + y * k / 17.0 + k);
            p.rows[3 * SIDE * y + i] = (uint8_t) fmin(fmax(value + random_bits() % 12, 0), 255);
        }
    size_t sizes[7];
    for (p.options.effort = 0; p.options.effort < 7; p.options.effort++) {
        file made = written(&p, 1);
        check_file(&p, made);
        sizes[p.options.effort] = made.size;
        free(made.bytes);
    }
    expect(sizes[1] < sizes[0] && sizes[4] == sizes[1], "codes of the picture are shorter");
    expect(sizes[5] < sizes[4] && sizes[6] < sizes[4], "choosing saves bytes");
    free(p.rows);
}

static void check_limits(void) {
    alcedo_jpeg_options options = { 65500, 1, 1, 80, 0, 0, 4, NULL, 0 };
    expect(alcedo_jpeg_writer_fits(&options), "libjpeg's longest side fits");
    options.width++;
    expect(!alcedo_jpeg_writer_fits(&options) && alcedo_jpeg_writer_new(&options) == NULL, "a longer one does not");
    options.width = 8, options.channels = 4;
    expect(!alcedo_jpeg_writer_fits(&options), "four channels do not fit");
    options.channels = 1, options.profile_size = 255 * 65519 + 1;
    expect(!alcedo_jpeg_writer_fits(&options), "a profile of more than 255 segments does not fit");
    options.profile_size = 0, options.height = 0;
    expect(!alcedo_jpeg_writer_fits(&options), "nothing does not fit");
    uint8_t rows[16 * 8] = { 0 };
    for (options.effort = 4; options.effort < 6; options.effort++) {
        options.height = 16;
        void *data;
        size_t size;
        alcedo_jpeg_writer *writer = alcedo_jpeg_writer_new(&options);
        alcedo_jpeg_writer_push(writer, rows, 8, 15);
        expect(alcedo_jpeg_writer_finish(writer, &data, &size) == -1 && data == NULL, "a row that is missing is an error");
        alcedo_jpeg_writer_free(writer);
        writer = alcedo_jpeg_writer_new(&options);
        alcedo_jpeg_writer_push(writer, rows, 8, 16);
        alcedo_jpeg_writer_push(writer, rows, 8, 16);
        expect(alcedo_jpeg_writer_finish(writer, &data, &size) == 0, "rows below the picture are ignored");
        alcedo_jpeg_writer_free(writer);
        free(data);
    }
}

int main(int count, char **arguments) {
    if (count < 3) return 64;
    seed(arguments[1]);
    check_files(arguments[2]);
    check_choosing();
    check_limits();
    return finish();
}
