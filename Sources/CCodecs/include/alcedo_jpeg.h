#ifndef ALCEDO_JPEG_H
#define ALCEDO_JPEG_H

#endif
