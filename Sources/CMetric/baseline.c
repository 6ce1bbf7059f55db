// The inner loops for the vectors that every machine of its kind has: SSE2 on x86-64, NEON on 64-bit ARM.
#define TARGET
#define NAME alcedo_metric_baseline
#define NAME_TEXT "baseline"
#include "loops.h"
