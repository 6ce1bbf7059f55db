// The inner loops for x86-64, with AVX2 and with SSE4.1.
#if defined(__x86_64__)

#include "kernels.h"
#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))
#define SSE41 __attribute__((target("sse4.1")))

// Two weights next to each other, as `madd` wants them.
static inline int32_t pair(const int16_t *weights) {
    int32_t both;
    memcpy(&both, weights, sizeof both);
    return both;
}

// ---- AVX2 --------------------------------------------------------------------------------------------------

AVX2 static void multiply_avx2(const uint8_t *in, int16_t *out, size_t pixels) {
    const __m256i offset = _mm256_set1_epi16(INT16_MIN), opaque = _mm256_set1_epi64x(0x00ff000000000000);
    // A pixel's alpha for each of its colors.
    const __m256i alphas = _mm256_setr_epi8(
        6, 7, 6, 7, 6, 7, -1, -1, 14, 15, 14, 15, 14, 15, -1, -1, 6, 7, 6, 7, 6, 7, -1, -1, 14, 15, 14, 15, 14, 15, -1, -1);
    size_t i = 0;
    for (; i + 4 <= pixels; i += 4) {
        __m256i samples = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *) (in + 4 * i)));
        __m256i factors = _mm256_or_si256(_mm256_shuffle_epi8(samples, alphas), opaque);
        _mm256_storeu_si256((__m256i *) (out + 4 * i), _mm256_xor_si256(_mm256_mullo_epi16(samples, factors), offset));
    }
    alcedo_kernels_plain.multiply(in + 4 * i, out + 4 * i, pixels - i);
}

// Sums of 16 samples in the order in which they are unpacked: `packs` restores it.
AVX2 static inline void vertical16(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t at, __m256i *first, __m256i *second) {
    __m256i a = _mm256_setzero_si256(), b = a;
    for (int tap = 0; tap < taps; tap += 2) {
        __m256i weight = _mm256_set1_epi32(pair(weights + tap));
        __m256i upper = _mm256_loadu_si256((const __m256i *) (rows[tap] + at));
        __m256i lower = _mm256_loadu_si256((const __m256i *) (rows[tap + 1] + at));
        a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_unpacklo_epi16(upper, lower), weight));
        b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_unpackhi_epi16(upper, lower), weight));
    }
    *first = a;
    *second = b;
}

// The same for 32 samples: most of the time goes into finding the rows.
AVX2 static inline void vertical32(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t at, __m256i sums[4]) {
    __m256i a = _mm256_setzero_si256(), b = a, c = a, d = a;
    for (int tap = 0; tap < taps; tap += 2) {
        __m256i weight = _mm256_set1_epi32(pair(weights + tap));
        const __m256i *upper = (const __m256i *) (rows[tap] + at), *lower = (const __m256i *) (rows[tap + 1] + at);
        __m256i first = _mm256_loadu_si256(upper), second = _mm256_loadu_si256(lower);
        a = _mm256_add_epi32(a, _mm256_madd_epi16(_mm256_unpacklo_epi16(first, second), weight));
        b = _mm256_add_epi32(b, _mm256_madd_epi16(_mm256_unpackhi_epi16(first, second), weight));
        first = _mm256_loadu_si256(upper + 1);
        second = _mm256_loadu_si256(lower + 1);
        c = _mm256_add_epi32(c, _mm256_madd_epi16(_mm256_unpacklo_epi16(first, second), weight));
        d = _mm256_add_epi32(d, _mm256_madd_epi16(_mm256_unpackhi_epi16(first, second), weight));
    }
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
}

AVX2 static inline void round_avx2(__m256i a, __m256i b, int16_t *out) {
    const __m256i half = _mm256_set1_epi32(ONE / 2);
    a = _mm256_srai_epi32(_mm256_add_epi32(a, half), WEIGHT_BITS);
    b = _mm256_srai_epi32(_mm256_add_epi32(b, half), WEIGHT_BITS);
    _mm256_storeu_si256((__m256i *) out, _mm256_packs_epi32(a, b));
}

AVX2 static void vertical_narrow_avx2(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t from, size_t count, int16_t *out) {
    size_t i = 0;
    for (; i + 32 <= count; i += 32) {
        __m256i sums[4];
        vertical32(rows, weights, taps, from + i, sums);
        round_avx2(sums[0], sums[1], out + i);
        round_avx2(sums[2], sums[3], out + i + 16);
    }
    alcedo_kernels_sse41.vertical_narrow(rows, weights, taps, from + i, count - i, out + i);
}

AVX2 static inline void split_avx2(__m256i a, __m256i b, __m256i mask, int16_t *high, int16_t *low) {
    _mm256_storeu_si256(
        (__m256i *) high, _mm256_packs_epi32(_mm256_srai_epi32(a, LOW_BITS), _mm256_srai_epi32(b, LOW_BITS)));
    _mm256_storeu_si256((__m256i *) low, _mm256_packs_epi32(_mm256_and_si256(a, mask), _mm256_and_si256(b, mask)));
}

AVX2 static void vertical_wide_avx2(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t from, size_t count, int16_t *high,
    int16_t *low) {
    const __m256i mask = _mm256_set1_epi32((1 << LOW_BITS) - 1);
    size_t i = 0;
    for (; i + 32 <= count; i += 32) {
        __m256i sums[4];
        vertical32(rows, weights, taps, from + i, sums);
        split_avx2(sums[0], sums[1], mask, high + i, low + i);
        split_avx2(sums[2], sums[3], mask, high + i + 16, low + i + 16);
    }
    alcedo_kernels_sse41.vertical_wide(rows, weights, taps, from + i, count - i, high + i, low + i);
}

AVX2 static void vertical_deep_avx2(
    const int16_t *const *high_rows, const int16_t *const *low_rows, const int16_t *weights, int taps, size_t from,
    size_t count, int16_t *high, int16_t *low) {
    const __m256i mask = _mm256_set1_epi32((1 << LOW_BITS) - 1);
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        __m256i a, b, c, d;
        vertical16(high_rows, weights, taps, from + i, &a, &b);
        vertical16(low_rows, weights, taps, from + i, &c, &d);
        a = _mm256_add_epi32(_mm256_slli_epi32(a, 1), _mm256_srai_epi32(c, WEIGHT_BITS));
        b = _mm256_add_epi32(_mm256_slli_epi32(b, 1), _mm256_srai_epi32(d, WEIGHT_BITS));
        split_avx2(a, b, mask, high + i, low + i);
    }
    alcedo_kernels_sse41.vertical_deep(high_rows, low_rows, weights, taps, from + i, count - i, high + i, low + i);
}

// Four taps of three or four channels at a time, two in each half.
AVX2 static void horizontal_colors_avx2(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, int channels, int count, int32_t *sums) {
    // The samples of two pixels beside each other, channel by channel; of three channels, the fourth sum is not used.
    const __m256i order = _mm256_broadcastsi128_si256(
        channels == 3 ? _mm_setr_epi8(0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11, -1, -1, -1, -1)
                      : _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
    const __m256i spread = _mm256_setr_epi8(
        0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7);
    for (int i = 0; i < count; i++, weights += taps, sums += channels) {
        const int16_t *samples = row + starts[i];
        __m256i sum = _mm256_setzero_si256();
        for (int tap = 0; tap < taps; tap += 4, samples += 4 * channels) {
            __m256i pixels = _mm256_inserti128_si256(
                _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *) samples)),
                _mm_loadu_si128((const __m128i *) (samples + 2 * channels)), 1);
            __m256i weight = _mm256_broadcastq_epi64(_mm_loadl_epi64((const __m128i *) (weights + tap)));
            sum = _mm256_add_epi32(
                sum, _mm256_madd_epi16(_mm256_shuffle_epi8(pixels, order), _mm256_shuffle_epi8(weight, spread)));
        }
        __m128i whole = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        if (channels == 4 || i + 1 < count) {
            // The next pixel overwrites the fourth of three.
            _mm_storeu_si128((__m128i *) sums, whole);
        } else {
            _mm_storel_epi64((__m128i *) sums, whole);
            sums[2] = _mm_extract_epi32(whole, 2);
        }
    }
}

// As gray_parts, 16 taps at a time.
AVX2 static inline __m128i gray_parts_avx2(const int16_t *samples, const int16_t *weights, int taps) {
    __m256i sum = _mm256_setzero_si256();
    int tap = 0;
    for (; tap + 16 <= taps; tap += 16)
        sum = _mm256_add_epi32(
            sum,
            _mm256_madd_epi16(
                _mm256_loadu_si256((const __m256i *) (samples + tap)),
                _mm256_loadu_si256((const __m256i *) (weights + tap))));
    __m128i part = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    for (; tap + 8 <= taps; tap += 8)
        part = _mm_add_epi32(
            part,
            _mm_madd_epi16(
                _mm_loadu_si128((const __m128i *) (samples + tap)), _mm_loadu_si128((const __m128i *) (weights + tap))));
    if (tap < taps)
        part = _mm_add_epi32(
            part,
            _mm_madd_epi16(
                _mm_loadl_epi64((const __m128i *) (samples + tap)), _mm_loadl_epi64((const __m128i *) (weights + tap))));
    return part;
}

AVX2 static void horizontal_gray_avx2(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, int count, int32_t *sums) {
    int i = 0;
    for (; i + 4 <= count; i += 4, weights += 4 * taps) {
        __m128i first = _mm_hadd_epi32(
            gray_parts_avx2(row + starts[i], weights, taps), gray_parts_avx2(row + starts[i + 1], weights + taps, taps));
        __m128i second = _mm_hadd_epi32(
            gray_parts_avx2(row + starts[i + 2], weights + 2 * taps, taps),
            gray_parts_avx2(row + starts[i + 3], weights + 3 * taps, taps));
        _mm_storeu_si128((__m128i *) (sums + i), _mm_hadd_epi32(first, second));
    }
    alcedo_kernels_sse41.horizontal(row, starts + i, weights, taps, 1, count - i, sums + i);
}

// ---- SSE4.1 ------------------------------------------------------------------------------------------------

SSE41 static void multiply_sse41(const uint8_t *in, int16_t *out, size_t pixels) {
    const __m128i offset = _mm_set1_epi16(INT16_MIN), opaque = _mm_set1_epi64x(0x00ff000000000000);
    const __m128i alphas = _mm_setr_epi8(6, 7, 6, 7, 6, 7, -1, -1, 14, 15, 14, 15, 14, 15, -1, -1);
    size_t i = 0;
    for (; i + 2 <= pixels; i += 2) {
        __m128i samples = _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *) (in + 4 * i)));
        __m128i factors = _mm_or_si128(_mm_shuffle_epi8(samples, alphas), opaque);
        _mm_storeu_si128((__m128i *) (out + 4 * i), _mm_xor_si128(_mm_mullo_epi16(samples, factors), offset));
    }
    alcedo_kernels_plain.multiply(in + 4 * i, out + 4 * i, pixels - i);
}

SSE41 static inline void vertical8(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t at, __m128i *first, __m128i *second) {
    __m128i a = _mm_setzero_si128(), b = a;
    for (int tap = 0; tap < taps; tap += 2) {
        __m128i weight = _mm_set1_epi32(pair(weights + tap));
        __m128i upper = _mm_loadu_si128((const __m128i *) (rows[tap] + at));
        __m128i lower = _mm_loadu_si128((const __m128i *) (rows[tap + 1] + at));
        a = _mm_add_epi32(a, _mm_madd_epi16(_mm_unpacklo_epi16(upper, lower), weight));
        b = _mm_add_epi32(b, _mm_madd_epi16(_mm_unpackhi_epi16(upper, lower), weight));
    }
    *first = a;
    *second = b;
}

SSE41 static void vertical_narrow_sse41(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t from, size_t count, int16_t *out) {
    const __m128i half = _mm_set1_epi32(ONE / 2);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m128i a, b;
        vertical8(rows, weights, taps, from + i, &a, &b);
        a = _mm_srai_epi32(_mm_add_epi32(a, half), WEIGHT_BITS);
        b = _mm_srai_epi32(_mm_add_epi32(b, half), WEIGHT_BITS);
        _mm_storeu_si128((__m128i *) (out + i), _mm_packs_epi32(a, b));
    }
    alcedo_kernels_plain.vertical_narrow(rows, weights, taps, from + i, count - i, out + i);
}

SSE41 static inline void split_sse41(__m128i a, __m128i b, __m128i mask, int16_t *high, int16_t *low) {
    _mm_storeu_si128(
        (__m128i *) high, _mm_packs_epi32(_mm_srai_epi32(a, LOW_BITS), _mm_srai_epi32(b, LOW_BITS)));
    _mm_storeu_si128((__m128i *) low, _mm_packs_epi32(_mm_and_si128(a, mask), _mm_and_si128(b, mask)));
}

SSE41 static void vertical_wide_sse41(
    const int16_t *const *rows, const int16_t *weights, int taps, size_t from, size_t count, int16_t *high,
    int16_t *low) {
    const __m128i mask = _mm_set1_epi32((1 << LOW_BITS) - 1);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m128i a, b;
        vertical8(rows, weights, taps, from + i, &a, &b);
        split_sse41(a, b, mask, high + i, low + i);
    }
    alcedo_kernels_plain.vertical_wide(rows, weights, taps, from + i, count - i, high + i, low + i);
}

SSE41 static void vertical_deep_sse41(
    const int16_t *const *high_rows, const int16_t *const *low_rows, const int16_t *weights, int taps, size_t from,
    size_t count, int16_t *high, int16_t *low) {
    const __m128i mask = _mm_set1_epi32((1 << LOW_BITS) - 1);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m128i a, b, c, d;
        vertical8(high_rows, weights, taps, from + i, &a, &b);
        vertical8(low_rows, weights, taps, from + i, &c, &d);
        a = _mm_add_epi32(_mm_slli_epi32(a, 1), _mm_srai_epi32(c, WEIGHT_BITS));
        b = _mm_add_epi32(_mm_slli_epi32(b, 1), _mm_srai_epi32(d, WEIGHT_BITS));
        split_sse41(a, b, mask, high + i, low + i);
    }
    alcedo_kernels_plain.vertical_deep(high_rows, low_rows, weights, taps, from + i, count - i, high + i, low + i);
}

// The sums of one pixel of a gray picture, in four parts.
SSE41 static inline __m128i gray_parts(const int16_t *samples, const int16_t *weights, int taps) {
    __m128i sum = _mm_setzero_si128();
    int tap = 0;
    for (; tap + 8 <= taps; tap += 8)
        sum = _mm_add_epi32(
            sum,
            _mm_madd_epi16(
                _mm_loadu_si128((const __m128i *) (samples + tap)), _mm_loadu_si128((const __m128i *) (weights + tap))));
    if (tap < taps)
        sum = _mm_add_epi32(
            sum,
            _mm_madd_epi16(
                _mm_loadl_epi64((const __m128i *) (samples + tap)), _mm_loadl_epi64((const __m128i *) (weights + tap))));
    return sum;
}

SSE41 static void horizontal_gray_sse41(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, int count, int32_t *sums) {
    int i = 0;
    for (; i + 4 <= count; i += 4, weights += 4 * taps) {
        __m128i first = _mm_hadd_epi32(
            gray_parts(row + starts[i], weights, taps), gray_parts(row + starts[i + 1], weights + taps, taps));
        __m128i second = _mm_hadd_epi32(
            gray_parts(row + starts[i + 2], weights + 2 * taps, taps),
            gray_parts(row + starts[i + 3], weights + 3 * taps, taps));
        _mm_storeu_si128((__m128i *) (sums + i), _mm_hadd_epi32(first, second));
    }
    for (; i < count; i++, weights += taps) {
        __m128i sum = gray_parts(row + starts[i], weights, taps);
        sum = _mm_hadd_epi32(sum, sum);
        sums[i] = _mm_cvtsi128_si32(_mm_hadd_epi32(sum, sum));
    }
}

// Four taps of gray and alpha at a time.
SSE41 static void horizontal_gray_alpha_sse41(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, int count, int32_t *sums) {
    const __m128i order = _mm_setr_epi8(0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15);
    const __m128i spread = _mm_setr_epi8(0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7);
    for (int i = 0; i < count; i++, weights += taps, sums += 2) {
        const int16_t *samples = row + starts[i];
        __m128i sum = _mm_setzero_si128();
        for (int tap = 0; tap < taps; tap += 4) {
            __m128i pixels = _mm_loadu_si128((const __m128i *) (samples + 2 * tap));
            __m128i weight = _mm_loadl_epi64((const __m128i *) (weights + tap));
            sum = _mm_add_epi32(
                sum, _mm_madd_epi16(_mm_shuffle_epi8(pixels, order), _mm_shuffle_epi8(weight, spread)));
        }
        sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
        _mm_storel_epi64((__m128i *) sums, sum);
    }
}

// Two taps of three or four channels at a time.
SSE41 static void horizontal_colors_sse41(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, int channels, int count, int32_t *sums) {
    const __m128i order = channels == 3
        ? _mm_setr_epi8(0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11, -1, -1, -1, -1)
        : _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    for (int i = 0; i < count; i++, weights += taps, sums += channels) {
        const int16_t *samples = row + starts[i];
        __m128i sum = _mm_setzero_si128();
        for (int tap = 0; tap < taps; tap += 2, samples += 2 * channels)
            sum = _mm_add_epi32(
                sum,
                _mm_madd_epi16(
                    _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *) samples), order),
                    _mm_set1_epi32(pair(weights + tap))));
        if (channels == 4 || i + 1 < count) {
            _mm_storeu_si128((__m128i *) sums, sum);
        } else {
            _mm_storel_epi64((__m128i *) sums, sum);
            sums[2] = _mm_extract_epi32(sum, 2);
        }
    }
}

SSE41 static void horizontal_sse41(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, int channels, int count, int32_t *sums) {
    if (channels == 1) horizontal_gray_sse41(row, starts, weights, taps, count, sums);
    else if (channels == 2) horizontal_gray_alpha_sse41(row, starts, weights, taps, count, sums);
    else horizontal_colors_sse41(row, starts, weights, taps, channels, count, sums);
}

AVX2 static void horizontal_avx2(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, int channels, int count, int32_t *sums) {
    if (channels == 1) horizontal_gray_avx2(row, starts, weights, taps, count, sums);
    else if (channels == 2) horizontal_sse41(row, starts, weights, taps, channels, count, sums);
    else horizontal_colors_avx2(row, starts, weights, taps, channels, count, sums);
}

// Two factors for `madd`.
SSE41 static inline __m128i factors(int first, int second) {
    return _mm_set1_epi32((int32_t) ((uint32_t) (uint16_t) first | (uint32_t) (uint16_t) second << 16));
}

SSE41 static inline __m128i rounded_sse41(__m128i low, __m128i high) {
    enum { BITS = WEIGHT_BITS + NARROW_BITS };
    const __m128i half = _mm_set1_epi32(1 << (BITS - 1));
    __m128i both = _mm_packs_epi32(
        _mm_srai_epi32(_mm_add_epi32(low, half), BITS), _mm_srai_epi32(_mm_add_epi32(high, half), BITS));
    return _mm_packus_epi16(both, both);
}

// Eight pixels at a time.
SSE41 static void color_sse41(const int16_t *y, const int16_t *cb, const int16_t *cr, size_t count, uint8_t *out) {
    const __m128i middle = _mm_set1_epi16(CHROMA_ZERO), zero = _mm_setzero_si128();
    const __m128i red_factors = factors(ONE, RED_CR), blue_factors = factors(ONE, BLUE_CB);
    const __m128i green_factors = factors(ONE, GREEN_CB), green_rest = factors(GREEN_CR, 0);
    // Red and green alternate, and blue goes between them.
    const __m128i first = _mm_setr_epi8(0, 1, -1, 2, 3, -1, 4, 5, -1, 6, 7, -1, 8, 9, -1, 10);
    const __m128i first_blue = _mm_setr_epi8(-1, -1, 0, -1, -1, 1, -1, -1, 2, -1, -1, 3, -1, -1, 4, -1);
    const __m128i second = _mm_setr_epi8(11, -1, 12, 13, -1, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    const __m128i second_blue = _mm_setr_epi8(-1, 5, -1, -1, 6, -1, -1, 7, -1, -1, -1, -1, -1, -1, -1, -1);
    size_t i = 0;
    for (; i + 8 <= count; i += 8, out += 24) {
        __m128i light = _mm_loadu_si128((const __m128i *) (y + i));
        __m128i b = _mm_subs_epi16(_mm_loadu_si128((const __m128i *) (cb + i)), middle);
        __m128i r = _mm_subs_epi16(_mm_loadu_si128((const __m128i *) (cr + i)), middle);
        __m128i with_red = _mm_unpacklo_epi16(light, r), with_red_too = _mm_unpackhi_epi16(light, r);
        __m128i with_blue = _mm_unpacklo_epi16(light, b), with_blue_too = _mm_unpackhi_epi16(light, b);
        __m128i reds = rounded_sse41(_mm_madd_epi16(with_red, red_factors), _mm_madd_epi16(with_red_too, red_factors));
        __m128i blues = rounded_sse41(
            _mm_madd_epi16(with_blue, blue_factors), _mm_madd_epi16(with_blue_too, blue_factors));
        __m128i greens = rounded_sse41(
            _mm_add_epi32(
                _mm_madd_epi16(with_blue, green_factors), _mm_madd_epi16(_mm_unpacklo_epi16(r, zero), green_rest)),
            _mm_add_epi32(
                _mm_madd_epi16(with_blue_too, green_factors), _mm_madd_epi16(_mm_unpackhi_epi16(r, zero), green_rest)));
        __m128i pairs = _mm_unpacklo_epi8(reds, greens);
        _mm_storeu_si128(
            (__m128i *) out, _mm_or_si128(_mm_shuffle_epi8(pairs, first), _mm_shuffle_epi8(blues, first_blue)));
        _mm_storel_epi64(
            (__m128i *) (out + 16), _mm_or_si128(_mm_shuffle_epi8(pairs, second), _mm_shuffle_epi8(blues, second_blue)));
    }
    alcedo_kernels_plain.color(y + i, cb + i, cr + i, count - i, out);
}

const alcedo_kernels alcedo_kernels_sse41 = {
    "sse4.1", multiply_sse41, vertical_narrow_sse41, vertical_wide_sse41, vertical_deep_sse41, horizontal_sse41,
    color_sse41
};
const alcedo_kernels alcedo_kernels_avx2 = {
    "avx2", multiply_avx2, vertical_narrow_avx2, vertical_wide_avx2, vertical_deep_avx2, horizontal_avx2, color_sse41
};

#endif
