#include "alcedo_fast_digest.h"

#ifdef __APPLE__

// CommonCrypto is part of the system.

bool alcedo_fast_is_there(void)
{
    return true;
}

void alcedo_fast_init(alcedo_fast_state *state)
{
    CC_SHA256_Init(state);
}

void alcedo_fast_update(alcedo_fast_state *state, const void *bytes, size_t count)
{
    const uint8_t *next = bytes;
    // CC_LONG has 32 bits.
    while (count > 0) {
        const size_t piece = count < (1u << 30) ? count : (1u << 30);
        CC_SHA256_Update(state, next, (CC_LONG) piece);
        next += piece;
        count -= piece;
    }
}

void alcedo_fast_finish(alcedo_fast_state *state, uint8_t digest[32])
{
    CC_SHA256_Final(digest, state);
}

#else

// libcrypto, which libcurl has loaded or which is present on most systems anyway. It is loaded at run time instead of
// linked, so that building needs no further package.
//
// Symbols are looked up only in the library with this name: other libraries have functions of the same names with a
// different state, and the name implies one layout. The low-level functions work on a state owned by the caller, with
// the same machine instructions as EVP. EVP locks a registry for each digest (0.4 µs, more than GLib needs for a short
// text), and libcrypto frees the registry at process exit, even while other threads hash.

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static int (*sha256_init)(void *);
static int (*sha256_update)(void *, const void *, size_t);
static int (*sha256_final)(unsigned char *, void *);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_there;

// Tests the functions with the 448-bit message of NIST's examples for FIPS 180-4, whose padding fills a second block.
static bool computes_rightly(void)
{
    static const char message[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    static const uint8_t expected[32] = {
        0x24, 0x8d, 0x6a, 0x61, 0xd2, 0x06, 0x38, 0xb8, 0xe5, 0xc0, 0x26, 0x93, 0x0c, 0x3e, 0x60, 0x39,
        0xa3, 0x3c, 0xe4, 0x59, 0x64, 0xff, 0x21, 0x67, 0xf6, 0xec, 0xed, 0xd4, 0x19, 0xdb, 0x06, 0xc1,
    };
    // The bytes after the state must not change.
    struct {
        alcedo_fast_state state;
        uint8_t behind[256];
    } place;
    uint8_t untouched[256];
    memset(&place, 0x5a, sizeof place);
    memset(untouched, 0x5a, sizeof untouched);
    uint8_t digest[32] = {0};
    if (sha256_init(&place.state) != 1) return false;
    if (sha256_update(&place.state, message, 3) != 1) return false;
    if (sha256_update(&place.state, message + 3, sizeof message - 1 - 3) != 1) return false;
    if (sha256_final(digest, &place.state) != 1) return false;
    return memcmp(digest, expected, sizeof digest) == 0
        && memcmp(place.behind, untouched, sizeof untouched) == 0;
}

static void look(void)
{
    // It is never unloaded.
    void *library = dlopen("libcrypto.so.3", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) return;
    void *init = dlsym(library, "SHA256_Init");
    void *update = dlsym(library, "SHA256_Update");
    void *final = dlsym(library, "SHA256_Final");
    if (init == NULL || update == NULL || final == NULL) return;
    // POSIX allows function pointers from dlsym, but C has no cast for them.
    memcpy(&sha256_init, &init, sizeof init);
    memcpy(&sha256_update, &update, sizeof update);
    memcpy(&sha256_final, &final, sizeof final);
    is_there = computes_rightly();
}

bool alcedo_fast_is_there(void)
{
    return pthread_once(&once, look) == 0 && is_there;
}

void alcedo_fast_init(alcedo_fast_state *state)
{
    sha256_init(state);
}

void alcedo_fast_update(alcedo_fast_state *state, const void *bytes, size_t count)
{
    sha256_update(state, bytes, count);
}

void alcedo_fast_finish(alcedo_fast_state *state, uint8_t digest[32])
{
    sha256_final(digest, state);
}

#endif
