// The filters of PNG's rows (W3C PNG, third edition, chapter 9).
#ifndef ALCEDO_PNG_FILTERS_H
#define ALCEDO_PNG_FILTERS_H

#include <stddef.h>
#include <stdint.h>

enum { PNG_NONE, PNG_SUB, PNG_UP, PNG_AVERAGE, PNG_PAETH, PNG_FILTERS };

// Bytes that are read beyond the end of a row by `alcedo_png_unfilter`, and before its first by `alcedo_png_filter`.
enum { PNG_SLACK = 8 };

// Undoes a filter in place. `above` is the row above, without its filter, or zeros; `pixel` the bytes of a pixel, 1...8.
void alcedo_png_unfilter(int filter, uint8_t *row, const uint8_t *above, size_t bytes, int pixel);
// The definition that the other is tested against.
void alcedo_png_unfilter_plain(int filter, uint8_t *row, const uint8_t *above, size_t bytes, int pixel);

// Filters a row into `out`. `row` and `above` have PNG_SLACK zeros before them.
void alcedo_png_filter(int filter, const uint8_t *row, const uint8_t *above, size_t bytes, int pixel, uint8_t *out);
// The sum of the bytes' magnitudes as numbers with a sign: the smaller, the better a row compresses as a rule (12.7).
uint64_t alcedo_png_magnitude(const uint8_t *bytes, size_t count);

#endif
