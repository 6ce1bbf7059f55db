#ifndef ALCEDO_FAST_DIGEST_H
#define ALCEDO_FAST_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __APPLE__
#include <CommonCrypto/CommonDigest.h>

typedef CC_SHA256_CTX alcedo_fast_state;
#else
/// `SHA256_CTX` of libcrypto.so.3 has 112 bytes: 28 numbers of 32 bits. The rest is room to spare.
typedef struct {
    uint64_t room[24];
} alcedo_fast_state;
#endif

/// Whether there is a fast SHA-256 in this process, and it has computed what it should. Any thread may ask.
bool alcedo_fast_is_there(void);

// Only after `alcedo_fast_is_there` has said so. None of them can fail: they compute in the state and nowhere else.
void alcedo_fast_init(alcedo_fast_state *state);
void alcedo_fast_update(alcedo_fast_state *state, const void *bytes, size_t count);
void alcedo_fast_finish(alcedo_fast_state *state, uint8_t digest[32]);

#endif
