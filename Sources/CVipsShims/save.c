// Encoding.
#include "shims.h"

static void *note_field(VipsImage *image, const char *name, GValue *value, void *names) {
    (void) image, (void) value;
    g_ptr_array_add(names, g_strdup(name));
    return NULL;
}

// Copies a picture without its metadata: libvips 8.14 writes metadata even when told not to (webpsave ignores `strip`).
// A copy, because pictures share their metadata.
static VipsImage *bare(VipsImage *in) {
    VipsImage *image = NULL;
    if (vips_copy(in, &image, NULL) != 0) return NULL;
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    vips_image_map(image, note_field, names);
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        if (g_strcmp0(name, VIPS_META_SEQUENTIAL) != 0) vips_image_remove(image, name);
    }
    g_ptr_array_free(names, TRUE);
    return image;
}

static void attach(VipsImage *image, const char *name, const void *data, size_t size) {
    if (data != NULL && size > 0) vips_image_set_blob_copy(image, name, data, size);
}

// Clamps `effort` to the saver's range: jxlsave begins at 3 in libvips 8.14, at 1 later, and GObject rejects others.
static int effort_within(const char *saver, int effort) {
    GType type = vips_type_find("VipsOperation", saver);
    if (type == 0) return effort;
    GObjectClass *class = g_type_class_ref(type);
    GParamSpec *parameter = g_object_class_find_property(class, "effort");
    if (parameter != NULL && G_IS_PARAM_SPEC_INT(parameter))
        effort = CLAMP(effort, G_PARAM_SPEC_INT(parameter)->minimum, G_PARAM_SPEC_INT(parameter)->maximum);
    g_type_class_unref(class);
    return effort;
}

int alcedo_image_save(alcedo_image *in, const alcedo_save_options *options, void **data, size_t *size) {
    *data = NULL;
    *size = 0;
    VipsImage *image = bare(vips_of(in));
    if (image == NULL) return -1;
    attach(image, VIPS_META_ICC_NAME, options->profile, options->profile_size);
    gboolean strip = options->profile_size == 0;
    if (options->page_height > 0) {
        vips_image_set_int(image, VIPS_META_PAGE_HEIGHT, options->page_height);
        vips_image_set_int(image, VIPS_META_N_PAGES, image->Ysize / options->page_height);
        vips_image_set_int(image, "loop", options->loop);
        if (options->delays != NULL && options->delay_count > 0)
            vips_image_set_array_int(image, "delay", options->delays, options->delay_count);
    }
    int result = -1;
    switch (options->saver) {
    case ALCEDO_SAVE_JPEG:
        result = vips_jpegsave_buffer(
            image, data, size, "Q", options->quality, "optimize_coding", TRUE, "interlace", options->interlace,
            "subsample_mode", options->full_chroma ? VIPS_FOREIGN_SUBSAMPLE_OFF : VIPS_FOREIGN_SUBSAMPLE_ON, "strip", strip, NULL);
        break;
    case ALCEDO_SAVE_PNG:
        if (options->palette_bits > 0)
            result = vips_pngsave_buffer(
                image, data, size, "compression", 6, "filter", VIPS_FOREIGN_PNG_FILTER_NONE, "palette", TRUE,
                "bitdepth", options->palette_bits, "dither", options->dither, "strip", strip, NULL);
        else
            result = vips_pngsave_buffer(
                image, data, size, "compression", 6, "filter",
                options->filter_rows ? VIPS_FOREIGN_PNG_FILTER_ALL : VIPS_FOREIGN_PNG_FILTER_NONE, "strip", strip,
                NULL);
        break;
    case ALCEDO_SAVE_WEBP:
        result = vips_webpsave_buffer(
            image, data, size, "Q", options->quality, "lossless", options->lossless || options->near_lossless,
            "near_lossless", options->near_lossless, "effort", options->effort < 0 ? 4 : options->effort, "strip", strip, NULL);
        break;
    case ALCEDO_SAVE_AVIF:
        result = vips_heifsave_buffer(
            image, data, size, "compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "Q", options->quality, "lossless",
            options->lossless, "effort", options->effort < 0 ? 3 : options->effort, "bitdepth", 8, "subsample_mode",
            options->lossless || options->full_chroma ? VIPS_FOREIGN_SUBSAMPLE_OFF : VIPS_FOREIGN_SUBSAMPLE_ON, "strip", strip, NULL);
        break;
    case ALCEDO_SAVE_JXL:
        result = vips_jxlsave_buffer(
            // Below 5, libvips 8.14 passes more distance than libjxl accepts, and libjxl falls back to its default.
            image, data, size, "Q", MAX(options->quality, 5), "lossless", options->lossless, "effort",
            effort_within("jxlsave_buffer", options->effort < 0 ? 7 : options->effort), "strip", strip, NULL);
        break;
    case ALCEDO_SAVE_GIF:
        result = vips_gifsave_buffer(
            image, data, size, "effort", options->effort < 0 ? 7 : options->effort, "bitdepth",
            options->palette_bits > 0 ? options->palette_bits : 8, "dither", options->dither, "strip", strip, NULL);
        break;
    }
    g_object_unref(image);
    return result == 0 ? 0 : -1;
}
