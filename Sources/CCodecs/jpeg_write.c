// Writing JPEG.
#pragma STDC FP_CONTRACT OFF
#include "alcedo_jpeg.h"
#include "jpeg_trellis.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

enum {
    FIRST_ROOM = 1 << 15,
    // Of an ICC profile, which has up to 255 segments (ICC.1:2022, B.4).
    SEGMENT = 65519,
    MAX_PROFILE = 255 * SEGMENT,
    PLANES = 3,
    // Efforts from which on codes are made for the picture, and coefficients are chosen once and twice.
    OWN_CODES = 1,
    CHOOSES = 5,
    CHOOSES_TWICE = 6,
};

// Where coefficients are chosen, libjpeg only gets those.
typedef struct {
    jvirt_barray_ptr blocks[PLANES];
    unsigned steps[PLANES][DCTSIZE2];
    int across[PLANES], down[PLANES];   // blocks
    int halves;                         // whether Cb and Cr have half the samples
    int band, in_band, bands;           // rows that make whole blocks; those that are there; bands that are done
    int channels;                       // libjpeg forgets them
    uint8_t *rgb;                       // the rows of a band
    float *samples;                     // of one plane of a band
} choice;

struct alcedo_jpeg_writer {
    struct jpeg_compress_struct encoder;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    jmp_buf give_up;
    uint8_t *file;
    size_t room;
    int failed, effort;
    choice choice;
};

static alcedo_jpeg_writer *writer_of(j_compress_ptr encoder) { return encoder->client_data; }

static void give_up(j_common_ptr encoder) { longjmp(writer_of((j_compress_ptr) encoder)->give_up, 1); }

static void be_silent(j_common_ptr encoder) { (void) encoder; }

static void ignore_level(j_common_ptr encoder, int level) { (void) encoder, (void) level; }

static void begin_file(j_compress_ptr encoder) { (void) encoder; }

// libjpeg calls it when all room is used.
static boolean grow(j_compress_ptr encoder) {
    alcedo_jpeg_writer *writer = writer_of(encoder);
    size_t used = writer->room, room = used > 0 ? 2 * used : FIRST_ROOM;
    uint8_t *file = realloc(writer->file, room);
    if (file == NULL) give_up((j_common_ptr) encoder);
    writer->file = file;
    writer->room = room;
    writer->destination.next_output_byte = file + used;
    writer->destination.free_in_buffer = room - used;
    return TRUE;
}

static void end_file(j_compress_ptr encoder) { (void) encoder; }

static void set_tables(j_compress_ptr encoder, const alcedo_jpeg_options *options, unsigned (*tables)[DCTSIZE2]) {
    for (int plane = 0; plane < encoder->num_components; plane++) {
        unsigned *steps = tables[plane];
        alcedo_jpeg_steps(options->quality, options->effort >= CHOOSES, plane, steps);
        jpeg_add_quant_table(encoder, plane, steps, 100, TRUE);
        encoder->comp_info[plane].quant_tbl_no = plane;
    }
}

// ---- Choosing coefficients ---------------------------------------------------------------------------------

static void begin_choice(alcedo_jpeg_writer *writer) {
    j_compress_ptr encoder = &writer->encoder;
    choice *choice = &writer->choice;
    choice->halves = encoder->num_components == PLANES && encoder->comp_info[0].h_samp_factor == 2;
    choice->band = choice->halves ? 2 * DCTSIZE : DCTSIZE;
    int whole = choice->halves ? 2 * DCTSIZE : DCTSIZE;
    int across = ((int) encoder->image_width + whole - 1) / whole, down = ((int) encoder->image_height + whole - 1) / whole;
    choice->channels = encoder->input_components;
    for (int plane = 0; plane < encoder->num_components; plane++) {
        int each = choice->halves && plane == 0 ? 2 : 1;
        choice->across[plane] = across * each;
        choice->down[plane] = down * each;
        choice->blocks[plane] = encoder->mem->request_virt_barray(
            (j_common_ptr) encoder, JPOOL_IMAGE, TRUE, (JDIMENSION) choice->across[plane], (JDIMENSION) choice->down[plane],
            (JDIMENSION) each);
    }
    choice->rgb = malloc((size_t) choice->band * encoder->image_width * choice->channels);
    choice->samples = malloc((size_t) choice->band * across * whole * sizeof *choice->samples);
    if (choice->rgb == NULL || choice->samples == NULL) give_up((j_common_ptr) encoder);
    jpeg_write_coefficients(encoder, choice->blocks);
}

static JBLOCKROW blocks_of(alcedo_jpeg_writer *writer, int plane, int row) {
    j_compress_ptr encoder = &writer->encoder;
    return encoder->mem->access_virt_barray(
        (j_common_ptr) encoder, writer->choice.blocks[plane], (JDIMENSION) row, 1, TRUE)[0];
}

// JFIF 1.02 (ITU-T T.871), around 0.
static float sample(int plane, float red, float green, float blue) {
    switch (plane) {
    case 0: return 0.299f * red + 0.587f * green + 0.114f * blue - 128;
    case 1: return -0.168735892f * red - 0.331264108f * green + 0.5f * blue;
    default: return 0.5f * red - 0.418687589f * green - 0.081312411f * blue;
    }
}

// The samples of a row of a plane. Beyond the picture, its last column and row are repeated.
static void convert(const alcedo_jpeg_writer *writer, int plane, int row, float *samples, size_t count) {
    const choice *choice = &writer->choice;
    size_t width = writer->encoder.image_width;
    int channels = choice->channels;
    if (plane > 0 && choice->halves) {
        int last = choice->in_band - 1, first = 2 * row < last ? 2 * row : last, second = first < last ? first + 1 : last;
        const uint8_t *above = choice->rgb + 3 * width * first, *below = choice->rgb + 3 * width * second;
        for (size_t x = 0; x < count; x++) {
            size_t left = 2 * x < width ? 2 * x : width - 1, right = left + 1 < width ? left + 1 : left;
            const uint8_t *a = above + 3 * left, *b = above + 3 * right, *c = below + 3 * left, *d = below + 3 * right;
            samples[x] = sample(
                plane, 0.25f * (a[0] + b[0] + c[0] + d[0]), 0.25f * (a[1] + b[1] + c[1] + d[1]),
                0.25f * (a[2] + b[2] + c[2] + d[2]));
        }
        return;
    }
    const uint8_t *pixels = choice->rgb + channels * width * (row < choice->in_band ? row : choice->in_band - 1);
    for (size_t x = 0; x < count; x++) {
        const uint8_t *pixel = pixels + channels * (x < width ? x : width - 1);
        samples[x] = channels == 1 ? (float) pixel[0] - 128 : sample(plane, pixel[0], pixel[1], pixel[2]);
    }
}

static void transform_band(alcedo_jpeg_writer *writer) {
    choice *choice = &writer->choice;
    for (int plane = 0; plane < writer->encoder.num_components; plane++) {
        size_t stride = (size_t) choice->across[plane] * DCTSIZE;
        int rows = choice->halves && plane == 0 ? 2 : 1;
        for (int row = 0; row < rows * DCTSIZE; row++)
            convert(writer, plane, row, choice->samples + stride * row, stride);
        for (int row = 0; row < rows; row++) {
            JBLOCKROW blocks = blocks_of(writer, plane, choice->bands * rows + row);
            for (int i = 0; i < choice->across[plane]; i++)
                alcedo_jpeg_transform(choice->samples + stride * DCTSIZE * row + DCTSIZE * i, stride, blocks[i]);
        }
    }
    choice->bands++;
    choice->in_band = 0;
}

static void push_to_choice(alcedo_jpeg_writer *writer, const uint8_t *row, size_t stride, int count) {
    choice *choice = &writer->choice;
    size_t size = (size_t) writer->encoder.image_width * choice->channels;
    for (; count > 0 && writer->encoder.next_scanline < writer->encoder.image_height; count--, row += stride) {
        memcpy(choice->rgb + size * choice->in_band++, row, size);
        writer->encoder.next_scanline++;
        if (choice->in_band == choice->band || writer->encoder.next_scanline == writer->encoder.image_height)
            transform_band(writer);
    }
}

static void quantize(alcedo_jpeg_writer *writer) {
    choice *choice = &writer->choice;
    for (int plane = 0; plane < writer->encoder.num_components; plane++) {
        const unsigned *steps = choice->steps[plane];
        alcedo_jpeg_symbols symbols = { { 0 } };
        for (int row = 0; row < choice->down[plane]; row++) {
            JBLOCKROW blocks = blocks_of(writer, plane, row);
            for (int i = 0; i < choice->across[plane]; i++) alcedo_jpeg_count_rounded(blocks[i], steps, &symbols);
        }
        alcedo_jpeg_costs costs;
        alcedo_jpeg_costs_of(&symbols, &costs);
        for (int left = writer->effort < CHOOSES_TWICE ? 0 : 1; left >= 0; left--) {
            memset(&symbols, 0, sizeof symbols);
            for (int row = 0; row < choice->down[plane]; row++) {
                JBLOCKROW blocks = blocks_of(writer, plane, row);
                for (int i = 0; i < choice->across[plane]; i++) {
                    int16_t quantized[DCTSIZE2];
                    alcedo_jpeg_quantize(blocks[i], steps, &costs, quantized);
                    if (left > 0) alcedo_jpeg_count(quantized, &symbols);
                    else memcpy(blocks[i], quantized, sizeof quantized);
                }
            }
            // What was chosen needs other symbols.
            if (left > 0) alcedo_jpeg_costs_of(&symbols, &costs);
        }
    }
}

// ------------------------------------------------------------------------------------------------------------

int alcedo_jpeg_writer_fits(const alcedo_jpeg_options *options) {
    return options->width > 0 && options->width <= JPEG_MAX_DIMENSION && options->height > 0 &&
        options->height <= JPEG_MAX_DIMENSION && (options->channels == 1 || options->channels == 3) &&
        options->profile_size <= MAX_PROFILE;
}

alcedo_jpeg_writer *alcedo_jpeg_writer_new(const alcedo_jpeg_options *options) {
    if (!alcedo_jpeg_writer_fits(options)) return NULL;
    alcedo_jpeg_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) return NULL;
    struct jpeg_compress_struct *encoder = &writer->encoder;
    encoder->err = jpeg_std_error(&writer->errors);
    encoder->client_data = writer;
    writer->errors.error_exit = give_up;
    writer->errors.emit_message = ignore_level;
    writer->errors.output_message = be_silent;
    if (setjmp(writer->give_up) != 0) {
        alcedo_jpeg_writer_free(writer);
        return NULL;
    }
    jpeg_create_compress(encoder);
    writer->destination = (struct jpeg_destination_mgr) {
        .init_destination = begin_file,
        .empty_output_buffer = grow,
        .term_destination = end_file,
    };
    encoder->dest = &writer->destination;
    grow(encoder);
    encoder->image_width = (JDIMENSION) options->width;
    encoder->image_height = (JDIMENSION) options->height;
    encoder->input_components = options->channels;
    encoder->in_color_space = options->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(encoder);
    set_tables(encoder, options, writer->choice.steps);
    writer->effort = options->effort;
    encoder->optimize_coding = options->effort >= OWN_CODES;
    // libjpeg's default is 4:2:0.
    if (options->full_chroma) encoder->comp_info[0].h_samp_factor = encoder->comp_info[0].v_samp_factor = 1;
    if (options->progressive) jpeg_simple_progression(encoder);
    if (writer->effort >= CHOOSES) begin_choice(writer);
    else jpeg_start_compress(encoder, TRUE);
    if (options->profile_size > 0) jpeg_write_icc_profile(encoder, options->profile, (unsigned) options->profile_size);
    return writer;
}

void alcedo_jpeg_writer_push(alcedo_jpeg_writer *writer, const void *rows, size_t stride, int count) {
    enum { AT_ONCE = 16 };
    if (writer->failed) return;
    if (setjmp(writer->give_up) != 0) {
        writer->failed = 1;
        return;
    }
    const uint8_t *row = rows;
    if (writer->effort >= CHOOSES) {
        push_to_choice(writer, row, stride, count);
        return;
    }
    // libjpeg ignores rows below the picture, with a warning.
    for (int done = 0; done < count;) {
        JSAMPROW some[AT_ONCE];
        int next = count - done < AT_ONCE ? count - done : AT_ONCE;
        for (int i = 0; i < next; i++, row += stride) some[i] = (JSAMPROW) row;
        jpeg_write_scanlines(&writer->encoder, some, (JDIMENSION) next);
        done += next;
    }
}

int alcedo_jpeg_writer_finish(alcedo_jpeg_writer *writer, void **data, size_t *size) {
    *data = NULL;
    *size = 0;
    if (writer->failed || setjmp(writer->give_up) != 0) return -1;
    if (writer->encoder.next_scanline < writer->encoder.image_height) return -1;
    if (writer->effort >= CHOOSES) quantize(writer);
    jpeg_finish_compress(&writer->encoder);
    *size = writer->room - writer->destination.free_in_buffer;
    *data = realloc(writer->file, *size);
    if (*data == NULL) *data = writer->file;
    writer->file = NULL;
    return 0;
}

void alcedo_jpeg_writer_free(alcedo_jpeg_writer *writer) {
    if (writer == NULL) return;
    if (setjmp(writer->give_up) == 0) jpeg_destroy_compress(&writer->encoder);
    free(writer->choice.rgb);
    free(writer->choice.samples);
    free(writer->file);
    free(writer);
}
