#include "alcedo_digest.h"

#include <glib.h>
#include <string.h>

#include "alcedo_fast_digest.h"

struct alcedo_sha256 {
    // NULL if the fast implementation is used.
    GChecksum *checksum;
    alcedo_fast_state state;
};

bool alcedo_sha256_is_fast(void)
{
    return alcedo_fast_is_there();
}

static void start(alcedo_sha256 *hash, alcedo_sha256_choice choice)
{
    if (choice == alcedo_sha256_fastest && alcedo_fast_is_there()) {
        hash->checksum = NULL;
        alcedo_fast_init(&hash->state);
    } else {
        hash->checksum = g_checksum_new(G_CHECKSUM_SHA256);
    }
}

static void stop(alcedo_sha256 *hash)
{
    if (hash->checksum != NULL) g_checksum_free(hash->checksum);
}

alcedo_sha256 *alcedo_sha256_new(alcedo_sha256_choice choice)
{
    alcedo_sha256 *hash = g_new(alcedo_sha256, 1);
    start(hash, choice);
    return hash;
}

void alcedo_sha256_update(alcedo_sha256 *hash, const void *bytes, size_t count)
{
    if (hash->checksum == NULL) {
        alcedo_fast_update(&hash->state, bytes, count);
        return;
    }
    const guchar *next = bytes;
    // GLib takes a signed length, and its bit counter needs moderate pieces.
    while (count > 0) {
        const size_t piece = count < (1u << 30) ? count : (1u << 30);
        g_checksum_update(hash->checksum, next, (gssize) piece);
        next += piece;
        count -= piece;
    }
}

void alcedo_sha256_finish(alcedo_sha256 *hash, uint8_t digest[32])
{
    if (hash->checksum == NULL) {
        alcedo_fast_finish(&hash->state, digest);
        return;
    }
    gsize length = 32;
    g_checksum_get_digest(hash->checksum, digest, &length);
}

void alcedo_sha256_free(alcedo_sha256 *hash)
{
    stop(hash);
    g_free(hash);
}

void alcedo_sha256_once(
    const void *bytes, size_t count, uint8_t digest[32], alcedo_sha256_choice choice)
{
    alcedo_sha256 hash;
    start(&hash, choice);
    if (count > 0) alcedo_sha256_update(&hash, bytes, count);
    alcedo_sha256_finish(&hash, digest);
    stop(&hash);
}

char *alcedo_normalized(const char *text, alcedo_form form)
{
    char *normalized = g_utf8_normalize(text, -1, form == alcedo_form_kd ? G_NORMALIZE_NFKD : G_NORMALIZE_NFC);
    if (normalized == NULL) return NULL;
    // GLib's own allocator may be another one.
    char *copy = strdup(normalized);
    g_free(normalized);
    return copy;
}
