#ifndef ALCEDO_XXH64_H
#define ALCEDO_XXH64_H

#include <stddef.h>
#include <stdint.h>

/// An incremental XXH64 with the seed 0.
typedef struct {
    uint64_t lanes[4];
    uint64_t total;
    /// Bytes that do not fill a stripe of 32 yet.
    uint8_t rest[32];
    size_t rest_count;
} alcedo_xxh64;

void alcedo_xxh64_init(alcedo_xxh64 *hash);
void alcedo_xxh64_update(alcedo_xxh64 *hash, const void *bytes, size_t count);

/// Returns the hash of everything so far; more bytes can be added afterwards.
uint64_t alcedo_xxh64_value(const alcedo_xxh64 *hash);

#endif
