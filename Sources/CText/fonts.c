// Fonts: those of the system, to find a file, and those that a text is drawn with, which are given by their bytes.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fonts.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

// ---- Of the system

static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

// Whether home folders count is a setting of the process, so they count only here.
static void *load(const struct functions *f, int with_home)
{
    pthread_mutex_lock(&loading);
    f->FcConfigEnableHome(with_home);
    void *config = f->FcInitLoadConfigAndFonts();
    f->FcConfigEnableHome(0);
    pthread_mutex_unlock(&loading);
    return config;
}

static void *installed;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load_installed(void) { installed = load(alcedo_text_functions(), 1); }

// Returns the fonts that a text may name, also those in a home folder.
static void *all(void)
{
    pthread_once(&once, load_installed);
    return installed;
}

void alcedo_fonts_leave_home(void)
{
    const struct functions *f = alcedo_text_functions();
    if (f == NULL) return;
    pthread_mutex_lock(&loading);
    f->FcConfigEnableHome(0);
    pthread_mutex_unlock(&loading);
}

char *alcedo_font_files(void)
{
    const struct functions *f = alcedo_text_functions();
    if (f == NULL) return NULL;
    void *config = load(f, 0);
    if (config == NULL) return NULL;
    size_t size = 0;
    char *list = NULL, *file, *last = NULL;
    FILE *out = open_memstream(&list, &size);
    void *settings = f->FcConfigGetConfigFiles(config);
    while (out != NULL && settings != NULL && (file = f->FcStrListNext(settings)) != NULL) fprintf(out, "c %s\n", file);
    if (settings != NULL) f->FcStrListDone(settings);
    fc_fonts *fonts = f->FcConfigGetFonts(config, FC_OF_SYSTEM);
    for (int font = 0; out != NULL && fonts != NULL && font < fonts->count; font++) {
        // A file may have several fonts, one behind the other.
        if (f->FcPatternGetString(fonts->fonts[font], "file", 0, &file) != FC_MATCHED) continue;
        if (last == NULL || strcmp(last, file) != 0) fprintf(out, "f %s\n", file);
        last = file;
    }
    if (out != NULL) fclose(out);
    f->FcConfigDestroy(config);
    return list;
}

char *alcedo_font_path(const char *family, int weight, int italic, char **found)
{
    const struct functions *f = alcedo_text_functions();
    char *path = NULL, *file, *name;
    int result;
    *found = NULL;
    if (f == NULL) return NULL;
    void *pattern = f->FcPatternCreate();
    if (pattern == NULL) return NULL;
    f->FcPatternAddString(pattern, "family", family);
    f->FcPatternAddInteger(pattern, "weight", f->FcWeightFromOpenType(weight));
    f->FcPatternAddInteger(pattern, "slant", italic ? 100 : 0);
    // Otherwise that of the machine.
    f->FcPatternAddString(pattern, "lang", "en");
    f->FcConfigSubstitute(all(), pattern, FC_MATCH_PATTERN);
    f->FcDefaultSubstitute(pattern);
    void *match = f->FcFontMatch(all(), pattern, &result);
    f->FcPatternDestroy(pattern);
    if (match == NULL) return NULL;
    // A font may have names in several languages.
    for (int place = 0; f->FcPatternGetString(match, "family", place, &name) == FC_MATCHED; place++) {
        int is_same = strcasecmp(name, family) == 0;
        if (*found != NULL && !is_same) continue;
        free(*found);
        *found = strdup(name);
        if (is_same) break;
    }
    if (*found != NULL && f->FcPatternGetString(match, "file", 0, &file) == FC_MATCHED) path = strdup(file);
    f->FcPatternDestroy(match);
    return path;
}

// Returns the families of the installed fonts that match, one a line; only the first if `one`.
static char *families(const struct functions *f, void *pattern, int one)
{
    size_t size = 0;
    char *list = NULL;
    FILE *out = open_memstream(&list, &size);
    void *wanted = f->FcObjectSetCreate();
    f->FcObjectSetAdd(wanted, "family");
    fc_fonts *fonts = f->FcFontList(all(), pattern, wanted);
    f->FcObjectSetDestroy(wanted);
    for (int font = 0; out != NULL && fonts != NULL && font < fonts->count; font++) {
        char *name;
        int found = 0;
        for (int place = 0; f->FcPatternGetString(fonts->fonts[font], "family", place, &name) == FC_MATCHED; place++) {
            if (!one || !found) fprintf(out, one ? "%s" : "%s\n", name);
            found = 1;
        }
        if (one && found) break;
    }
    if (fonts != NULL) f->FcFontSetDestroy(fonts);
    if (out != NULL) fclose(out);
    return list;
}

char *alcedo_font_families(void)
{
    const struct functions *f = alcedo_text_functions();
    if (f == NULL) return NULL;
    void *pattern = f->FcPatternCreate();
    char *list = families(f, pattern, 0);
    f->FcPatternDestroy(pattern);
    return list;
}

char *alcedo_font_with(uint32_t character)
{
    const struct functions *f = alcedo_text_functions();
    if (f == NULL) return NULL;
    void *pattern = f->FcPatternCreate(), *characters = f->FcCharSetCreate();
    f->FcCharSetAddChar(characters, character);
    f->FcPatternAddCharSet(pattern, "charset", characters);
    char *list = families(f, pattern, 1);
    f->FcCharSetDestroy(characters);
    f->FcPatternDestroy(pattern);
    if (list != NULL && *list == 0) {
        free(list);
        list = NULL;
    }
    return list;
}

// ---- To draw with

// fontconfig and FreeType only take names of files, and a worker may create none.
int alcedo_font_file(const void *bytes, size_t size)
{
#ifdef __linux__
    int file = memfd_create("font", MFD_CLOEXEC);
#else
    char name[] = "/tmp/alcedo-font-XXXXXX";
    int file = mkstemp(name);
    if (file >= 0) unlink(name);
#endif
    if (file < 0) return -1;
    for (size_t done = 0; done < size;) {
        ssize_t count = write(file, (const char *) bytes + done, size - done);
        if (count <= 0) {
            close(file);
            return -1;
        }
        done += (size_t) count;
    }
    return file;
}

alcedo_fonts *alcedo_fonts_open(const int *files, int count)
{
    const struct functions *f = alcedo_text_functions();
    if (f == NULL) return NULL;
    alcedo_fonts *fonts = calloc(1, sizeof *fonts);
    if (fonts == NULL) return NULL;
    fonts->count = count;
    fonts->families = calloc((size_t) count, sizeof *fonts->families);
    fonts->config = f->FcConfigCreate();
    fonts->map = f->pango_cairo_font_map_new_for_font_type(CAIRO_FT);
    if (fonts->families == NULL || fonts->config == NULL || fonts->map == NULL) {
        alcedo_fonts_close(fonts);
        return NULL;
    }
    for (int place = 0; place < count; place++) {
        char name[32], *family;
        fc_fonts *known = f->FcConfigGetFonts(fonts->config, FC_OF_PROGRAM);
        int before = known != NULL ? known->count : 0;
        snprintf(name, sizeof name, "/dev/fd/%d", files[place]);
        if (!f->FcConfigAppFontAddFile(fonts->config, name)) continue;
        known = f->FcConfigGetFonts(fonts->config, FC_OF_PROGRAM);
        if (known == NULL || known->count <= before) continue;
        if (f->FcPatternGetString(known->fonts[before], "family", 0, &family) == FC_MATCHED)
            fonts->families[place] = strdup(family);
    }
    f->pango_fc_font_map_set_config(fonts->map, fonts->config);
    return fonts;
}

void alcedo_fonts_close(alcedo_fonts *fonts)
{
    const struct functions *f = alcedo_text_functions();
    if (f == NULL || fonts == NULL) return;
    if (fonts->map != NULL) f->g_object_unref(fonts->map);
    if (fonts->config != NULL) f->FcConfigDestroy(fonts->config);
    for (int place = 0; place < fonts->count; place++) {
        if (fonts->families != NULL) free(fonts->families[place]);
    }
    free(fonts->families);
    free(fonts);
}

const char *alcedo_fonts_family(alcedo_fonts *fonts, int place)
{
    return place >= 0 && place < fonts->count ? fonts->families[place] : NULL;
}
