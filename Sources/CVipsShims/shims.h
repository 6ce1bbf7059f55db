// What the files of this target share.
#ifndef ALCEDO_SHIMS_H
#define ALCEDO_SHIMS_H

#include "alcedo_vips.h"
#include <vips/vips.h>

// The opaque type of the public header is VipsImage.
static inline VipsImage *vips_of(alcedo_image *image) { return (VipsImage *) image; }
static inline alcedo_image **out_of(VipsImage **image) { return (alcedo_image **) image; }

// Whether GObject refused a number as out of range on this thread since it was last asked.
int alcedo_take_size_refused(void);

// Around everything that makes or frees vector code: operations that resample or convolve are compiled when they are
// built and freed with the last picture made from them. ORC 0.4.33 guards its list of code by a lock when it adds to
// it but not when it takes from it; eight threads that compile and free crash it within a second.
void alcedo_vector_enter(void);
void alcedo_vector_leave(void);

// Gives `image` to the caller, or reports that there is none.
static inline int hand_out(int result, VipsImage *image, alcedo_image **out) {
    *out = result == 0 ? (alcedo_image *) image : NULL;
    return result == 0 ? 0 : -1;
}

#endif
