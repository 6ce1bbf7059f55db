#ifndef ALCEDO_FAST_DIGEST_H
#define ALCEDO_FAST_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __APPLE__
#include <CommonCrypto/CommonDigest.h>

typedef CC_SHA256_CTX alcedo_fast_state;
#else
/// `SHA256_CTX` of libcrypto.so.3 takes 112 bytes (28 integers of 32 bits); the rest is spare.
typedef struct {
    uint64_t room[24];
} alcedo_fast_state;
#endif

/// Whether this process has a fast SHA-256 that passed its self-test. Thread-safe.
bool alcedo_fast_is_there(void);

// Call these only if `alcedo_fast_is_there` returned true. They cannot fail, because they use only the state.
void alcedo_fast_init(alcedo_fast_state *state);
void alcedo_fast_update(alcedo_fast_state *state, const void *bytes, size_t count);
void alcedo_fast_finish(alcedo_fast_state *state, uint8_t digest[32]);

#endif
