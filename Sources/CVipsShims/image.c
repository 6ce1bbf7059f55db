// Opening, describing and computing pictures.
#include "shims.h"
#include <string.h>

// Copies a picture's profile: heifload's dies with this very image, and pictures made from it would read freed memory.
static void own_profile(VipsImage *image) {
    const void *data;
    size_t size;
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) == VIPS_TYPE_BLOB &&
        vips_image_get_blob(image, VIPS_META_ICC_NAME, &data, &size) == 0) {
        void *copy = g_malloc(size);
        memcpy(copy, data, size);
        // This frees the old bytes only after the new ones are in place.
        vips_image_set_blob(image, VIPS_META_ICC_NAME, (VipsCallbackFn) vips_area_free_cb, copy, size);
    }
}

int alcedo_image_load(
    const void *data, size_t size, int lent, alcedo_loader loader, int shrink, double scale, int frames, int page,
    int fail_truncated, alcedo_image **out) {
    // libvips takes the buffer as `void *` but does not write to it.
    void *bytes = lent ? (void *) data : g_memdup2(data, size);
    VipsImage *image = NULL;
    VipsFailOn fail = fail_truncated ? VIPS_FAIL_ON_TRUNCATED : VIPS_FAIL_ON_NONE;
    int result = -1;
    int first = page < 0 ? 0 : page;
    alcedo_take_size_refused();
    switch (loader) {
    case ALCEDO_LOAD_JPEG:
        result = vips_jpegload_buffer(
            bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, "shrink", shrink, NULL);
        break;
    case ALCEDO_LOAD_PNG:
        result = vips_pngload_buffer(bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, NULL);
        break;
    case ALCEDO_LOAD_GIF:
        result = vips_gifload_buffer(
            bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, "n", frames, "page", first, NULL);
        break;
    case ALCEDO_LOAD_WEBP:
        result = vips_webpload_buffer(
            bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, "n", frames, "page", first, NULL);
        break;
    case ALCEDO_LOAD_HEIF:
        // Without a page, it reads the primary picture, whichever that is.
        result = page < 0
            ? vips_heifload_buffer(bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, NULL)
            : vips_heifload_buffer(
                  bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, "page", page, NULL);
        if (result == 0) own_profile(image);
        break;
    case ALCEDO_LOAD_JXL:
        // Reads frames from 8.16 on; earlier versions have no such argument.
        if ((frames != 1 || first > 0) && (vips_version(0) > 8 || vips_version(1) >= 16))
            result = vips_jxlload_buffer(
                bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, "n", frames, "page", first, NULL);
        else
            result = vips_jxlload_buffer(bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, NULL);
        break;
    case ALCEDO_LOAD_TIFF:
        result = vips_tiffload_buffer(
            bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, "page", first, NULL);
        break;
    case ALCEDO_LOAD_JP2:
        result = vips_jp2kload_buffer(bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, NULL);
        break;
    case ALCEDO_LOAD_SVG:
    case ALCEDO_LOAD_LARGE_SVG:
        result = vips_svgload_buffer(
            bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, "scale", scale, "unlimited",
            loader == ALCEDO_LOAD_LARGE_SVG, NULL);
        break;
    case ALCEDO_LOAD_PDF:
        result = vips_pdfload_buffer(
            bytes, size, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail, "scale", scale, "page", first, NULL);
        break;
    }
    // Bytes that do not stay in place, such as a document made for one size, are freed with the picture.
    if (!lent) {
        if (result == 0) g_object_set_data_full(G_OBJECT(image), "alcedo-bytes", bytes, g_free);
        else g_free(bytes);
    }
    if (alcedo_take_size_refused()) {
        if (result == 0) g_object_unref(image);
        *out = NULL;
        return ALCEDO_TOO_LARGE;
    }
    return hand_out(result, image, out);
}

int alcedo_image_from_memory(
    const void *data, size_t size, int width, int height, int bands, int sixteen, alcedo_space space,
    alcedo_image **out) {
    VipsImage *raw = vips_image_new_from_memory_copy(
        data, size, width, height, bands, sixteen ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR);
    *out = NULL;
    if (raw == NULL) return -1;
    VipsInterpretation interpretation = VIPS_INTERPRETATION_MULTIBAND;
    switch (space) {
    case ALCEDO_SPACE_GREY: interpretation = sixteen ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W; break;
    case ALCEDO_SPACE_RGB: interpretation = sixteen ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB; break;
    case ALCEDO_SPACE_CMYK: interpretation = VIPS_INTERPRETATION_CMYK; break;
    case ALCEDO_SPACE_OTHER: break;
    }
    VipsImage *image = NULL;
    int result = vips_copy(raw, &image, "interpretation", interpretation, NULL);
    g_object_unref(raw);
    return hand_out(result, image, out);
}

void alcedo_image_retain(alcedo_image *image) { g_object_ref(vips_of(image)); }

void alcedo_image_release(alcedo_image *image) {
    if (image == NULL) return;
    alcedo_vector_enter();
    g_object_unref(vips_of(image));
    alcedo_vector_leave();
}

static int number(VipsImage *image, const char *name, int missing) {
    int value;
    if (vips_image_get_typeof(image, name) != G_TYPE_INT || vips_image_get_int(image, name, &value) != 0)
        return missing;
    return value;
}

void alcedo_image_describe(alcedo_image *handle, alcedo_image_info *info) {
    VipsImage *image = vips_of(handle);
    memset(info, 0, sizeof *info);
    info->width = vips_image_get_width(image);
    info->height = vips_image_get_height(image);
    info->bands = vips_image_get_bands(image);
    switch (vips_image_get_format(image)) {
    case VIPS_FORMAT_UCHAR: info->format = ALCEDO_FORMAT_U8; break;
    case VIPS_FORMAT_USHORT: info->format = ALCEDO_FORMAT_U16; break;
    default: info->format = ALCEDO_FORMAT_OTHER;
    }
    switch (vips_image_get_interpretation(image)) {
    case VIPS_INTERPRETATION_B_W: case VIPS_INTERPRETATION_GREY16: info->space = ALCEDO_SPACE_GREY; break;
    case VIPS_INTERPRETATION_sRGB: case VIPS_INTERPRETATION_RGB: case VIPS_INTERPRETATION_RGB16:
        info->space = ALCEDO_SPACE_RGB;
        break;
    case VIPS_INTERPRETATION_CMYK: info->space = ALCEDO_SPACE_CMYK; break;
    default: info->space = ALCEDO_SPACE_OTHER;
    }
    info->has_alpha = vips_image_hasalpha(image) ? 1 : 0;
    info->pages = number(image, VIPS_META_N_PAGES, 1);
    int page_height = number(image, VIPS_META_PAGE_HEIGHT, info->height);
    info->page_height = page_height > 0 && info->height % page_height == 0 ? page_height : info->height;
    int orientation = number(image, VIPS_META_ORIENTATION, 1);
    info->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
    info->loop = number(image, "loop", 0);
    int *delays;
    int count;
    if (vips_image_get_typeof(image, "delay") == VIPS_TYPE_ARRAY_INT &&
        vips_image_get_array_int(image, "delay", &delays, &count) == 0)
        info->delays = count;
    info->has_profile = vips_image_get_typeof(image, VIPS_META_ICC_NAME) == VIPS_TYPE_BLOB;
    info->is_float = image->BandFmt == VIPS_FORMAT_FLOAT;
    info->is_u32 = image->BandFmt == VIPS_FORMAT_UINT;
    info->is_labs = image->Type == VIPS_INTERPRETATION_LABS;
    int whole = info->format == ALCEDO_FORMAT_U8 ? 8 : info->format == ALCEDO_FORMAT_U16 ? 16 : 0;
    // libvips up to 8.14 names the field after the decoder.
    int bits = number(image, "heif-bitdepth", number(image, "bits-per-sample", whole));
    info->bits = bits >= 1 && bits <= whole ? bits : whole;
}

int alcedo_image_delay(alcedo_image *image, int frame) {
    int *delays;
    int count;
    if (vips_image_get_array_int(vips_of(image), "delay", &delays, &count) != 0) return 0;
    return frame >= 0 && frame < count ? delays[frame] : 0;
}

int alcedo_image_blob(alcedo_image *image, const char *name, const void **data, size_t *size) {
    *data = NULL;
    *size = 0;
    if (vips_image_get_typeof(vips_of(image), name) != VIPS_TYPE_BLOB) return -1;
    return vips_image_get_blob(vips_of(image), name, data, size);
}

int alcedo_image_forget(alcedo_image *in, const char *name, alcedo_image **out) {
    VipsImage *image = NULL;
    int result = vips_copy(vips_of(in), &image, NULL);
    if (result == 0) vips_image_remove(image, name);
    return hand_out(result, image, out);
}

void alcedo_image_give_profile(alcedo_image *image, const void *data, size_t size) {
    vips_image_set_blob_copy(vips_of(image), VIPS_META_ICC_NAME, data, size);
}

int alcedo_image_copy_memory(alcedo_image *handle, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    *out = NULL;
    if (in->dtype == VIPS_IMAGE_SETBUF_FOREIGN) {   // made here before
        g_object_ref(in);
        return hand_out(0, in, out);
    }
    // Memory of our own, because libvips clears its own before writing to it.
    size_t size = VIPS_IMAGE_SIZEOF_IMAGE(in);
    void *pixels = g_try_malloc(size);
    if (pixels == NULL) {
        vips_error("vips_tracked", "out of memory --- size == %zu MB", size / (1024 * 1024));
        return -1;
    }
    VipsImage *image = vips_image_new_from_memory(pixels, size, in->Xsize, in->Ysize, in->Bands, in->BandFmt);
    if (image == NULL) {
        g_free(pixels);
        return -1;
    }
    g_object_set_data_full(G_OBJECT(image), "alcedo-pixels", pixels, g_free);
    if (vips_image_write(in, image) != 0) {
        g_object_unref(image);
        return -1;
    }
    // Pixels in memory can be read in any order; savers and filters must no longer treat them as a stream.
    vips_image_remove(image, VIPS_META_SEQUENTIAL);
    return hand_out(0, image, out);
}

int alcedo_image_blank(alcedo_image *like, int width, int height, void **pixels, alcedo_image **out) {
    VipsImage *in = vips_of(like);
    *out = NULL;
    size_t size = (size_t) width * height * VIPS_IMAGE_SIZEOF_PEL(in);
    *pixels = g_try_malloc(size);
    if (*pixels == NULL) {
        vips_error("vips_tracked", "out of memory --- size == %zu MB", size / (1024 * 1024));
        return -1;
    }
    VipsImage *image = vips_image_new_from_memory(*pixels, size, width, height, in->Bands, in->BandFmt);
    if (image == NULL) {
        g_free(*pixels);
        return -1;
    }
    g_object_set_data_full(G_OBJECT(image), "alcedo-pixels", *pixels, g_free);
    image->Type = in->Type;
    const void *profile;
    size_t length;
    if (vips_image_get_typeof(in, VIPS_META_ICC_NAME) == VIPS_TYPE_BLOB &&
        vips_image_get_blob(in, VIPS_META_ICC_NAME, &profile, &length) == 0)
        vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, length);
    return hand_out(0, image, out);
}

int alcedo_image_read(alcedo_image *image, alcedo_rows take, void *context) {
    // As many as most decoders give at once.
    enum { ROWS = 16 };
    VipsImage *in = vips_of(image);
    if (vips_image_pio_input(in) != 0) return -1;
    VipsRegion *region = vips_region_new(in);
    int result = 0;
    for (int y = 0; result == 0 && y < in->Ysize; y += ROWS) {
        VipsRect area = { 0, y, in->Xsize, VIPS_MIN(ROWS, in->Ysize - y) };
        result = vips_region_prepare(region, &area);
        if (result == 0) take(context, VIPS_REGION_ADDR(region, 0, y), VIPS_REGION_LSKIP(region), y, area.height);
    }
    g_object_unref(region);
    return result == 0 ? 0 : -1;
}

int alcedo_image_pixels(alcedo_image *image, void **data, size_t *size) {
    *data = vips_image_write_to_memory(vips_of(image), size);
    return *data == NULL ? -1 : 0;
}
