// What the checks of the codecs share: numbers at random, a digest and counts.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int passed, failed;
static uint64_t state;
static uint64_t digest = 14695981039346656037u;

static void seed(const char *text) { state = strtoull(text, NULL, 10); }
static uint32_t random_bits(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (state >> 33);
}
static int between(int low, int high) { return low + (int) (random_bits() % (uint32_t) (high - low + 1)); }

static void expect(int holds, const char *what) {
    if (holds) {
        passed++;
    } else if (failed++ < 20) {
        printf("FAIL  %s\n", what);
    }
}

// FNV-1a.
static inline void note(uint8_t byte) { digest = (digest ^ byte) * 1099511628211u; }

static int finish(void) {
    printf("made: %016llx\n%d passed, %d failed\n", (unsigned long long) digest, passed, failed);
    return failed > 0;
}
