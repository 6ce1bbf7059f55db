// Made by .ci/make-tables from functions.list. Include it after the headers of the library.
#include "alcedo_library.h"

#define FUNCTIONS_OF_ALCEDO_GLIB(F) \
    F(g_checksum_free) \
    F(g_checksum_get_digest) \
    F(g_checksum_new) \
    F(g_checksum_update) \
    F(g_free) \
    F(g_utf8_normalize)

// NULL, or why the functions cannot be called. Ask first.
const char *alcedo_glib_fault(void);

#ifdef ALCEDO_LOOKS_UP
#undef g_checksum_free
#undef g_checksum_get_digest
#undef g_checksum_new
#undef g_checksum_update
#undef g_free
#undef g_utf8_normalize

struct alcedo_glib_functions {
#define F(name) __typeof__(name) *name;
    FUNCTIONS_OF_ALCEDO_GLIB(F)
#undef F
};

extern struct alcedo_glib_functions alcedo_glib_functions;

#define g_checksum_free (*alcedo_glib_functions.g_checksum_free)
#define g_checksum_get_digest (*alcedo_glib_functions.g_checksum_get_digest)
#define g_checksum_new (*alcedo_glib_functions.g_checksum_new)
#define g_checksum_update (*alcedo_glib_functions.g_checksum_update)
#define g_free (*alcedo_glib_functions.g_free)
#define g_utf8_normalize (*alcedo_glib_functions.g_utf8_normalize)
#endif

#define DEFINE_ALCEDO_GLIB ALCEDO_TABLE(alcedo_glib, "libglib-2.0.so.0", FUNCTIONS_OF_ALCEDO_GLIB)
