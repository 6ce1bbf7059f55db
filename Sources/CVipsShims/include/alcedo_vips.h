// Calls into libvips with fixed signatures, for Swift.
//
// Nothing of libvips or GLib is visible here, so that no Swift file depends on their macros or versions. Functions that
// return `int` return 0 for success unless noted otherwise; the error is then in `alcedo_vips_take_error`. Returned
// pictures belong to the caller, who frees them with `alcedo_image_release`. Operations retain their inputs.
#ifndef ALCEDO_VIPS_H
#define ALCEDO_VIPS_H

#include <stddef.h>
#include <stdint.h>

// ---- The library -------------------------------------------------------------------------------------------

// NULL, or why libvips cannot be loaded: what is missing, in the system's words. Loads it, at the first call.
const char *alcedo_vips_fault(void);
// Starts libvips once per process; later calls return the result of the first. Safe from any thread.
int alcedo_vips_start(void);
// Whether an operation of this name (`jxlsave_buffer`) exists. Does not start libvips; false before the start.
int alcedo_vips_has_operation(const char *name);
// Releases what libvips keeps for the calling thread. Call it when a job ends and before a thread exits.
void alcedo_vips_thread_done(void);
// Copies the pending error text and clears it; free it with `alcedo_free`. NULL when out of memory.
// libvips has one text per process: with several jobs at once it may contain another job's errors.
char *alcedo_vips_take_error(void);
// Clears the pending error text for the whole process.
void alcedo_vips_forget_error(void);
// How often the calling thread has taken the error text.
unsigned alcedo_vips_errors_taken(void);
// Frees memory returned by a function here.
void alcedo_free(void *memory);

// For a process that handles one picture at a time and nothing else: keeps freed memory for the next picture. Call it
// first, and `alcedo_give_back_memory` when much is kept.
void alcedo_keep_memory(void);

// Returns freed memory to the system as far as possible.
void alcedo_give_back_memory(void);

// ---- Warnings ----------------------------------------------------------------------------------------------

// Collects the warnings of one job.
typedef struct alcedo_log alcedo_log;
alcedo_log *alcedo_log_new(void);
void alcedo_log_free(alcedo_log *log);
// Directs this thread's warnings to `log` (NULL for none), and returns the previous log.
alcedo_log *alcedo_log_use(alcedo_log *log);
int alcedo_log_count(alcedo_log *log);
// The text of a warning; valid as long as the log.
const char *alcedo_log_text(alcedo_log *log, int index);

// ---- Pictures ----------------------------------------------------------------------------------------------

typedef struct alcedo_image alcedo_image;

typedef enum {
    ALCEDO_LOAD_JPEG, ALCEDO_LOAD_PNG, ALCEDO_LOAD_GIF, ALCEDO_LOAD_WEBP, ALCEDO_LOAD_HEIF, ALCEDO_LOAD_JXL,
    ALCEDO_LOAD_TIFF, ALCEDO_LOAD_SVG, ALCEDO_LOAD_LARGE_SVG, ALCEDO_LOAD_JP2, ALCEDO_LOAD_PDF
} alcedo_loader;

typedef enum { ALCEDO_FORMAT_U8, ALCEDO_FORMAT_U16, ALCEDO_FORMAT_OTHER } alcedo_format;

typedef enum {
    ALCEDO_SPACE_GREY, ALCEDO_SPACE_RGB, ALCEDO_SPACE_CMYK, ALCEDO_SPACE_OTHER
} alcedo_space;

typedef struct {
    int width;
    int height;        // of all frames together
    int bands;
    alcedo_format format;
    alcedo_space space;
    int has_alpha;
    int pages;         // frames or pages according to the file; 1 if not given
    int page_height;   // pixels down of one frame; `height` if there is only one
    int orientation;   // EXIF, 1...8; 1 if not given
    int loop;          // repetitions of an animation, 0 for endless
    int delays;        // number of frame delays
    int has_profile;
    int is_float, is_u32;
    int is_labs;       // whether this is CIELAB in libvips's signed 16-bit format
    int bits;          // per sample in the file, if the decoder reports it; otherwise those of `format`
} alcedo_image_info;

// Opens encoded bytes for reading once, from top to bottom.
// - `lent`: whether `data` stays in place until everything made from the picture has been computed; else it is copied.
// - `shrink`: 1, 2, 4 or 8 for JPEG. `scale`: for SVG and PDF. `frames`: -1 for all of a GIF, WebP or JPEG XL (libvips 8.16),
//   or 1.
// - `page`: the frame or page to begin with, from 0; -1 for the one that shows first.
// - `fail_truncated`: whether a file that ends too early is an error.
// Returns ALCEDO_TOO_LARGE if libvips cannot represent the size.
#define ALCEDO_TOO_LARGE -2
int alcedo_image_load(
    const void *data, size_t size, int lent, alcedo_loader loader, int shrink, double scale, int frames, int page,
    int fail_truncated, alcedo_image **out);
// Copies raw pixels, row by row, without padding. `bands` of 1...5; `sixteen` for 16-bit samples in native order.
int alcedo_image_from_memory(
    const void *data, size_t size, int width, int height, int bands, int sixteen, alcedo_space space,
    alcedo_image **out);
void alcedo_image_retain(alcedo_image *image);
void alcedo_image_release(alcedo_image *image);
void alcedo_image_describe(alcedo_image *image, alcedo_image_info *info);
// The duration of a frame in milliseconds.
int alcedo_image_delay(alcedo_image *image, int frame);
// A metadata blob (`exif-data`, `xmp-data`, `iptc-data`, `icc-profile-data`). Its bytes live as long as the image.
int alcedo_image_blob(alcedo_image *image, const char *name, const void **data, size_t *size);
// A copy without one metadata field.
int alcedo_image_forget(alcedo_image *image, const char *name, alcedo_image **out);
// Replaces the profile of a picture that was just opened. The bytes are copied.
void alcedo_image_give_profile(alcedo_image *image, const void *data, size_t size);
// Computes every pixel into memory.
int alcedo_image_copy_memory(alcedo_image *image, alcedo_image **out);
// A picture of this size in memory, with the samples, colors and profile of `like`. Its pixels are not set: write them to
// `pixels`, row by row without padding, before anything reads them.
int alcedo_image_blank(alcedo_image *like, int width, int height, void **pixels, alcedo_image **out);
// Computes every pixel once, from top to bottom, on this thread, and keeps none: `take` gets `count` rows from row `y` on,
// `stride` bytes apart.
typedef void (*alcedo_rows)(void *context, const void *rows, size_t stride, int y, int count);
int alcedo_image_read(alcedo_image *image, alcedo_rows take, void *context);
// Computes every pixel into a new block; free it with `alcedo_free`.
int alcedo_image_pixels(alcedo_image *image, void **data, size_t *size);

// ---- Alpha -------------------------------------------------------------------------------------------------

// Records pixels that pass through `alcedo_image_watch`.
typedef struct alcedo_watch alcedo_watch;
// Passes a picture through unchanged. Sends the warnings of its computation to `log`, takes samples of the first
// `frame_height` rows, and records whether any pixel is not opaque. The returned picture uses the watch, so free the
// watch after every picture made from it.
alcedo_watch *alcedo_watch_new(alcedo_log *log);
void alcedo_watch_free(alcedo_watch *watch);
int alcedo_image_watch(alcedo_image *in, alcedo_watch *watch, int frame_height, alcedo_image **out);
// Records rows that another decoder has read in place of the watched picture, whose samples they have.
void alcedo_watch_rows(alcedo_watch *watch, const void *rows, size_t stride, int y, int count);
// Whether samples are taken from a row, and from one whose 8-bit components have been read apart (ITU-T T.871): `cb` and `cr`
// are those next to it, which may have half as many samples.
int alcedo_watch_wants(const alcedo_watch *watch, int y);
void alcedo_watch_components(
    alcedo_watch *watch, const unsigned char *light, const unsigned char *cb, const unsigned char *cr, int halves_across, int y);
// 1: a pixel is not opaque; 0: every pixel was seen and is opaque; -1: not every pixel was seen, or there is no alpha.
int alcedo_watch_transparency(alcedo_watch *watch);
// Unaveraged pixels from all over the picture: all of them if a side has at most ALCEDO_SAMPLES, else one from each of
// that many equal stretches. The result has the watched picture's colors and profile. -1 if a sample was not seen.
#define ALCEDO_SAMPLES 256
int alcedo_watch_samples(alcedo_watch *watch, alcedo_image **out);

// Converts straight to premultiplied alpha and back, for 8 and 16 bits, rounded to nearest.
int alcedo_image_premultiply(alcedo_image *in, alcedo_image **out);
int alcedo_image_unpremultiply(alcedo_image *in, alcedo_image **out);
// The same with floats, which have room for overshoot, and back to 8 bits, or to 16 bits if `wide`.
int alcedo_image_premultiply_to_float(alcedo_image *in, alcedo_image **out);
int alcedo_image_unpremultiply_from_float(alcedo_image *in, int wide, alcedo_image **out);
// Multiplies alpha by an 8-bit coverage of `width` × `frame_height`, repeated for each frame; adds an alpha band if
// there is none. 8-bit pictures only. `mask` is copied.
int alcedo_image_mask(alcedo_image *in, const uint8_t *mask, int frame_height, alcedo_image **out);
// Flattens the picture onto a color given by its color bands and 8-bit alpha. 8-bit pictures only.
int alcedo_image_over_colour(alcedo_image *in, const uint8_t *colour, int alpha, alcedo_image **out);
// Extracts `count` bands, starting with `first`.
int alcedo_image_bands(alcedo_image *in, int first, int count, alcedo_image **out);
// Calls the picture gray or RGB, whatever it was.
int alcedo_image_name(alcedo_image *in, int gray, alcedo_image **out);
int alcedo_image_join_bands(alcedo_image *first, alcedo_image *second, alcedo_image **out);
// Adds an opaque alpha band.
int alcedo_image_add_alpha(alcedo_image *in, alcedo_image **out);

// ---- Geometry ----------------------------------------------------------------------------------------------

int alcedo_image_crop(alcedo_image *in, int left, int top, int width, int height, alcedo_image **out);
// Puts the picture on a larger canvas; `colour` has one value per band.
int alcedo_image_embed(
    alcedo_image *in, int left, int top, int width, int height, const double *colour, int bands,
    alcedo_image **out);
// Applies an EXIF orientation, 1...8. The picture must be in memory.
int alcedo_image_orient(alcedo_image *in, int orientation, alcedo_image **out);
// Stacks pictures of equal size from top to bottom.
int alcedo_image_stack(alcedo_image *const *images, int count, alcedo_image **out);
// Finds the top left corner of the crop of this size with the highest entropy.
int alcedo_image_entropy_crop(alcedo_image *in, int width, int height, int *left, int *top);

// ---- Color and filters -------------------------------------------------------------------------------------

// Converts to 8-bit sRGB through the embedded profile, or through the built-in CMYK one if `cmyk`. The picture must
// have no alpha. The result carries no profile.
int alcedo_image_profile_to_srgb(alcedo_image *in, int cmyk, alcedo_image **out);
// Converts 8-bit sRGB of three bands, without alpha, to the profile of `like` (relative colorimetric). A color outside
// the profile's gamut becomes the nearest one inside. The result has the profile's bands and carries it.
int alcedo_image_srgb_to_profile(alcedo_image *in, alcedo_image *like, alcedo_image **out);
// Converts to sRGB or gray by the formulas of the color spaces, without profiles. The result carries no profile.
int alcedo_image_to_srgb(alcedo_image *in, int grey, alcedo_image **out);
// Expands samples from `black` to `white` to full range in `count` bands, starting with `first`. 8 or 16 bits.
int alcedo_image_expand_range(alcedo_image *in, int first, int count, int black, int white, alcedo_image **out);
// How samples translate to light, and light to sRGB.
#define ALCEDO_LIGHT_STEPS 65536
typedef struct {
    float least, most;         // color samples for signals of 0 and of 1
    float opaque;              // alpha sample for 1
    const float *decoded;      // light for each step of the signal: ALCEDO_LIGHT_STEPS
    float to_working[9];       // rows of the matrix from the picture's primaries to the working ones
    float luma[3];             // weights of the working primaries in luminance
    float system;              // exponent of luminance in the factor for light; 0 for no factor
    float scale;               // factor that makes reference white 1
    float peak;                // brightest light, which becomes 1; up to 1 nothing is mapped
    float white;               // result for reference white; everything below is darkened by the same factor
    float middle_x, middle_y;  // control point of the quadratic Bézier curve from (1, white) to (peak, 1)
    float to_display[9];       // rows of the matrix to sRGB's primaries
    const uint8_t *encoded;    // sRGB sample for each step of light from 0 to 1: ALCEDO_LIGHT_STEPS
} alcedo_light;
// Converts to 8-bit sRGB or gray by `light`, whose tables are copied. Floats are signals. The result has no profile.
int alcedo_image_light_to_srgb(alcedo_image *in, const alcedo_light *light, alcedo_image **out);
// Converts floats of 0...1 or 32-bit samples to 16 bits. `colours` is the number of color bands, 1 for gray or 3.
int alcedo_image_to_u16(alcedo_image *in, int colours, alcedo_image **out);
// Converts an 8- or 16-bit CIELAB encoding to linear light of sRGB: CIELAB is each sample times `scale` plus `offset`, and
// `matrix` has 3 rows for XYZ relative to white. A fourth band is alpha of 0...255. `is_signed` if the second and third
// bands are signed; libvips's packed pixels are read as bytes.
int alcedo_image_lab_to_light(
    alcedo_image *in, int bands, int is_signed, const float *scale, const float *offset, const float *matrix,
    alcedo_image **out);
// Converts to 8 bits; 16-bit samples lose their low byte.
int alcedo_image_to_u8(alcedo_image *in, alcedo_image **out);
// Relabels 8-bit samples as sRGB or gray if they are labeled 16-bit.
int alcedo_image_name_display(alcedo_image *in, alcedo_image **out);
// Gaussian blur of 8- or 16-bit samples, computed immediately: cut off at 3 sigma, the edge repeated outwards. `sigma`
// is above 0.
int alcedo_image_blur(alcedo_image *in, double sigma, alcedo_image **out);
// Multiplies each pixel's red, green, blue, and 1 by a matrix of 3 rows, then maps each result through a table of 256
// per channel. 8-bit RGB; alpha is kept.
int alcedo_image_recolour(alcedo_image *in, const float *matrix, const uint8_t *table, alcedo_image **out);
// Adds `amount` times the difference in lightness between the picture and `blurred`, where it is more than `threshold`
// of 255. Both have 8 bits and the same size and bands.
int alcedo_image_sharpen(
    alcedo_image *in, alcedo_image *blurred, double amount, double threshold, alcedo_image **out);

// From MULTIPLY on, colors are mixed; before it, only coverage counts. In the order of libvips.
typedef enum {
    ALCEDO_BLEND_CLEAR, ALCEDO_BLEND_SOURCE, ALCEDO_BLEND_OVER, ALCEDO_BLEND_IN, ALCEDO_BLEND_OUT,
    ALCEDO_BLEND_ATOP, ALCEDO_BLEND_DEST, ALCEDO_BLEND_DEST_OVER, ALCEDO_BLEND_DEST_IN, ALCEDO_BLEND_DEST_OUT,
    ALCEDO_BLEND_DEST_ATOP, ALCEDO_BLEND_XOR, ALCEDO_BLEND_ADD, ALCEDO_BLEND_SATURATE, ALCEDO_BLEND_MULTIPLY,
    ALCEDO_BLEND_SCREEN, ALCEDO_BLEND_OVERLAY, ALCEDO_BLEND_DARKEN, ALCEDO_BLEND_LIGHTEN,
    ALCEDO_BLEND_COLOUR_DODGE, ALCEDO_BLEND_COLOUR_BURN, ALCEDO_BLEND_HARD_LIGHT, ALCEDO_BLEND_SOFT_LIGHT,
    ALCEDO_BLEND_DIFFERENCE, ALCEDO_BLEND_EXCLUSION
} alcedo_blend_mode;
// Blends `front` into each frame of `back` with its top left corner at a point, repeated in all directions if `tiles`.
// Outside of it `front` is transparent. Both are 8-bit RGB with alpha. `opacity` is 0...1.
int alcedo_image_blend(
    alcedo_image *back, alcedo_image *front, int left, int top, int tiles, int frame_height,
    alcedo_blend_mode mode, double opacity, alcedo_image **out);
// Rotates clockwise around the middle by any angle in degrees, bicubic, onto a canvas of this size; uncovered pixels
// are 0. Alpha must be premultiplied.
int alcedo_image_turn(alcedo_image *in, double degrees, int width, int height, alcedo_image **out);

// The share of samples equal to the one on their left, 0...1: near 0 in photographs, 1 in drawings. In memory only.
double alcedo_image_flatness(alcedo_image *in);

// ---- Saving ------------------------------------------------------------------------------------------------

typedef enum {
    ALCEDO_SAVE_JPEG, ALCEDO_SAVE_PNG, ALCEDO_SAVE_WEBP, ALCEDO_SAVE_AVIF, ALCEDO_SAVE_JXL, ALCEDO_SAVE_GIF
} alcedo_saver;

typedef struct {
    alcedo_saver saver;
    int quality;           // 1...100
    int lossless;
    int effort;            // on the saver's own scale; -1 for its default
    int interlace;         // JPEG: progressive
    int full_chroma;       // JPEG, AVIF: no chroma subsampling
    int near_lossless;     // WebP
    int palette_bits;      // PNG, GIF: 1, 2, 4 or 8 for a palette; 0 for none (GIF: 8)
    double dither;         // with a palette, 0...1
    int filter_rows;       // PNG: 1 to choose a filter per row, 0 for none
    int page_height;       // pixels down of a frame; 0 for a still picture
    const int *delays;     // milliseconds for each frame, or NULL
    int delay_count;
    int loop;
    const void *profile;   // profile to embed, or NULL
    size_t profile_size;
} alcedo_save_options;

// Encodes a picture with the metadata in `options` only, not its own. Free `data` with `alcedo_free`.
int alcedo_image_save(alcedo_image *in, const alcedo_save_options *options, void **data, size_t *size);

#endif
