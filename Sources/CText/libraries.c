// Looks up Pango, Cairo and fontconfig. libvips has loaded them already, so this finds no other version of them.
#include "libraries.h"
#include "alcedo_text.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#ifdef __APPLE__
#define NAME(base, version) "lib" base "." version ".dylib"
#else
#define NAME(base, version) "lib" base ".so." version
#endif

static const char *const names[LIBRARIES] = {
    [FONTCONFIG] = NAME("fontconfig", "1"), [CAIRO] = NAME("cairo", "2"), [PANGO] = NAME("pango-1.0", "0"),
    [PANGOFT2] = NAME("pangoft2-1.0", "0"), [PANGOCAIRO] = NAME("pangocairo-1.0", "0"),
    [HARFBUZZ] = NAME("harfbuzz", "0"), [FREETYPE] = NAME("freetype", "6"), [GOBJECT] = NAME("gobject-2.0", "0"),
    [GLIB] = NAME("glib-2.0", "0"),
};

static struct functions functions;
static const char *missing;
static char versions[160];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void look_up(void)
{
    void *libraries[LIBRARIES];
    for (int library = 0; library < LIBRARIES; library++) {
        libraries[library] = dlopen(names[library], RTLD_LAZY | RTLD_GLOBAL);
        if (libraries[library] == NULL && missing == NULL) missing = names[library];
    }
    if (missing != NULL) return;
#define F(library, result, name, parameters)                                                                             \
    *(void **) &functions.name = dlsym(libraries[library], #name);                                                       \
    if (functions.name == NULL && missing == NULL) missing = #name;
    FUNCTIONS(F)
#undef F
    if (missing != NULL) return;
    void *freetype = NULL;
    int major = 0, minor = 0, patch = 0;
    if (functions.FT_Init_FreeType(&freetype) == 0) {
        functions.FT_Library_Version(freetype, &major, &minor, &patch);
        functions.FT_Done_FreeType(freetype);
    }
    snprintf(
        versions, sizeof versions, "Pango %s, Cairo %s, HarfBuzz %s, FreeType %d.%d.%d, fontconfig %d",
        functions.pango_version_string(), functions.cairo_version_string(), functions.hb_version_string(), major, minor,
        patch, functions.FcGetVersion());
}

const struct functions *alcedo_text_functions(void)
{
    pthread_once(&once, look_up);
    return missing == NULL ? &functions : NULL;
}

const char *alcedo_text_missing(void)
{
    pthread_once(&once, look_up);
    return missing;
}

const char *alcedo_text_versions(void)
{
    pthread_once(&once, look_up);
    return versions;
}
