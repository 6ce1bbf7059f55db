#include "alcedo_digest.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alcedo_fast_digest.h"
#include "functions.h"

DEFINE_ALCEDO_GLIB

struct alcedo_sha256 {
    // NULL if the fast implementation is used.
    GChecksum *checksum;
    alcedo_fast_state state;
};

bool alcedo_sha256_is_fast(void)
{
    return alcedo_fast_is_there();
}

// Nothing can be built without digests and names, nor without GLib: libvips stands on it.
static void need_glib(void)
{
    if (alcedo_glib_fault() == NULL) return;
    fprintf(stderr, "error: GLib cannot be loaded: %s; install libvips\n", alcedo_glib_fault());
    exit(71);
}

static void start(alcedo_sha256 *hash, alcedo_sha256_choice choice)
{
    if (choice == alcedo_sha256_fastest && alcedo_fast_is_there()) {
        hash->checksum = NULL;
        alcedo_fast_init(&hash->state);
    } else {
        need_glib();
        hash->checksum = g_checksum_new(G_CHECKSUM_SHA256);
    }
}

static void stop(alcedo_sha256 *hash)
{
    if (hash->checksum != NULL) g_checksum_free(hash->checksum);
}

alcedo_sha256 *alcedo_sha256_new(alcedo_sha256_choice choice)
{
    alcedo_sha256 *hash = malloc(sizeof *hash);
    if (hash == NULL) abort();
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
    free(hash);
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

int alcedo_md5(const void *data, size_t size, uint8_t digest[16])
{
    GChecksum *checksum = alcedo_glib_fault() == NULL ? g_checksum_new(G_CHECKSUM_MD5) : NULL;
    if (checksum == NULL) return -1;
    gsize length = 16;
    if (size > 0) g_checksum_update(checksum, data, (gssize) size);
    g_checksum_get_digest(checksum, digest, &length);
    g_checksum_free(checksum);
    return length == 16 ? 0 : -1;
}

char *alcedo_normalized(const char *text, alcedo_form form)
{
    need_glib();
    char *normalized = g_utf8_normalize(text, -1, form == alcedo_form_kd ? G_NORMALIZE_NFKD : G_NORMALIZE_NFC);
    if (normalized == NULL) return NULL;
    // GLib's own allocator may be another one.
    char *copy = strdup(normalized);
    g_free(normalized);
    return copy;
}
