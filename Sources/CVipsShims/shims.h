// Shared by the files of this target.
#ifndef ALCEDO_SHIMS_H
#define ALCEDO_SHIMS_H

#include "alcedo_vips.h"
#include <vips/vips.h>
#include "functions.h"

// The opaque type of the public header is VipsImage.
static inline VipsImage *vips_of(alcedo_image *image) { return (VipsImage *) image; }
static inline alcedo_image **out_of(VipsImage **image) { return (alcedo_image **) image; }

// Whether GObject has rejected a number as out of range on this thread since the last call.
int alcedo_take_size_refused(void);

// Brackets everything that makes or frees vector code: resampling and convolution compile it when they are built, and
// it is freed with the last picture made from them. ORC 0.4.33 locks its list of code when adding to it but not when
// removing; eight threads that compile and free crash it within a second.
void alcedo_vector_enter(void);
void alcedo_vector_leave(void);

// Passes `image` to the caller, or reports failure.
static inline int hand_out(int result, VipsImage *image, alcedo_image **out) {
    *out = result == 0 ? (alcedo_image *) image : NULL;
    return result == 0 ? 0 : -1;
}

#endif
