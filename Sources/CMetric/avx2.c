// The inner loops for x86-64 with AVX2.
#if defined(__x86_64__)

#define TARGET __attribute__((target("avx2")))
#define NAME alcedo_metric_avx2
#define NAME_TEXT "avx2"
#include "loops.h"

#endif
