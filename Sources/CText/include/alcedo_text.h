// Text as pixels, by Pango and Cairo, which libvips stands on. They are looked up when they are first used: a libvips
// without them still makes all other pictures. Nothing here is safe to call from two threads at a time.
#ifndef ALCEDO_TEXT_H
#define ALCEDO_TEXT_H

#include <stddef.h>
#include <stdint.h>

// Returns the name of a library that is not there, or NULL if text can be drawn.
const char *alcedo_text_missing(void);
// The versions of the libraries that decide which pixels a text becomes.
const char *alcedo_text_versions(void);

// ---- Fonts of the system -----------------------------------------------------------------------------------

// Returns the path of the font for a family, a weight (1...1000) and a slant, and the family that it belongs to, or NULL.
// The family may be another one if this one is not installed. Free both with `free`.
char *alcedo_font_path(const char *family, int weight, int italic, char **found);
// Returns the families that are installed, one a line, in no order. Free with `free`.
char *alcedo_font_families(void);
// Returns a family that is installed and has a character, or NULL. Free with `free`.
char *alcedo_font_with(uint32_t character);

// Returns what drawings are drawn with, one a line: files of settings behind "c ", and fonts behind "f ", in their order. Those of
// a home folder are left out, because a worker has none. NULL without fontconfig. Free with `free`.
char *alcedo_font_files(void);
// Makes fontconfig leave out home folders when libraries use it, as in a worker. The functions above still find their fonts.
void alcedo_fonts_leave_home(void);

// ---- Fonts to draw with ------------------------------------------------------------------------------------

typedef struct alcedo_fonts alcedo_fonts;

// Returns a file without a name that holds these bytes, or -1. It must stay open: libraries know fonts by the numbers of their
// files, and remember them for longer than the fonts are open.
int alcedo_font_file(const void *bytes, size_t size);
// Opens fonts by their files. Texts are drawn with these and no others. NULL if there is no room.
alcedo_fonts *alcedo_fonts_open(const int *files, int count);
void alcedo_fonts_close(alcedo_fonts *fonts);
// Returns the family of the font that was given at a place, or NULL if it is no font. It lives as long as the fonts.
const char *alcedo_fonts_family(alcedo_fonts *fonts, int place);

// ---- Layout ------------------------------------------------------------------------------------------------

typedef struct {
    const char *text;       // UTF-8 without NUL
    int markup;             // whether the text is Pango's markup
    const char *families;   // with commas, in order of preference
    const char *language;   // BCP 47, or NULL
    int weight;             // 1...1000
    int italic;
    double line_height;     // between baselines, as a multiple of the size; 0 for the font's own
    double letter_spacing;  // pixels between letters, as a multiple of the size
    int alignment;          // 0 for the start, 1 for the center, 2 for the end, 3 for the left, 4 for the right
    int justify;
    int width;              // pixels at which lines end
} alcedo_text;

typedef struct alcedo_layout alcedo_layout;

// Returns what is wrong with a text as markup, or NULL. Free with `free`.
char *alcedo_markup_fault(const char *text);

// Lays out a text. NULL with a reason, to be freed with `free`, if its markup is not valid.
alcedo_layout *alcedo_layout_open(alcedo_fonts *fonts, const alcedo_text *text, char **reason);
void alcedo_layout_close(alcedo_layout *layout);

typedef struct { int left, top, width, height; } alcedo_rectangle;

typedef struct {
    alcedo_rectangle box;   // of all lines
    alcedo_rectangle ink;   // of what is drawn
    int lines;
    int missing;            // characters that no font has
} alcedo_measures;

// Sets the size of the letters in pixels. Words are kept whole unless `breaks`.
alcedo_measures alcedo_layout_measure(alcedo_layout *layout, double size, int breaks);
// Returns the text without markup. It lives as long as the layout.
const char *alcedo_layout_text(const alcedo_layout *layout);
// Ends the text after a number of its bytes with another text. Pango's own ellipsis takes all the room that is left of its
// line, so the line is aligned nowhere, and it ends no line that is the last one of its paragraph. Returns 0 or -1.
int alcedo_layout_cut(alcedo_layout *layout, size_t bytes, const char *end);

typedef struct { uint8_t red, green, blue, alpha; } alcedo_ink;

// Draws the layout as it was measured last, `left` and `top` pixels from the corner of a picture of RGBA samples with
// straight alpha, which is cleared first. The outline lies around the letters, in pixels. Returns 0 or -1.
int alcedo_layout_draw(
    alcedo_layout *layout, int left, int top, int width, int height, alcedo_ink fill, double outline, alcedo_ink edge,
    uint8_t *pixels);

#endif
