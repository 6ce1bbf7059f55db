#define _GNU_SOURCE
#include "alcedo_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

const char *alcedo_look_up(const char *file, const char *const *names, size_t count, void **functions)
{
    // Global, as if it were linked: what it loads later finds it.
    void *library = dlopen(file, RTLD_LAZY | RTLD_GLOBAL);
    char *fault = NULL;
    if (library == NULL) {
        const char *reason = dlerror();
        fault = strdup(reason != NULL ? reason : file);
        return fault != NULL ? fault : file;
    }
    for (size_t i = 0; i < count; i++) {
        functions[i] = dlsym(library, names[i]);
        if (functions[i] != NULL) continue;
        if (asprintf(&fault, "%s is too old: it has no %s", file, names[i]) < 0) return names[i];
        return fault;
    }
    return NULL;
}
