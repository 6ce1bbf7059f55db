#define _GNU_SOURCE
#include "alcedo_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void *alcedo_library_function(const char *file, const char *name)
{
#ifdef ALCEDO_LOOKS_UP
    void *library = dlopen(file, RTLD_LAZY | RTLD_GLOBAL);
    return library != NULL ? dlsym(library, name) : NULL;
#else
    (void) file;
    return dlsym(RTLD_DEFAULT, name);
#endif
}

const char *alcedo_library_path(void *function)
{
    Dl_info info;
    return function != NULL && dladdr(function, &info) != 0 ? info.dli_fname : NULL;
}

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
