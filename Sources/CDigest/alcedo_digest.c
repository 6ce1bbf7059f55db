#include "alcedo_digest.h"

#include <glib.h>

struct alcedo_sha256 {
    GChecksum *checksum;
};

alcedo_sha256 *alcedo_sha256_new(void)
{
    alcedo_sha256 *hash = g_new(alcedo_sha256, 1);
    hash->checksum = g_checksum_new(G_CHECKSUM_SHA256);
    return hash;
}

void alcedo_sha256_update(alcedo_sha256 *hash, const void *bytes, size_t count)
{
    const guchar *next = bytes;
    // GLib takes a signed length, and its own bit counter wants modest pieces.
    while (count > 0) {
        const size_t piece = count < (1u << 30) ? count : (1u << 30);
        g_checksum_update(hash->checksum, next, (gssize) piece);
        next += piece;
        count -= piece;
    }
}

void alcedo_sha256_finish(alcedo_sha256 *hash, uint8_t digest[32])
{
    gsize length = 32;
    g_checksum_get_digest(hash->checksum, digest, &length);
}

void alcedo_sha256_free(alcedo_sha256 *hash)
{
    g_checksum_free(hash->checksum);
    g_free(hash);
}
