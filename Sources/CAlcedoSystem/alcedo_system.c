#define _GNU_SOURCE
#include "alcedo_system.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#endif

int alcedo_sync_file_system(int descriptor)
{
#ifdef __linux__
    return syncfs(descriptor);
#else
    (void) descriptor;
    sync();
    return 0;
#endif
}

int alcedo_clone_file(int source, int destination)
{
#if defined(__linux__) && defined(FICLONE)
    return ioctl(destination, FICLONE, source);
#else
    (void) source;
    (void) destination;
    errno = ENOTSUP;
    return -1;
#endif
}

unsigned int alcedo_file_system_kind(const char *path)
{
#ifdef __linux__
    struct statfs information;
    return statfs(path, &information) == 0 ? (unsigned int) information.f_type : 0;
#else
    (void) path;
    return 0;
#endif
}

int alcedo_open_folder(const char *path)
{
#ifdef O_PATH
    return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
#else
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
#endif
}

#ifdef __APPLE__
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

/* Whether a variable has the name of a change. */
static int concerns(const char *change, const char *variable)
{
    size_t length = strcspn(change, "=");
    return strncmp(change, variable, length) == 0 && variable[length] == '=';
}

void alcedo_replace_environment(char *const *changes)
{
    size_t known = 0, changed = 0, count = 0;
    while (environ != NULL && environ[known] != NULL) known++;
    while (changes[changed] != NULL) changed++;
    char **list = calloc(known + changed + 1, sizeof *list);
    if (list == NULL) return;
    for (size_t place = 0; place < known; place++) {
        size_t change = 0;
        while (change < changed && !concerns(changes[change], environ[place])) change++;
        if (change == changed) list[count++] = environ[place];
    }
    for (size_t change = 0; change < changed; change++) {
        if (strchr(changes[change], '=') != NULL) list[count++] = changes[change];
    }
    environ = list;
}

const void *alcedo_find(const void *bytes, unsigned long count, const void *words, unsigned long length)
{
    return memmem(bytes, count, words, length);
}

#ifdef __linux__
/* `struct open_how` and RESOLVE_* of <linux/openat2.h>, which older systems lack. */
struct how {
    unsigned long long flags, mode, resolve;
};

static int open_resolved(int root, const char *folder, int flags)
{
    /* RESOLVE_NO_MAGICLINKS, RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH. */
    struct how how = {(unsigned long long) flags, 0, 0x02 | 0x04 | 0x08};
    /* The number is the same on all architectures. */
    return (int) syscall(437, root, folder, &how, sizeof how);
}
#endif

/* Opens the folders one after the other. `names` is changed. */
static int walk(int root, char *names, int flags)
{
    int at = root;
    char *rest = NULL;
    for (char *name = strtok_r(names, "/", &rest); name; name = strtok_r(NULL, "/", &rest)) {
        int next = strcmp(name, "..") == 0 ? -1 : openat(at, name, flags | O_NOFOLLOW);
        int code = strcmp(name, "..") == 0 ? EXDEV : errno;
        if (at != root) close(at);
        if (next < 0) {
            errno = code;
            return -1;
        }
        at = next;
    }
    return at == root ? openat(root, ".", flags) : at;
}

int alcedo_open_beneath(int root, const char *folder)
{
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    if (folder[0] == 0) return openat(root, ".", flags);
    if (folder[0] == '/') {
        errno = EXDEV;
        return -1;
    }
#ifdef __linux__
    int descriptor = open_resolved(root, folder, flags);
    /* Kernels before 5.6 and some containers refuse the call; EAGAIN means that folders were moved meanwhile. */
    if (descriptor >= 0 || (errno != ENOSYS && errno != EPERM && errno != E2BIG && errno != EAGAIN && errno != EINVAL))
        return descriptor;
#endif
    char *names = strdup(folder);
    if (!names) return -1;
    int found = walk(root, names, flags);
    int code = errno;
    free(names);
    errno = code;
    return found;
}

struct thread_work {
    void (*body)(void *context);
    void *context;
    char name[16];
};

static void *run_thread(void *argument)
{
    struct thread_work work = *(struct thread_work *) argument;
    free(argument);
#ifdef __APPLE__
    pthread_setname_np(work.name);
#else
    pthread_setname_np(pthread_self(), work.name);
#endif
    work.body(work.context);
    return NULL;
}

int alcedo_start_thread(void (*body)(void *context), void *context, unsigned long stack, const char *name)
{
    struct thread_work *work = malloc(sizeof *work);
    if (work == NULL) return ENOMEM;
    work->body = body;
    work->context = context;
    snprintf(work->name, sizeof work->name, "%s", name);
    pthread_attr_t attributes;
    int failure = pthread_attr_init(&attributes);
    if (failure == 0) {
        pthread_t thread;
        pthread_attr_setstacksize(&attributes, stack);
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        failure = pthread_create(&thread, &attributes, run_thread, work);
        pthread_attr_destroy(&attributes);
    }
    if (failure != 0) free(work);
    return failure;
}

void alcedo_format_fixed(double value, int places, char *text, unsigned long size)
{
    snprintf(text, size, "%.*f", places, value);
    char *comma = strchr(text, ',');
    if (comma != NULL) *comma = '.';
}
