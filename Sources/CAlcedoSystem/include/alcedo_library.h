#ifndef ALCEDO_LIBRARY_H
#define ALCEDO_LIBRARY_H

#include <pthread.h>
#include <stddef.h>

/// Libraries that are looked up when they are first used: a program that is linked to libvips pays 25 ms and 23 MB for its hundred
/// libraries before `main`, and most commands use none of them.
///
/// A target names the functions of a library in its `functions.list`; `.ci/make-tables` writes `functions.h` from it, with a table of
/// pointers of the types that the library's own headers declare, and a macro for each function, so that calls are written as usual.

/// Loads a library, for as long as the process lives, and looks functions up in it and in what it is linked to.
///
/// - Parameters:
///   - file: The name of the library's file, with the version of its interface.
///   - names: `count` names.
///   - functions: `count` places for pointers to functions.
/// - Returns: NULL, or what is missing: a text that lives as long as the process.
const char *alcedo_look_up(const char *file, const char *const *names, size_t count, void **functions);

/// Loads a library as `alcedo_look_up` does, and returns one of its functions, or NULL. On Apple's systems, only of a library that the
/// program is linked to.
void *alcedo_library_function(const char *file, const char *name);

/// The file that a function was loaded from, or NULL.
const char *alcedo_library_path(void *function);

// Apple's linker knows where they are, and nothing there looks into the folder of Homebrew.
#ifndef __APPLE__
#define ALCEDO_LOOKS_UP
#endif

#define ALCEDO_NAME(name) #name,

/// Defines what `functions.h` declares: the table, and a function that fills it once and says what is missing.
#ifndef ALCEDO_LOOKS_UP
#define ALCEDO_TABLE(table, file, FUNCTIONS) \
    const char *table##_fault(void) { return NULL; }
#else
#define ALCEDO_TABLE(table, file, FUNCTIONS) \
    struct table##_functions table##_functions; \
    static const char *table##_missing; \
    static void table##_look(void) \
    { \
        static const char *const names[] = {FUNCTIONS(ALCEDO_NAME)}; \
        table##_missing = alcedo_look_up(file, names, sizeof names / sizeof *names, (void **) &table##_functions); \
    } \
    const char *table##_fault(void) \
    { \
        static pthread_once_t once = PTHREAD_ONCE_INIT; \
        pthread_once(&once, table##_look); \
        return table##_missing; \
    }
#endif

#endif
