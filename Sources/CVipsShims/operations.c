// Geometry, color, and filters.
#include "shims.h"
#include <math.h>

int alcedo_image_crop(alcedo_image *in, int left, int top, int width, int height, alcedo_image **out) {
    VipsImage *image = NULL;
    return hand_out(vips_extract_area(vips_of(in), &image, left, top, width, height, NULL), image, out);
}

int alcedo_image_embed(
    alcedo_image *in, int left, int top, int width, int height, const double *colour, int bands,
    alcedo_image **out) {
    VipsArrayDouble *background = vips_array_double_new(colour, bands);
    VipsImage *image = NULL;
    int result = vips_embed(
        vips_of(in), &image, left, top, width, height, "extend", VIPS_EXTEND_BACKGROUND, "background", background,
        NULL);
    vips_area_unref(VIPS_AREA(background));
    return hand_out(result, image, out);
}

int alcedo_image_orient(alcedo_image *handle, int orientation, alcedo_image **out) {
    // The EXIF values: first rotate clockwise, then mirror left to right.
    static const struct { VipsAngle angle; int mirror; } steps[9] = {
        {VIPS_ANGLE_D0, 0}, {VIPS_ANGLE_D0, 0}, {VIPS_ANGLE_D0, 1}, {VIPS_ANGLE_D180, 0}, {VIPS_ANGLE_D180, 1},
        {VIPS_ANGLE_D90, 1}, {VIPS_ANGLE_D90, 0}, {VIPS_ANGLE_D270, 1}, {VIPS_ANGLE_D270, 0},
    };
    VipsImage *turned = NULL;
    *out = NULL;
    if (orientation < 1 || orientation > 8) orientation = 1;
    if (vips_rot(vips_of(handle), &turned, steps[orientation].angle, NULL) != 0) return -1;
    if (!steps[orientation].mirror) return hand_out(0, turned, out);
    VipsImage *image = NULL;
    int result = vips_flip(turned, &image, VIPS_DIRECTION_HORIZONTAL, NULL);
    g_object_unref(turned);
    return hand_out(result, image, out);
}

int alcedo_image_turn(alcedo_image *handle, double degrees, int width, int height, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    VipsImage *image = NULL;
    double a = cos(degrees * G_PI / 180), c = sin(degrees * G_PI / 180);
    // Align the middles; whole coordinates are pixel centers.
    double dx = (width - 1) / 2.0 - (a * (in->Xsize - 1) - c * (in->Ysize - 1)) / 2;
    double dy = (height - 1) / 2.0 - (c * (in->Xsize - 1) + a * (in->Ysize - 1)) / 2;
    int canvas[] = {0, 0, width, height};
    VipsArrayInt *area = vips_array_int_new(canvas, 4);
    alcedo_vector_enter();
    VipsInterpolate *interpolate = vips_interpolate_new("bicubic");
    int result = interpolate == NULL
        ? -1 : vips_affine(
            in, &image, a, -c, c, a, "odx", dx, "ody", dy, "oarea", area, "interpolate", interpolate, "extend",
            VIPS_EXTEND_BACKGROUND, "premultiplied", TRUE, NULL);
    if (interpolate != NULL) g_object_unref(interpolate);
    alcedo_vector_leave();
    vips_area_unref(VIPS_AREA(area));
    return hand_out(result, image, out);
}

int alcedo_image_stack(alcedo_image *const *images, int count, alcedo_image **out) {
    VipsImage *image = NULL;
    int result = vips_arrayjoin((VipsImage **) images, &image, count, "across", 1, NULL);
    return hand_out(result, image, out);
}

int alcedo_image_entropy_crop(alcedo_image *in, int width, int height, int *left, int *top) {
    VipsImage *image = NULL;
    // Computes immediately, and frees its intermediate results; the picture is small.
    alcedo_vector_enter();
    int result = vips_smartcrop(
        vips_of(in), &image, width, height, "interesting", VIPS_INTERESTING_ENTROPY, NULL);
    if (result == 0) {
        *left = -image->Xoffset;
        *top = -image->Yoffset;
        g_object_unref(image);
    }
    alcedo_vector_leave();
    return result == 0 ? 0 : -1;
}

static int without_profile(int result, VipsImage *image, alcedo_image **out) {
    if (result != 0) return hand_out(result, image, out);
    result = alcedo_image_forget((alcedo_image *) image, VIPS_META_ICC_NAME, out);
    g_object_unref(image);
    return result;
}

int alcedo_image_profile_to_srgb(alcedo_image *in, int cmyk, alcedo_image **out) {
    VipsImage *image = NULL;
    int result;
    if (cmyk)
        result = vips_icc_transform(
            vips_of(in), &image, "srgb", "embedded", FALSE, "input_profile", "cmyk", "intent",
            VIPS_INTENT_PERCEPTUAL, "depth", 8, NULL);
    else
        result = vips_icc_transform(
            vips_of(in), &image, "srgb", "embedded", TRUE, "intent", VIPS_INTENT_PERCEPTUAL, "depth", 8, NULL);
    return without_profile(result, image, out);
}

int alcedo_image_to_srgb(alcedo_image *in, int grey, alcedo_image **out) {
    VipsImage *image = NULL;
    VipsInterpretation space = grey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    int result = vips_colourspace(vips_of(in), &image, space, NULL);
    // A picture that libvips already takes for one of that space, such as one band of an RGB one, keeps its old label,
    // and jxlsave relies on the label: it aborts the process on one band labeled RGB.
    if (result == 0 && image->Type != space) {
        VipsImage *named = NULL;
        result = vips_copy(image, &named, "interpretation", space, NULL);
        g_object_unref(image);
        image = named;
    }
    return without_profile(result, image, out);
}

int alcedo_image_to_u8(alcedo_image *handle, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    VipsImage *image = NULL;
    gboolean shift = in->BandFmt == VIPS_FORMAT_USHORT;
    int result = vips_cast(in, &image, VIPS_FORMAT_UCHAR, "shift", shift, NULL);
    return hand_out(result, image, out);
}

int alcedo_image_name_display(alcedo_image *handle, alcedo_image **out) {
    VipsImage *in = vips_of(handle);
    VipsInterpretation space = in->Type;
    if (space == VIPS_INTERPRETATION_RGB16) space = VIPS_INTERPRETATION_sRGB;
    if (space == VIPS_INTERPRETATION_GREY16) space = VIPS_INTERPRETATION_B_W;
    VipsImage *image = NULL;
    return hand_out(vips_copy(in, &image, "interpretation", space, NULL), image, out);
}

double alcedo_image_flatness(alcedo_image *handle) {
    VipsImage *in = vips_of(handle);
    if (in->BandFmt != VIPS_FORMAT_UCHAR || vips_image_wio_input(in) != 0) return 0;
    guint64 equal = 0, all = 0;
    for (int y = 0; y < in->Ysize; y++) {
        const VipsPel *row = VIPS_IMAGE_ADDR(in, 0, y);
        for (int i = in->Bands; i < in->Xsize * in->Bands; i++) equal += row[i] == row[i - in->Bands];
        all += (guint64) (in->Xsize - 1) * in->Bands;
    }
    return all == 0 ? 1 : (double) equal / (double) all;
}
