// Starting libvips, its errors and its warnings.
#define _GNU_SOURCE
#include "shims.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

DEFINE_ALCEDO_VIPS

static __thread alcedo_log *current_log;
static __thread int size_refused;

// Damaged files can warn once per row: the first few are enough.
#define MOST_WARNINGS 8

// In plain C, because it is made before libvips is looked up.
struct alcedo_log {
    pthread_mutex_t lock;
    int count;
    char *texts[MOST_WARNINGS];
};

alcedo_log *alcedo_log_new(void) {
    alcedo_log *log = calloc(1, sizeof *log);
    if (log != NULL) pthread_mutex_init(&log->lock, NULL);
    return log;
}

void alcedo_log_free(alcedo_log *log) {
    if (log == NULL) return;
    for (int i = 0; i < log->count; i++) free(log->texts[i]);
    pthread_mutex_destroy(&log->lock);
    free(log);
}

alcedo_log *alcedo_log_use(alcedo_log *log) {
    alcedo_log *before = current_log;
    current_log = log;
    return before;
}

int alcedo_log_count(alcedo_log *log) {
    if (log == NULL) return 0;
    pthread_mutex_lock(&log->lock);
    int count = log->count;
    pthread_mutex_unlock(&log->lock);
    return count;
}

const char *alcedo_log_text(alcedo_log *log, int index) { return log->texts[index]; }

static void collect(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void) data;
    alcedo_log *log = current_log;
    // libvips passes GObject a size that GObject rejects, and continues with a picture of one pixel.
    if (g_strcmp0(domain, "GLib-GObject") == 0 && message != NULL && strstr(message, "out of range") != NULL)
        size_refused = 1;
    // Informational messages are caught to keep them from being printed, and dropped.
    if (log == NULL || message == NULL || (level & (G_LOG_LEVEL_INFO | G_LOG_LEVEL_DEBUG))) return;
    pthread_mutex_lock(&log->lock);
    int known = log->count >= MOST_WARNINGS;
    for (int i = 0; i < log->count && !known; i++) known = strcmp(log->texts[i], message) == 0;
    char *text = known ? NULL : strdup(message);
    if (text != NULL) log->texts[log->count++] = text;
    pthread_mutex_unlock(&log->lock);
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

static int started = -1;
// Whether there is a place for errors, which libvips makes when it starts.
static int has_errors = 0;

static void start(void) {
    if (alcedo_vips_fault() != NULL) return;
#ifdef __GLIBC__
    // Many arenas with large short-lived blocks fragment: 106 MB after 200 jobs, 84 MB with two arenas.
    if (!keeps_memory) mallopt(M_ARENA_MAX, 2);
#endif
    collect_logs();
    const int failed = VIPS_INIT("alcedo");
    has_errors = 1;
    if (failed) return;
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
    started = 0;
}

int alcedo_vips_start(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
    return started;
}

int alcedo_vips_has_operation(const char *name) {
    return g_atomic_int_get(&running) && vips_type_find("VipsOperation", name) != 0;
}

void alcedo_vips_thread_done(void) {
    if (!g_atomic_int_get(&running)) return;
    vips_thread_shutdown();
}

static __thread unsigned errors_taken;

char *alcedo_vips_take_error(void) {
    errors_taken++;
    if (!has_errors) return NULL;
    return vips_error_buffer_copy();
}

void alcedo_vips_forget_error(void) {
    if (g_atomic_int_get(&running)) vips_error_clear();
}

unsigned alcedo_vips_errors_taken(void) { return errors_taken; }

void alcedo_free(void *memory) { g_free(memory); }

void alcedo_give_back_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
