#define _GNU_SOURCE
#include "alcedo_system.h"

#include <errno.h>
#include <string.h>
#include <fcntl.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
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

const void *alcedo_find(const void *bytes, unsigned long count, const void *words, unsigned long length)
{
    return memmem(bytes, count, words, length);
}
