#ifndef ALCEDO_DIGEST_H
#define ALCEDO_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/// A running SHA-256. Opaque: GLib's headers stay out of Swift.
typedef struct alcedo_sha256 alcedo_sha256;

alcedo_sha256 *alcedo_sha256_new(void);
void alcedo_sha256_update(alcedo_sha256 *hash, const void *bytes, size_t count);

/// Writes the 32 bytes of the digest. The hash takes no more bytes afterwards.
void alcedo_sha256_finish(alcedo_sha256 *hash, uint8_t digest[32]);
void alcedo_sha256_free(alcedo_sha256 *hash);

#endif
