// From sRGB to the profile of another picture.
//
// vips_icc_transform converts in one exact step, but takes the profile as a file name. vips_icc_import and
// vips_icc_export need no name, but go through a table of CIELAB that puts saturated colors off by as much as 28 of
// 255. So the profile gets a file name for as long as it is read.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "shims.h"
#include <stdio.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

// Returns an unlinked file, open for reading and writing, or NULL.
static FILE *nameless(void) {
#ifdef __linux__
    int descriptor = memfd_create("profile", MFD_CLOEXEC);
    if (descriptor >= 0) {
        FILE *file = fdopen(descriptor, "w+b");
        if (file == NULL) close(descriptor);
        return file;
    }
#endif
    return tmpfile();
}

int alcedo_image_srgb_to_profile(alcedo_image *in, alcedo_image *like, alcedo_image **out) {
    const void *profile;
    size_t size;
    *out = NULL;
    if (vips_image_get_blob(vips_of(like), VIPS_META_ICC_NAME, &profile, &size) != 0) return -1;
    FILE *file = nameless();
    if (file == NULL) {
        vips_error("profile", "there is no room for a temporary file");
        return -1;
    }
    int result = -1;
    VipsImage *image = NULL;
    // Some systems open this name at the file's current position, others at its first byte.
    if (fwrite(profile, 1, size, file) == size && fflush(file) == 0 && fseek(file, 0, SEEK_SET) == 0) {
        char name[32];
        snprintf(name, sizeof name, "/dev/fd/%d", fileno(file));
        // The profile is read here; later computation needs no file.
        result = vips_icc_transform(
            vips_of(in), &image, name, "embedded", FALSE, "input_profile", "srgb", "intent", VIPS_INTENT_RELATIVE,
            "depth", 8, NULL);
    } else {
        vips_error("profile", "a temporary file could not be written");
    }
    fclose(file);
    return hand_out(result, image, out);
}
