// Reading JPEG.
#include "alcedo_jpeg.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

enum { PLANES = 3, ROWS = 2 * DCTSIZE };
// Each scan goes over the whole picture, and a small file may have thousands. libvips has the same limit.
enum { MAX_SCANS = 100 };

struct alcedo_jpeg {
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    jmp_buf give_up;
    uint8_t *memory;
};

static void give_up(j_common_ptr decoder) { longjmp(((alcedo_jpeg *) decoder->client_data)->give_up, 1); }

// Warnings have negative levels. Whoever gets this far with one has to say so, which libvips does.
static void heed(j_common_ptr decoder, int level) {
    if (level < 0) give_up(decoder);
}

static void be_silent(j_common_ptr decoder) { (void) decoder; }

static void count_scans(j_common_ptr decoder) {
    if (((j_decompress_ptr) decoder)->input_scan_number > MAX_SCANS) give_up(decoder);
}

static void nothing(j_decompress_ptr decoder) { (void) decoder; }

// All bytes are there from the start.
static boolean end_of_file(j_decompress_ptr decoder) {
    give_up((j_common_ptr) decoder);
    return FALSE;
}

static void skip(j_decompress_ptr decoder, long count) {
    if (count <= 0) return;
    if ((size_t) count > decoder->src->bytes_in_buffer) give_up((j_common_ptr) decoder);
    decoder->src->next_input_byte += count;
    decoder->src->bytes_in_buffer -= (size_t) count;
}

static int is_sampled(const jpeg_component_info *component, int across, int down) {
    return component->h_samp_factor == across && component->v_samp_factor == down;
}

static int is_read_here(const struct jpeg_decompress_struct *decoder) {
    if (decoder->num_components != PLANES || decoder->jpeg_color_space != JCS_YCbCr || decoder->data_precision != 8 ||
        decoder->arith_code)
        return 0;
    const jpeg_component_info *components = decoder->comp_info;
    if (!is_sampled(&components[1], 1, 1) || !is_sampled(&components[2], 1, 1)) return 0;
    if (is_sampled(&components[0], 1, 1)) return 1;
    // Chroma halved vertically alone is rare, and older versions of libjpeg enlarge it differently; up to two columns of it are
    // repeated, not interpolated.
    return decoder->image_width > 4 && (is_sampled(&components[0], 2, 1) || is_sampled(&components[0], 2, 2));
}

alcedo_jpeg *alcedo_jpeg_open(const void *bytes, size_t size) {
    alcedo_jpeg *jpeg = calloc(1, sizeof *jpeg);
    if (jpeg == NULL) return NULL;
    struct jpeg_decompress_struct *decoder = &jpeg->decoder;
    decoder->err = jpeg_std_error(&jpeg->errors);
    decoder->client_data = jpeg;
    jpeg->errors.error_exit = give_up;
    jpeg->errors.emit_message = heed;
    jpeg->errors.output_message = be_silent;
    if (setjmp(jpeg->give_up) != 0) {
        alcedo_jpeg_free(jpeg);
        return NULL;
    }
    jpeg_create_decompress(decoder);
    jpeg->source = (struct jpeg_source_mgr) {
        .next_input_byte = bytes,
        .bytes_in_buffer = size,
        .init_source = nothing,
        .fill_input_buffer = end_of_file,
        .skip_input_data = skip,
        .resync_to_restart = jpeg_resync_to_restart,
        .term_source = nothing,
    };
    decoder->src = &jpeg->source;
    jpeg->progress.progress_monitor = count_scans;
    decoder->progress = &jpeg->progress;
    if (jpeg_read_header(decoder, TRUE) == JPEG_HEADER_OK && is_read_here(decoder)) return jpeg;
    alcedo_jpeg_free(jpeg);
    return NULL;
}

void alcedo_jpeg_describe(const alcedo_jpeg *jpeg, alcedo_jpeg_info *info) {
    const jpeg_component_info *brightness = &jpeg->decoder.comp_info[0];
    *info = (alcedo_jpeg_info) {
        .width = (int) jpeg->decoder.image_width,
        .height = (int) jpeg->decoder.image_height,
        .halves_across = brightness->h_samp_factor == 2,
        .halves_down = brightness->v_samp_factor == 2,
    };
}

int alcedo_jpeg_read(alcedo_jpeg *jpeg, alcedo_jpeg_rows take, void *context) {
    struct jpeg_decompress_struct *decoder = &jpeg->decoder;
    if (setjmp(jpeg->give_up) != 0) return -1;
    decoder->raw_data_out = TRUE;
    jpeg_start_decompress(decoder);
    // Whole blocks are written, also beyond the picture's edges.
    size_t strides[PLANES], size = 0;
    for (int i = 0; i < PLANES; i++) {
        const jpeg_component_info *component = &decoder->comp_info[i];
        strides[i] = ((size_t) component->width_in_blocks + component->h_samp_factor) * DCTSIZE;
        size += strides[i] * component->v_samp_factor * DCTSIZE;
    }
    if ((jpeg->memory = malloc(size)) == NULL) return -1;
    JSAMPROW rows[PLANES][ROWS];
    JSAMPARRAY planes[PLANES];
    uint8_t *memory = jpeg->memory;
    for (int i = 0; i < PLANES; i++) {
        planes[i] = rows[i];
        for (int row = 0; row < decoder->comp_info[i].v_samp_factor * DCTSIZE; row++, memory += strides[i])
            rows[i][row] = memory;
    }
    int at_once = decoder->max_v_samp_factor * DCTSIZE;
    while (decoder->output_scanline < decoder->output_height) {
        int group = (int) decoder->output_scanline / at_once;
        if (jpeg_read_raw_data(decoder, planes, (JDIMENSION) at_once) == 0) return -1;
        // Chroma first: what is made of it waits for brightness, which is ahead otherwise.
        for (int i = PLANES - 1; i >= 0; i--) {
            const jpeg_component_info *component = &decoder->comp_info[i];
            int count = component->v_samp_factor * DCTSIZE, y = group * count, height = (int) component->downsampled_height;
            if (count > height - y) count = height - y;
            if (count > 0 && take(context, i, (const uint8_t *const *) rows[i], y, count) != 0) return -1;
        }
    }
    jpeg_finish_decompress(decoder);
    return 0;
}

void alcedo_jpeg_free(alcedo_jpeg *jpeg) {
    if (jpeg == NULL) return;
    if (setjmp(jpeg->give_up) == 0) jpeg_destroy_decompress(&jpeg->decoder);
    free(jpeg->memory);
    free(jpeg);
}
