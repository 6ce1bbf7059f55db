#ifndef FONTS_H
#define FONTS_H

#include "alcedo_text.h"
#include "libraries.h"

struct alcedo_fonts {
    void *config;     // of fontconfig, with these fonts only
    void *map;        // of Pango
    int count;
    char **families;
};

#endif
