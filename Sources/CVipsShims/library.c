// Starting libvips, its errors and its warnings.
#define _GNU_SOURCE
#include "shims.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static __thread alcedo_log *current_log;
static __thread int size_refused;

struct alcedo_log {
    GMutex lock;
    GPtrArray *texts;
};

alcedo_log *alcedo_log_new(void) {
    alcedo_log *log = g_new0(alcedo_log, 1);
    g_mutex_init(&log->lock);
    log->texts = g_ptr_array_new_with_free_func(g_free);
    return log;
}

void alcedo_log_free(alcedo_log *log) {
    if (log == NULL) return;
    g_ptr_array_free(log->texts, TRUE);
    g_mutex_clear(&log->lock);
    g_free(log);
}

alcedo_log *alcedo_log_use(alcedo_log *log) {
    alcedo_log *before = current_log;
    current_log = log;
    return before;
}

int alcedo_log_count(alcedo_log *log) {
    g_mutex_lock(&log->lock);
    int count = (int) log->texts->len;
    g_mutex_unlock(&log->lock);
    return count;
}

const char *alcedo_log_text(alcedo_log *log, int index) {
    g_mutex_lock(&log->lock);
    const char *text = g_ptr_array_index(log->texts, index);
    g_mutex_unlock(&log->lock);
    return text;
}

// Damaged files can warn once per row: the first few are enough.
#define MOST_WARNINGS 8

static void collect(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void) data;
    alcedo_log *log = current_log;
    // libvips passes GObject a size that GObject rejects, and continues with a picture of one pixel.
    if (g_strcmp0(domain, "GLib-GObject") == 0 && message != NULL && strstr(message, "out of range") != NULL)
        size_refused = 1;
    // Informational messages are caught to keep them from being printed, and dropped.
    if (log == NULL || message == NULL || (level & (G_LOG_LEVEL_INFO | G_LOG_LEVEL_DEBUG))) return;
    g_mutex_lock(&log->lock);
    gboolean known = log->texts->len >= MOST_WARNINGS;
    for (guint i = 0; i < log->texts->len && !known; i++)
        known = strcmp(g_ptr_array_index(log->texts, i), message) == 0;
    if (!known) g_ptr_array_add(log->texts, g_strdup(message));
    g_mutex_unlock(&log->lock);
}

static GMutex vector_lock;
static gint uses_orc = 0;

void alcedo_vector_enter(void) {
    if (g_atomic_int_get(&uses_orc)) g_mutex_lock(&vector_lock);
}

void alcedo_vector_leave(void) {
    if (g_atomic_int_get(&uses_orc)) g_mutex_unlock(&vector_lock);
}

int alcedo_take_size_refused(void) {
    int refused = size_refused;
    size_refused = 0;
    return refused;
}

// Catches what libvips and its libraries would print. Only these domains: messages from other parts of a program that
// also uses GLib are not ours.
static void collect_logs(void) {
    static const char *const domains[] = {
        "VIPS", "GLib", "GLib-GObject", "GLib-GIO", "GModule", "librsvg", "Pango", "GdkPixbuf",
    };
    GLogLevelFlags levels = G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_LEVEL_MESSAGE | G_LOG_LEVEL_INFO |
        G_LOG_LEVEL_DEBUG;
    for (size_t i = 0; i < G_N_ELEMENTS(domains); i++) g_log_set_handler(domains[i], levels, collect, NULL);
}

// Whether libvips is running: without it, threads have nothing to clean up.
static gint running = 0;

static int keeps_memory = 0;

void alcedo_keep_memory(void) {
    keeps_memory = 1;
#ifdef __GLIBC__
    // Successive pictures need about the same blocks. Returned to the system each time, their pages would be allocated
    // and cleared anew: 166,000 page faults in 41 photographs, 60,000 this way.
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 512 << 20);
#endif
}

static gpointer start(gpointer data) {
    (void) data;
#ifdef __GLIBC__
    // Many arenas with large short-lived blocks fragment: 106 MB after 200 jobs, 84 MB with two arenas.
    if (!keeps_memory) mallopt(M_ARENA_MAX, 2);
#endif
    collect_logs();
    if (VIPS_INIT("alcedo") != 0) return GINT_TO_POINTER(-1);
    // libvips up to 8.14 compiles its vector code with ORC; later versions do not.
    g_atomic_int_set(&uses_orc, dlsym(RTLD_DEFAULT, "orc_program_compile") != NULL);
    // Pictures are processed in parallel; threads within one only add cost.
    vips_concurrency_set(1);
    // Every picture is different, so caching operations costs memory without benefit.
    vips_cache_set_max(0);
    // Allow only the decoders that are called by name below. This also blocks whatever a file could reach via others.
    vips_operation_block_set("VipsForeignLoad", TRUE);
    static const char *const open[] = {
        "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadNsgif", "VipsForeignLoadWebp",
        "VipsForeignLoadHeif", "VipsForeignLoadJxl", "VipsForeignLoadTiff", "VipsForeignLoadSvg", "VipsForeignLoadJp2k",
        "VipsForeignLoadPdf",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(open); i++) vips_operation_block_set(open[i], FALSE);
    // VIPS_BLOCK_UNTRUSTED in the environment blocks this one, too.
    vips_operation_block_set("VipsForeignSaveJxl", FALSE);
    g_atomic_int_set(&running, 1);
    return GINT_TO_POINTER(1);
}

int alcedo_vips_start(void) {
    static GOnce once = G_ONCE_INIT;
    return GPOINTER_TO_INT(g_once(&once, start, NULL)) == 1 ? 0 : -1;
}

const char *alcedo_vips_version(void) {
    static char text[32];
    static gsize made;
    if (g_once_init_enter(&made)) {
        g_snprintf(text, sizeof text, "%d.%d.%d", vips_version(0), vips_version(1), vips_version(2));
        g_once_init_leave(&made, 1);
    }
    return text;
}

int alcedo_vips_has_operation(const char *name) { return vips_type_find("VipsOperation", name) != 0; }

void alcedo_vips_thread_done(void) {
    if (!g_atomic_int_get(&running)) return;
    vips_thread_shutdown();
}

static __thread unsigned errors_taken;

char *alcedo_vips_take_error(void) {
    errors_taken++;
    return vips_error_buffer_copy();
}

void alcedo_vips_forget_error(void) {
    if (g_atomic_int_get(&running)) vips_error_clear();
}

unsigned alcedo_vips_errors_taken(void) { return errors_taken; }

const char *alcedo_vips_library_path(void) {
    // Through dlsym, because a function's address may be a stub in the executable.
    void *symbol = dlsym(RTLD_DEFAULT, "vips_version");
    Dl_info info;
    return symbol != NULL && dladdr(symbol, &info) != 0 ? info.dli_fname : NULL;
}

void alcedo_free(void *memory) { g_free(memory); }

void alcedo_give_back_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

int alcedo_md5(const void *data, size_t size, uint8_t digest[16]) {
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_MD5);
    if (checksum == NULL) return -1;
    gsize length = 16;
    if (size > 0) g_checksum_update(checksum, data, (gssize) size);
    g_checksum_get_digest(checksum, digest, &length);
    g_checksum_free(checksum);
    return length == 16 ? 0 : -1;
}
