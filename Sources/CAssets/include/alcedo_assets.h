// Files of the tree that the tool writes and serves as they are. A bundle beside the executable would be lost if that is moved.
#ifndef ALCEDO_ASSETS_H
#define ALCEDO_ASSETS_H

#include <stddef.h>

// A text file in UTF-8, which ends with a zero.
typedef struct {
    const char *name;
    const unsigned char *text;
} alcedo_asset;

// The files of site-template in the order of their names; without a name after the last.
alcedo_asset alcedo_gallery_file(size_t place);

const unsigned char *alcedo_report_style(void);
const unsigned char *alcedo_report_script(void);
const unsigned char *alcedo_preview_script(void);

#endif
