#ifndef ALCEDO_DIGEST_H
#define ALCEDO_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The library that computes a digest.
typedef enum {
    /// CommonCrypto on Apple platforms, elsewhere libcrypto if available, otherwise GLib.
    alcedo_sha256_fastest = 0,
    /// GLib, which libvips depends on.
    alcedo_sha256_glib = 1,
} alcedo_sha256_choice;

/// An incremental SHA-256. Opaque: no library's headers reach Swift.
typedef struct alcedo_sha256 alcedo_sha256;

alcedo_sha256 *alcedo_sha256_new(alcedo_sha256_choice choice);
void alcedo_sha256_update(alcedo_sha256 *hash, const void *bytes, size_t count);

/// Writes the 32 bytes of the digest. The hash accepts no more bytes afterwards.
void alcedo_sha256_finish(alcedo_sha256 *hash, uint8_t digest[32]);
void alcedo_sha256_free(alcedo_sha256 *hash);

/// Writes the digest of bytes that are completely in memory. The fast implementation allocates nothing here, because
/// for a few bytes an allocation takes longer than the hashing.
void alcedo_sha256_once(
    const void *bytes, size_t count, uint8_t digest[32], alcedo_sha256_choice choice);

/// Whether `alcedo_sha256_fastest` is not GLib on this system.
bool alcedo_sha256_is_fast(void);

/// Writes the 16 bytes of the MD5 digest. Returns 0, or -1 without GLib.
int alcedo_md5(const void *data, size_t size, uint8_t digest[16]);

/// A Unicode normalization form.
typedef enum {
    alcedo_form_c,
    /// Decomposed, without distinctions of width and style.
    alcedo_form_kd,
} alcedo_form;

/// Returns the text in a normalization form, to be released with free(3), or NULL if it is not UTF-8. By GLib.
char *alcedo_normalized(const char *text, alcedo_form form);

#endif
