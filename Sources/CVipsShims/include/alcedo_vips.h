// Calls into libvips with fixed signatures, for Swift.
//
// Nothing of libvips or GLib is visible here, so that no Swift file depends on their macros or versions. Every
// function that returns `int` returns 0 for success; what went wrong is then in `alcedo_vips_take_error`. Every
// picture that is handed out belongs to the caller, who gives it back with `alcedo_image_release`. Operations keep
// their inputs alive themselves.
#ifndef ALCEDO_VIPS_H
#define ALCEDO_VIPS_H

#include <stddef.h>
#include <stdint.h>

// ---- The library -------------------------------------------------------------------------------------------

// Starts libvips once per process; later calls return the result of the first. Safe from any thread.
int alcedo_vips_start(void);
// `major.minor.micro`, without starting the library.
const char *alcedo_vips_version(void);
// Whether an operation of this name (`jxlsave_buffer`) exists. Starts nothing; false before the start.
int alcedo_vips_has_operation(const char *name);
// Releases what libvips keeps for the calling thread. To be called when a job ends and before a thread does.
void alcedo_vips_thread_done(void);
// Copies the pending error text and clears it; free it with `alcedo_free`. NULL when out of memory.
// libvips has one text per process: with several jobs at once it may contain another's words.
char *alcedo_vips_take_error(void);
// Clears it, for whoever else may be waiting for it, too.
void alcedo_vips_forget_error(void);
// How often the calling thread has taken it.
unsigned alcedo_vips_errors_taken(void);
// The file that libvips was loaded from, or NULL. Starts nothing.
const char *alcedo_vips_library_path(void);
// The MD5 of some bytes, which Photoshop uses to notice changes; never 0 where GLib has none.
int alcedo_md5(const void *data, size_t size, uint8_t digest[16]);
// Frees memory that a function here handed out.
void alcedo_free(void *memory);

// For a process that does one picture at a time and nothing else: memory that was freed is kept for the next. Call it
// first, and `alcedo_give_back_memory` when much is kept.
void alcedo_keep_memory(void);

// Gives memory that was freed back to the system, as far as that can be done.
void alcedo_give_back_memory(void);

// ---- Warnings ----------------------------------------------------------------------------------------------

// Collects the warnings of one job.
typedef struct alcedo_log alcedo_log;
alcedo_log *alcedo_log_new(void);
void alcedo_log_free(alcedo_log *log);
// Makes `log` (or none) the one that warnings on this thread go to, and returns the one before it.
alcedo_log *alcedo_log_use(alcedo_log *log);
int alcedo_log_count(alcedo_log *log);
// The text of a warning; valid as long as the log.
const char *alcedo_log_text(alcedo_log *log, int index);

// ---- Pictures ----------------------------------------------------------------------------------------------

typedef struct alcedo_image alcedo_image;

typedef enum {
    ALCEDO_LOAD_JPEG, ALCEDO_LOAD_PNG, ALCEDO_LOAD_GIF, ALCEDO_LOAD_WEBP, ALCEDO_LOAD_HEIF, ALCEDO_LOAD_JXL,
    ALCEDO_LOAD_TIFF, ALCEDO_LOAD_SVG
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
    int pages;         // frames or pages that the file says it has; 1 if it says nothing
    int page_height;   // pixels down of one frame; `height` where there is only one
    int orientation;   // EXIF, 1...8; 1 if there is none
    int loop;          // repetitions of an animation, 0 for ever
    int delays;        // how many frame delays there are
    int has_profile;
    int is_float, is_u32;
    int is_labs;       // whether CIELAB is stored as libvips stores it in signed samples of 16 bits
    int bits;          // of a sample as the file has it, where the decoder says so; else those of `format`
} alcedo_image_info;

// Opens encoded bytes for reading from top to bottom, once.
// - `lent`: whether `data` stays where it is until everything that was made from the picture has been computed; of other
//   bytes a copy is kept.
// - `shrink`: 1, 2, 4 or 8 for JPEG. `scale`: for SVG. `frames`: -1 for all of a GIF, WebP or (libvips 8.16) JPEG XL, else 1.
// - `fail_truncated`: whether a file that ends too early is an error.
// Returns ALCEDO_TOO_LARGE for a size that libvips cannot even count.
#define ALCEDO_TOO_LARGE -2
int alcedo_image_load(
    const void *data, size_t size, int lent, alcedo_loader loader, int shrink, double scale, int frames, int fail_truncated,
    alcedo_image **out);
// Copies raw pixels, row by row, without padding. `bands` of 1...5; `sixteen` for 16-bit samples in native order.
int alcedo_image_from_memory(
    const void *data, size_t size, int width, int height, int bands, int sixteen, alcedo_space space,
    alcedo_image **out);
void alcedo_image_retain(alcedo_image *image);
void alcedo_image_release(alcedo_image *image);
void alcedo_image_describe(alcedo_image *image, alcedo_image_info *info);
// Milliseconds of one frame.
int alcedo_image_delay(alcedo_image *image, int frame);
// A metadata blob (`exif-data`, `xmp-data`, `iptc-data`, `icc-profile-data`); its bytes live as long as the image.
int alcedo_image_blob(alcedo_image *image, const char *name, const void **data, size_t *size);
// A copy without one metadata field.
int alcedo_image_forget(alcedo_image *image, const char *name, alcedo_image **out);
// Gives a picture that was just opened this profile in place of its own. The bytes are copied.
void alcedo_image_give_profile(alcedo_image *image, const void *data, size_t size);
// Computes every pixel into memory.
int alcedo_image_copy_memory(alcedo_image *image, alcedo_image **out);
// Computes every pixel into a new block; free it with `alcedo_free`.
int alcedo_image_pixels(alcedo_image *image, void **data, size_t *size);

// ---- Alpha -------------------------------------------------------------------------------------------------

// Remembers what passed through `alcedo_image_watch`.
typedef struct alcedo_watch alcedo_watch;
// Passes a picture through unchanged. Sends the warnings that arise while it is computed to `log`, takes samples of
// the first `frame_height` rows, and where the picture has alpha notes whether a pixel was less than opaque. The
// watch holds the result; free it after all pictures that were made from it.
alcedo_watch *alcedo_watch_new(alcedo_log *log);
void alcedo_watch_free(alcedo_watch *watch);
int alcedo_image_watch(alcedo_image *in, alcedo_watch *watch, int frame_height, alcedo_image **out);
// 1: a pixel is not opaque; 0: every pixel was seen and all are opaque; -1: not every pixel was seen.
int alcedo_watch_transparency(alcedo_watch *watch);
// Pixels from all over the picture, as they are: all of them where a side has no more than ALCEDO_SAMPLES, else one
// from each of as many equal stretches. Gives a picture with the colours and the profile of the watched one; -1 where
// not every sample was seen.
#define ALCEDO_SAMPLES 256
int alcedo_watch_samples(alcedo_watch *watch, alcedo_image **out);

// Straight to premultiplied alpha and back, for 8 and 16 bits, rounded to the nearest.
int alcedo_image_premultiply(alcedo_image *in, alcedo_image **out);
int alcedo_image_unpremultiply(alcedo_image *in, alcedo_image **out);
// The same as floats, which have room for what overshoots, and back to 8 bits, or to 16 where `wide`.
int alcedo_image_premultiply_to_float(alcedo_image *in, alcedo_image **out);
int alcedo_image_unpremultiply_from_float(alcedo_image *in, int wide, alcedo_image **out);
// Multiplies alpha by an 8-bit coverage of `width` × `frame_height`, repeated for each frame; adds an alpha band
// where there is none. 8-bit pictures only. `mask` is copied.
int alcedo_image_mask(alcedo_image *in, const uint8_t *mask, int frame_height, alcedo_image **out);
// Lays the picture over a colour given with the picture's colour bands and 8-bit alpha. 8-bit pictures only.
int alcedo_image_over_colour(alcedo_image *in, const uint8_t *colour, int alpha, alcedo_image **out);
// Some bands, from `first` on.
int alcedo_image_bands(alcedo_image *in, int first, int count, alcedo_image **out);
int alcedo_image_join_bands(alcedo_image *first, alcedo_image *second, alcedo_image **out);
// Adds a band that is opaque everywhere.
int alcedo_image_add_alpha(alcedo_image *in, alcedo_image **out);

// ---- Geometry ----------------------------------------------------------------------------------------------

// What becomes of one side of a picture.
typedef struct {
    double span;   // how many of its pixels, from the first, are the whole picture; need not be a whole number
    int target;    // how many pixels they become
    // Where it gets shorter: pixels that are added before it, pixels altogether then, and how many pixels of the
    // result come before the target. 0, its pixels and 0 where `span` is a whole number.
    int before, length, spare;
} alcedo_side;

// To exactly this size: Lanczos3 for sides that get shorter, bicubic for those that get longer.
// `gap` as in vips_resize: 2 for a picture that is read once, 0 from memory.
int alcedo_image_resize(
    alcedo_image *in, const alcedo_side *across, const alcedo_side *down, double gap, alcedo_image **out);
int alcedo_image_crop(alcedo_image *in, int left, int top, int width, int height, alcedo_image **out);
// Puts the picture on a larger canvas; `colour` has one value for each band.
int alcedo_image_embed(
    alcedo_image *in, int left, int top, int width, int height, const double *colour, int bands,
    alcedo_image **out);
// Applies an EXIF orientation, 1...8. The picture must be in memory.
int alcedo_image_orient(alcedo_image *in, int orientation, alcedo_image **out);
// Stacks pictures of equal size from top to bottom.
int alcedo_image_stack(alcedo_image *const *images, int count, alcedo_image **out);
// The top left corner of the best crop of this size; `entropy` instead of attention.
int alcedo_image_smart_crop(alcedo_image *in, int width, int height, int entropy, int *left, int *top);

// ---- Colour and filters ------------------------------------------------------------------------------------

// To 8-bit sRGB through the embedded profile, or through the built-in CMYK one if `cmyk`.
// The picture must have no alpha. The result carries no profile.
int alcedo_image_profile_to_srgb(alcedo_image *in, int cmyk, alcedo_image **out);
// From 8-bit sRGB of three bands, without alpha, to the profile that `like` carries, as it is measured (relative
// colorimetric): what the profile cannot say becomes the nearest that it can. The result has the bands of that profile
// and carries it.
int alcedo_image_srgb_to_profile(alcedo_image *in, alcedo_image *like, alcedo_image **out);
// To sRGB or grey by the formulas of the colour spaces, without profiles. The result carries none.
int alcedo_image_to_srgb(alcedo_image *in, int grey, alcedo_image **out);
// Samples of limited range (16...235 of 255) to full range, in `count` bands from `first` on. 8 or 16 bits.
int alcedo_image_expand_range(alcedo_image *in, int first, int count, alcedo_image **out);
// What the samples of a picture mean as light, and how it becomes sRGB.
#define ALCEDO_LIGHT_STEPS 65536
typedef struct {
    float least, most;         // the colour samples that are a signal of 0 and of 1
    float opaque;              // the alpha sample that is 1
    const float *decoded;      // light for each step of the signal: ALCEDO_LIGHT_STEPS
    float to_working[9];       // rows of the matrix from the picture's primaries to those that light is mapped in
    float luma[3];             // the part of each of those in luminance
    float system;              // the power of luminance that light is multiplied with; 0 for none
    float scale;               // what light is multiplied with to be 1 for reference white
    float peak;                // the brightest light, which becomes 1; up to 1 nothing is mapped
    float white;               // what reference white becomes; all below is made as much darker
    float middle_x, middle_y;  // the middle point of the quadratic Bézier curve from (1, white) to (peak, 1)
    float to_display[9];       // rows of the matrix to sRGB's primaries
    const uint8_t *encoded;    // sRGB's sample for each step of light from 0 to 1: ALCEDO_LIGHT_STEPS
} alcedo_light;
// To 8-bit sRGB or grey by `light`, whose tables are copied. Floats count as signals. The result carries no profile.
int alcedo_image_light_to_srgb(alcedo_image *in, const alcedo_light *light, alcedo_image **out);
// From floats of 0...1 or 32-bit samples to 16 bits. The first `colours` bands are colours, 1 for grey or 3.
int alcedo_image_to_u16(alcedo_image *in, int colours, alcedo_image **out);
// From numbers of a CIELAB picture of 8 or 16 bits to CIELAB: each times `scale` plus `offset`. Of `bands` a fourth is
// alpha of 0...255. `is_signed` where the second and the third are; packed pixels of libvips count as bytes.
int alcedo_image_to_lab(
    alcedo_image *in, int bands, int is_signed, const float *scale, const float *offset, alcedo_image **out);
// To 8 bits; 16-bit samples lose their low byte.
int alcedo_image_to_u8(alcedo_image *in, alcedo_image **out);
// Calls 8-bit samples sRGB or grey by their number, where they are called 16-bit.
int alcedo_image_name_display(alcedo_image *in, alcedo_image **out);
// Gaussian blur of 8- or 16-bit samples, cut off at 3 sigma, the edge repeated outwards. `sigma` is above 0.
// Computes at once.
int alcedo_image_blur(alcedo_image *in, double sigma, alcedo_image **out);
// Multiplies each pixel's red, green, blue and 1 with a matrix of 3 rows, then looks each result up in a table of
// 256 for each channel. 8-bit RGB, with or without alpha, which stays.
int alcedo_image_recolour(alcedo_image *in, const float *matrix, const uint8_t *table, alcedo_image **out);
// Adds `amount` times what the picture's lightness has more than that of its blurred self, where that is more than
// `threshold` of 255. Both have 8 bits and the same size and bands.
int alcedo_image_sharpen(
    alcedo_image *in, alcedo_image *blurred, double amount, double threshold, alcedo_image **out);

// From MULTIPLY on colours are mixed; before it only coverage decides. In the order of libvips.
typedef enum {
    ALCEDO_BLEND_CLEAR, ALCEDO_BLEND_SOURCE, ALCEDO_BLEND_OVER, ALCEDO_BLEND_IN, ALCEDO_BLEND_OUT,
    ALCEDO_BLEND_ATOP, ALCEDO_BLEND_DEST, ALCEDO_BLEND_DEST_OVER, ALCEDO_BLEND_DEST_IN, ALCEDO_BLEND_DEST_OUT,
    ALCEDO_BLEND_DEST_ATOP, ALCEDO_BLEND_XOR, ALCEDO_BLEND_ADD, ALCEDO_BLEND_SATURATE, ALCEDO_BLEND_MULTIPLY,
    ALCEDO_BLEND_SCREEN, ALCEDO_BLEND_OVERLAY, ALCEDO_BLEND_DARKEN, ALCEDO_BLEND_LIGHTEN,
    ALCEDO_BLEND_COLOUR_DODGE, ALCEDO_BLEND_COLOUR_BURN, ALCEDO_BLEND_HARD_LIGHT, ALCEDO_BLEND_SOFT_LIGHT,
    ALCEDO_BLEND_DIFFERENCE, ALCEDO_BLEND_EXCLUSION
} alcedo_blend_mode;
// Blends `front` into each frame of `back` with its top left corner at a point, repeated in all directions if
// `tiles`. Where there is no front it counts as transparent. Both are 8-bit RGB with alpha. `opacity` is 0...1.
int alcedo_image_blend(
    alcedo_image *back, alcedo_image *front, int left, int top, int tiles, int frame_height,
    alcedo_blend_mode mode, double opacity, alcedo_image **out);
// Turns around the middle by any angle in degrees, clockwise, bicubic, on a canvas of this size; what is uncovered
// is 0. Alpha is premultiplied already.
int alcedo_image_turn(alcedo_image *in, double degrees, int width, int height, alcedo_image **out);

// How often a sample equals the one to its left, 0...1: near 0 for photographs, near 1 for drawings. In memory only.
double alcedo_image_flatness(alcedo_image *in);

// ---- Saving ------------------------------------------------------------------------------------------------

typedef enum {
    ALCEDO_SAVE_JPEG, ALCEDO_SAVE_PNG, ALCEDO_SAVE_WEBP, ALCEDO_SAVE_AVIF, ALCEDO_SAVE_JXL, ALCEDO_SAVE_GIF
} alcedo_saver;

typedef struct {
    alcedo_saver saver;
    int quality;           // 1...100
    int lossless;
    int effort;            // the saver's own scale; -1 for its default
    int interlace;         // JPEG: several scans, the coarse ones first
    int full_chroma;       // JPEG, AVIF: colours in full resolution
    int near_lossless;     // WebP
    int palette_bits;      // PNG, GIF: 1, 2, 4 or 8 for a palette; 0 for none (GIF: 8)
    double dither;         // with a palette, 0...1
    int filter_rows;       // PNG: 1 to choose a filter for each row, 0 for none
    int page_height;       // pixels down of a frame; 0 for a still picture
    const int *delays;     // milliseconds for each frame, or NULL
    int delay_count;
    int loop;
    const void *profile;   // what to embed, or NULL
    size_t profile_size;
} alcedo_save_options;

// Encodes. Nothing that the picture carries is written, only what `options` name. Free `data` with `alcedo_free`.
int alcedo_image_save(alcedo_image *in, const alcedo_save_options *options, void **data, size_t *size);

#endif
