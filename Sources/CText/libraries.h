// What is used of Pango, Cairo and fontconfig, as their own headers have it: the interfaces are stable, and the headers are
// not needed to build.
#ifndef LIBRARIES_H
#define LIBRARIES_H

typedef struct { int x, y, width, height; } pango_rectangle;
typedef struct { int count, room; void **fonts; } fc_fonts;

enum { PANGO_UNITS = 1024 };
enum { PANGO_RIGHT_TO_LEFT = 1 };
enum { PANGO_STYLE_NORMAL = 0, PANGO_STYLE_ITALIC = 2 };
enum { PANGO_WRAP_WORDS = 0, PANGO_WRAP_WORDS_OR_LETTERS = 2 };
enum { CAIRO_FT = 1, CAIRO_ARGB32 = 0, CAIRO_GRAY = 2, CAIRO_HINT_NONE = 1, CAIRO_METRICS_OFF = 1, CAIRO_ROUND = 1 };
enum { CAIRO_DEST_OUT = 9, CAIRO_ADD = 12 };
enum { FC_WEIGHTS = 2, FC_MATCH_PATTERN = 0, FC_MATCHED = 0, FC_OF_SYSTEM = 0, FC_OF_PROGRAM = 1 };

// Each function: the library that has it, what it returns, its name, its parameters.
#define FUNCTIONS(F)                                                                                                     \
    F(FONTCONFIG, int, FcGetVersion, (void))                                                                             \
    F(FONTCONFIG, int, FcConfigEnableHome, (int))                                                                        \
    F(FONTCONFIG, void *, FcInitLoadConfigAndFonts, (void))                                                              \
    F(FONTCONFIG, void *, FcConfigGetConfigFiles, (void *))                                                              \
    F(FONTCONFIG, char *, FcStrListNext, (void *))                                                                       \
    F(FONTCONFIG, void, FcStrListDone, (void *))                                                                         \
    F(FONTCONFIG, void *, FcConfigCreate, (void))                                                                        \
    F(FONTCONFIG, void, FcConfigDestroy, (void *))                                                                       \
    F(FONTCONFIG, int, FcConfigAppFontAddFile, (void *, const char *))                                                   \
    F(FONTCONFIG, fc_fonts *, FcConfigGetFonts, (void *, int))                                                           \
    F(FONTCONFIG, int, FcConfigSubstitute, (void *, void *, int))                                                        \
    F(FONTCONFIG, void, FcDefaultSubstitute, (void *))                                                                   \
    F(FONTCONFIG, void *, FcFontMatch, (void *, void *, int *))                                                          \
    F(FONTCONFIG, fc_fonts *, FcFontList, (void *, void *, void *))                                                      \
    F(FONTCONFIG, void, FcFontSetDestroy, (fc_fonts *))                                                                  \
    F(FONTCONFIG, void *, FcObjectSetCreate, (void))                                                                     \
    F(FONTCONFIG, int, FcObjectSetAdd, (void *, const char *))                                                           \
    F(FONTCONFIG, void, FcObjectSetDestroy, (void *))                                                                    \
    F(FONTCONFIG, void *, FcPatternCreate, (void))                                                                       \
    F(FONTCONFIG, void, FcPatternDestroy, (void *))                                                                      \
    F(FONTCONFIG, int, FcPatternAddString, (void *, const char *, const char *))                                         \
    F(FONTCONFIG, int, FcPatternAddInteger, (void *, const char *, int))                                                 \
    F(FONTCONFIG, int, FcPatternAddCharSet, (void *, const char *, void *))                                              \
    F(FONTCONFIG, int, FcPatternGetString, (void *, const char *, int, char **))                                         \
    F(FONTCONFIG, void *, FcCharSetCreate, (void))                                                                       \
    F(FONTCONFIG, int, FcCharSetAddChar, (void *, unsigned))                                                             \
    F(FONTCONFIG, void, FcCharSetDestroy, (void *))                                                                      \
    F(FONTCONFIG, int, FcWeightFromOpenType, (int))                                                                      \
    F(CAIRO, const char *, cairo_version_string, (void))                                                                 \
    F(CAIRO, void *, cairo_font_options_create, (void))                                                                  \
    F(CAIRO, void, cairo_font_options_destroy, (void *))                                                                 \
    F(CAIRO, void, cairo_font_options_set_antialias, (void *, int))                                                      \
    F(CAIRO, void, cairo_font_options_set_hint_style, (void *, int))                                                     \
    F(CAIRO, void, cairo_font_options_set_hint_metrics, (void *, int))                                                   \
    F(CAIRO, void *, cairo_image_surface_create, (int, int, int))                                                        \
    F(CAIRO, unsigned char *, cairo_image_surface_get_data, (void *))                                                    \
    F(CAIRO, int, cairo_image_surface_get_stride, (void *))                                                              \
    F(CAIRO, void, cairo_surface_flush, (void *))                                                                        \
    F(CAIRO, int, cairo_surface_status, (void *))                                                                        \
    F(CAIRO, void, cairo_surface_destroy, (void *))                                                                      \
    F(CAIRO, void *, cairo_create, (void *))                                                                             \
    F(CAIRO, int, cairo_status, (void *))                                                                                \
    F(CAIRO, void, cairo_destroy, (void *))                                                                              \
    F(CAIRO, void, cairo_move_to, (void *, double, double))                                                              \
    F(CAIRO, void, cairo_new_path, (void *))                                                                             \
    F(CAIRO, void, cairo_stroke, (void *))                                                                               \
    F(CAIRO, void, cairo_set_line_width, (void *, double))                                                               \
    F(CAIRO, void, cairo_set_line_join, (void *, int))                                                                   \
    F(CAIRO, void, cairo_set_operator, (void *, int))                                                                    \
    F(CAIRO, void, cairo_set_source_rgba, (void *, double, double, double, double))                                      \
    F(PANGO, const char *, pango_version_string, (void))                                                                 \
    F(PANGO, void *, pango_font_map_create_context, (void *))                                                            \
    F(PANGO, void, pango_context_set_language, (void *, void *))                                                         \
    F(PANGO, void, pango_context_set_round_glyph_positions, (void *, int))                                               \
    F(PANGO, void *, pango_context_get_metrics, (void *, void *, void *))                                                \
    F(PANGO, int, pango_font_metrics_get_height, (void *))                                                               \
    F(PANGO, void, pango_font_metrics_unref, (void *))                                                                   \
    F(PANGO, void *, pango_language_from_string, (const char *))                                                         \
    F(PANGO, void *, pango_font_description_new, (void))                                                                 \
    F(PANGO, void, pango_font_description_free, (void *))                                                                \
    F(PANGO, void, pango_font_description_set_family, (void *, const char *))                                            \
    F(PANGO, void, pango_font_description_set_weight, (void *, int))                                                     \
    F(PANGO, void, pango_font_description_set_style, (void *, int))                                                      \
    F(PANGO, void, pango_font_description_set_absolute_size, (void *, double))                                           \
    F(PANGO, int, pango_find_base_dir, (const char *, int))                                                              \
    F(PANGO, void *, pango_layout_new, (void *))                                                                         \
    F(PANGO, void, pango_layout_set_text, (void *, const char *, int))                                                   \
    F(PANGO, int, pango_parse_markup, (const char *, int, unsigned, void **, char **, unsigned *, glib_error **))        \
    F(PANGO, void, pango_layout_set_attributes, (void *, void *))                                                        \
    F(PANGO, void *, pango_attr_list_new, (void))                                                                        \
    F(PANGO, void, pango_attr_list_unref, (void *))                                                                      \
    F(PANGO, void *, pango_attr_list_copy, (void *))                                                                     \
    F(PANGO, void, pango_attr_list_insert_before, (void *, void *))                                                      \
    F(PANGO, void *, pango_attr_letter_spacing_new, (int))                                                               \
    F(PANGO, void, pango_layout_set_font_description, (void *, void *))                                                  \
    F(PANGO, void, pango_layout_set_width, (void *, int))                                                                \
    F(PANGO, void, pango_layout_set_wrap, (void *, int))                                                                 \
    F(PANGO, void, pango_layout_set_alignment, (void *, int))                                                            \
    F(PANGO, void, pango_layout_set_justify, (void *, int))                                                              \
    F(PANGO, void, pango_layout_set_line_spacing, (void *, float))                                                       \
    F(PANGO, void, pango_layout_get_extents, (void *, pango_rectangle *, pango_rectangle *))                             \
    F(PANGO, int, pango_layout_get_line_count, (void *))                                                                 \
    F(PANGO, int, pango_layout_get_unknown_glyphs_count, (void *))                                                       \
    F(PANGOFT2, void, pango_fc_font_map_set_config, (void *, void *))                                                    \
    F(PANGOCAIRO, void *, pango_cairo_font_map_new_for_font_type, (int))                                                 \
    F(PANGOCAIRO, void, pango_cairo_context_set_font_options, (void *, const void *))                                    \
    F(PANGOCAIRO, void, pango_cairo_update_layout, (void *, void *))                                                     \
    F(PANGOCAIRO, void, pango_cairo_show_layout, (void *, void *))                                                       \
    F(PANGOCAIRO, void, pango_cairo_layout_path, (void *, void *))                                                       \
    F(HARFBUZZ, const char *, hb_version_string, (void))                                                                 \
    F(FREETYPE, int, FT_Init_FreeType, (void **))                                                                        \
    F(FREETYPE, void, FT_Library_Version, (void *, int *, int *, int *))                                                 \
    F(FREETYPE, int, FT_Done_FreeType, (void *))                                                                         \
    F(GOBJECT, void, g_object_unref, (void *))                                                                           \
    F(GLIB, void, g_free, (void *))                                                                                      \
    F(GLIB, void, g_error_free, (glib_error *))

typedef struct { unsigned domain; int code; char *message; } glib_error;

enum library { FONTCONFIG, CAIRO, PANGO, PANGOFT2, PANGOCAIRO, HARFBUZZ, FREETYPE, GOBJECT, GLIB, LIBRARIES };

struct functions {
#define F(library, result, name, parameters) result(*name) parameters;
    FUNCTIONS(F)
#undef F
};

// Returns the functions, or NULL if a library is missing.
const struct functions *alcedo_text_functions(void);

#endif
