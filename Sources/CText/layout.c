// The layout of one text, and its pixels.
#include "fonts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct alcedo_layout {
    void *context, *description, *layout;
    // Those of the markup; NULL for none.
    void *attributes;
    // The text without markup.
    char *plain;
    double line_height, letter_spacing;
};

static void *font_options(const struct functions *f)
{
    void *options = f->cairo_font_options_create();
    // As designed, at any size and on any machine: what fits a screen's pixels differs from one to the next.
    f->cairo_font_options_set_antialias(options, CAIRO_GRAY);
    f->cairo_font_options_set_hint_style(options, CAIRO_HINT_NONE);
    f->cairo_font_options_set_hint_metrics(options, CAIRO_METRICS_OFF);
    return options;
}

// Sets `plain`, to be freed by GLib, or returns the reason if the markup is not valid.
static char *parse(const struct functions *f, const char *markup, void **attributes, char **plain)
{
    glib_error *error = NULL;
    if (f->pango_parse_markup(markup, -1, 0, attributes, plain, NULL, &error)) return NULL;
    char *reason = strdup(error != NULL && error->message != NULL ? error->message : "");
    if (error != NULL) f->g_error_free(error);
    return reason;
}

char *alcedo_markup_fault(const char *text)
{
    const struct functions *f = alcedo_text_functions();
    void *attributes = NULL;
    char *plain = NULL;
    if (f == NULL) return NULL;
    char *reason = parse(f, text, &attributes, &plain);
    if (attributes != NULL) f->pango_attr_list_unref(attributes);
    f->g_free(plain);
    return reason;
}

// Sets the text; returns the reason if its markup is not valid.
static char *set_text(const struct functions *f, alcedo_layout *layout, const alcedo_text *text)
{
    if (text->markup) {
        char *plain = NULL, *reason = parse(f, text->text, &layout->attributes, &plain);
        if (reason != NULL) return reason;
        layout->plain = strdup(plain);
        f->g_free(plain);
    } else {
        layout->plain = strdup(text->text);
    }
    if (layout->plain == NULL) return strdup("there is no memory");
    f->pango_layout_set_text(layout->layout, layout->plain, -1);
    return NULL;
}

// Returns the alignment as Pango has it, whose left is the side where a text begins.
static int alignment(const struct functions *f, const alcedo_text *text)
{
    if (text->alignment <= 2) return text->alignment;
    int is_left = text->alignment == 3, begins_right = f->pango_find_base_dir(text->text, -1) == PANGO_RIGHT_TO_LEFT;
    return is_left == begins_right ? 2 : 0;
}

alcedo_layout *alcedo_layout_open(alcedo_fonts *fonts, const alcedo_text *text, char **reason)
{
    const struct functions *f = alcedo_text_functions();
    *reason = NULL;
    if (f == NULL) return NULL;
    alcedo_layout *layout = calloc(1, sizeof *layout);
    if (layout == NULL) return NULL;
    layout->line_height = text->line_height;
    layout->letter_spacing = text->letter_spacing;
    layout->context = f->pango_font_map_create_context(fonts->map);
    void *options = font_options(f);
    f->pango_cairo_context_set_font_options(layout->context, options);
    f->cairo_font_options_destroy(options);
    f->pango_context_set_round_glyph_positions(layout->context, 0);
    // Otherwise it would be that of the user's environment.
    f->pango_context_set_language(
        layout->context, f->pango_language_from_string(text->language != NULL ? text->language : "und"));
    layout->description = f->pango_font_description_new();
    f->pango_font_description_set_family(layout->description, text->families);
    f->pango_font_description_set_weight(layout->description, text->weight);
    f->pango_font_description_set_style(
        layout->description, text->italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    layout->layout = f->pango_layout_new(layout->context);
    f->pango_layout_set_width(layout->layout, text->width * PANGO_UNITS);
    f->pango_layout_set_alignment(layout->layout, alignment(f, text));
    f->pango_layout_set_justify(layout->layout, text->justify);
    *reason = set_text(f, layout, text);
    if (*reason == NULL) return layout;
    alcedo_layout_close(layout);
    return NULL;
}

void alcedo_layout_close(alcedo_layout *layout)
{
    const struct functions *f = alcedo_text_functions();
    if (f == NULL || layout == NULL) return;
    if (layout->attributes != NULL) f->pango_attr_list_unref(layout->attributes);
    f->g_object_unref(layout->layout);
    f->pango_font_description_free(layout->description);
    f->g_object_unref(layout->context);
    free(layout->plain);
    free(layout);
}

const char *alcedo_layout_text(const alcedo_layout *layout) { return layout->plain; }

int alcedo_layout_cut(alcedo_layout *layout, size_t bytes, const char *end)
{
    const struct functions *f = alcedo_text_functions();
    char *text = malloc(bytes + strlen(end) + 1);
    if (f == NULL || text == NULL || bytes > strlen(layout->plain)) {
        free(text);
        return -1;
    }
    memcpy(text, layout->plain, bytes);
    strcpy(text + bytes, end);
    f->pango_layout_set_text(layout->layout, text, -1);
    free(text);
    return 0;
}

// Smallest rectangle of whole pixels around one in Pango's units.
static alcedo_rectangle around(pango_rectangle in)
{
    int left = (int) floor((double) in.x / PANGO_UNITS), top = (int) floor((double) in.y / PANGO_UNITS);
    int right = (int) ceil((double) (in.x + in.width) / PANGO_UNITS);
    int bottom = (int) ceil((double) (in.y + in.height) / PANGO_UNITS);
    return (alcedo_rectangle) {left, top, right - left, bottom - top};
}

alcedo_measures alcedo_layout_measure(alcedo_layout *layout, double size, int breaks)
{
    const struct functions *f = alcedo_text_functions();
    alcedo_measures result = {0};
    if (f == NULL) return result;
    f->pango_font_description_set_absolute_size(layout->description, size * PANGO_UNITS);
    f->pango_layout_set_font_description(layout->layout, layout->description);
    void *attributes =
        layout->attributes != NULL ? f->pango_attr_list_copy(layout->attributes) : f->pango_attr_list_new();
    // Before those of the markup, which count for more.
    if (layout->letter_spacing != 0)
        f->pango_attr_list_insert_before(
            attributes, f->pango_attr_letter_spacing_new((int) lround(layout->letter_spacing * size * PANGO_UNITS)));
    f->pango_layout_set_attributes(layout->layout, attributes);
    f->pango_attr_list_unref(attributes);
    if (layout->line_height > 0) {
        // Pango's factor is of the font's own distance.
        void *metrics = f->pango_context_get_metrics(layout->context, layout->description, NULL);
        int natural = f->pango_font_metrics_get_height(metrics);
        f->pango_font_metrics_unref(metrics);
        if (natural > 0)
            f->pango_layout_set_line_spacing(
                layout->layout, (float) (layout->line_height * size * PANGO_UNITS / natural));
    }
    f->pango_layout_set_wrap(layout->layout, breaks ? PANGO_WRAP_WORDS_OR_LETTERS : PANGO_WRAP_WORDS);
    pango_rectangle ink, box;
    f->pango_layout_get_extents(layout->layout, &ink, &box);
    result.box = around(box);
    result.ink = around(ink);
    result.lines = f->pango_layout_get_line_count(layout->layout);
    result.missing = f->pango_layout_get_unknown_glyphs_count(layout->layout);
    return result;
}

static void set_source(const struct functions *f, void *cairo, alcedo_ink ink)
{
    f->cairo_set_source_rgba(cairo, ink.red / 255.0, ink.green / 255.0, ink.blue / 255.0, ink.alpha / 255.0);
}

static void draw(
    const struct functions *f, void *cairo, alcedo_layout *layout, int left, int top, alcedo_ink fill, double outline,
    alcedo_ink edge)
{
    f->pango_cairo_update_layout(cairo, layout->layout);
    if (outline > 0) {
        f->cairo_move_to(cairo, left, top);
        f->pango_cairo_layout_path(cairo, layout->layout);
        // Half of a line lies within the letters.
        f->cairo_set_line_width(cairo, outline * 2);
        f->cairo_set_line_join(cairo, CAIRO_ROUND);
        set_source(f, cairo, edge);
        f->cairo_stroke(cairo);
        // The outline does not show through translucent letters.
        f->cairo_set_operator(cairo, CAIRO_DEST_OUT);
        set_source(f, cairo, (alcedo_ink) {0, 0, 0, 255});
        f->cairo_move_to(cairo, left, top);
        f->pango_cairo_show_layout(cairo, layout->layout);
        f->cairo_set_operator(cairo, CAIRO_ADD);
    }
    f->cairo_new_path(cairo);
    f->cairo_move_to(cairo, left, top);
    set_source(f, cairo, fill);
    f->pango_cairo_show_layout(cairo, layout->layout);
}

int alcedo_layout_draw(
    alcedo_layout *layout, int left, int top, int width, int height, alcedo_ink fill, double outline, alcedo_ink edge,
    uint8_t *pixels)
{
    const struct functions *f = alcedo_text_functions();
    if (f == NULL) return -1;
    void *surface = f->cairo_image_surface_create(CAIRO_ARGB32, width, height);
    void *cairo = f->cairo_create(surface);
    draw(f, cairo, layout, left, top, fill, outline, edge);
    int failed = f->cairo_status(cairo) != 0;
    f->cairo_destroy(cairo);
    f->cairo_surface_flush(surface);
    failed = failed || f->cairo_surface_status(surface) != 0;
    const unsigned char *data = f->cairo_image_surface_get_data(surface);
    int stride = failed ? 0 : f->cairo_image_surface_get_stride(surface);
    for (int y = 0; !failed && y < height; y++) {
        for (int x = 0; x < width; x++) {
            uint32_t pixel;
            memcpy(&pixel, data + (size_t) y * (size_t) stride + (size_t) x * 4, 4);
            uint32_t alpha = pixel >> 24;
            uint8_t *out = pixels + ((size_t) y * (size_t) width + (size_t) x) * 4;
            for (int band = 0; band < 3; band++) {
                uint32_t sample = pixel >> (16 - 8 * band) & 255;
                uint32_t straight = alpha == 0 ? 0 : (sample * 255 + alpha / 2) / alpha;
                out[band] = (uint8_t) (straight > 255 ? 255 : straight);
            }
            out[3] = (uint8_t) alpha;
        }
    }
    f->cairo_surface_destroy(surface);
    return failed ? -1 : 0;
}
