// Eight numbers at once. Included after TARGET, which every function gets, and, for plain C, PLAIN.
#include <stdint.h>
#include <string.h>

#define INLINE TARGET static inline __attribute__((always_inline))

#ifdef PLAIN

typedef struct {
    float lane[LANES];
} vector;

#define EACH(expression) \
    vector out; \
    for (int i = 0; i < LANES; i++) { out.lane[i] = expression; } \
    return out

INLINE vector load(const float *from) { EACH(from[i]); }
INLINE void store(float *to, vector v) { memcpy(to, v.lane, sizeof v.lane); }
INLINE vector all(float x) { EACH(x); }
INLINE vector add(vector a, vector b) { EACH(a.lane[i] + b.lane[i]); }
INLINE vector subtract(vector a, vector b) { EACH(a.lane[i] - b.lane[i]); }
INLINE vector multiply(vector a, vector b) { EACH(a.lane[i] * b.lane[i]); }
INLINE vector divide(vector a, vector b) { EACH(a.lane[i] / b.lane[i]); }
INLINE vector positive(vector v) { EACH(v.lane[i] > 0 ? v.lane[i] : 0); }
INLINE vector magnitude(vector v) { EACH(v.lane[i] < 0 ? -v.lane[i] : v.lane[i]); }
INLINE vector first(vector v, size_t count) { EACH((size_t) i < count ? v.lane[i] : 0); }
INLINE vector third_of_bits(vector v) {
    vector out;
    for (int i = 0; i < LANES; i++) {
        int32_t bits;
        memcpy(&bits, &v.lane[i], sizeof bits);
        bits = (int32_t) ((float) bits * (1.0f / 3.0f)) + THIRD_OF_BIAS;
        memcpy(&out.lane[i], &bits, sizeof bits);
    }
    return out;
}
INLINE float lane(vector v, int i) { return v.lane[i]; }
#undef EACH

#else

// Vectors never leave a function: what passes them on is inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

typedef float vector __attribute__((vector_size(32)));
typedef float unaligned __attribute__((vector_size(32), aligned(4)));
typedef int32_t bits __attribute__((vector_size(32)));

INLINE vector load(const float *from) { return *(const unaligned *) from; }
INLINE void store(float *to, vector v) { *(unaligned *) to = v; }
INLINE vector all(float x) { return (vector) {x, x, x, x, x, x, x, x}; }
INLINE bits all_bits(int32_t x) { return (bits) {x, x, x, x, x, x, x, x}; }
INLINE vector add(vector a, vector b) { return a + b; }
INLINE vector subtract(vector a, vector b) { return a - b; }
INLINE vector multiply(vector a, vector b) { return a * b; }
INLINE vector divide(vector a, vector b) { return a / b; }
INLINE vector positive(vector v) { return (vector) ((bits) v & (v > all(0))); }
INLINE vector magnitude(vector v) { return (vector) ((bits) v & all_bits(INT32_MAX)); }
INLINE vector first(vector v, size_t count) {
    return (vector) ((bits) v & ((bits) {0, 1, 2, 3, 4, 5, 6, 7} < all_bits((int32_t) count)));
}
INLINE vector third_of_bits(vector v) {
    vector third = __builtin_convertvector((bits) v, vector) * all(1.0f / 3.0f);
    return (vector) (__builtin_convertvector(third, bits) + all_bits(THIRD_OF_BIAS));
}
INLINE float lane(vector v, int i) { return v[i]; }

#endif
