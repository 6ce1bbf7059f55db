#include "alcedo_watch.h"

#include <errno.h>

#ifdef __linux__

#include <stddef.h>
#include <sys/inotify.h>
#include <unistd.h>

int alcedo_watch_open(void)
{
    return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

int alcedo_watch_add(int descriptor, const char *folder)
{
    return inotify_add_watch(
        descriptor, folder,
        IN_ONLYDIR | IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE
            | IN_DELETE_SELF | IN_MOVE_SELF);
}

void alcedo_watch_remove(int descriptor, int watch)
{
    inotify_rm_watch(descriptor, watch);
}

static int what(uint32_t mask)
{
    if (mask & IN_Q_OVERFLOW)
        return ALCEDO_WATCH_OVERFLOW;
    if (mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED))
        return ALCEDO_WATCH_GONE;
    if (mask & IN_ISDIR)
        return ALCEDO_WATCH_CHANGED | ALCEDO_WATCH_FOLDER;
    // A link or a second name for a file is complete as soon as it is there, but looks like a new file, whose writer closes it.
    return mask & (IN_CREATE | IN_MODIFY) ? ALCEDO_WATCH_WRITING : ALCEDO_WATCH_CHANGED;
}

int alcedo_watch_read(
    int descriptor, void (*body)(void *context, int watch, int what, const char *name), void *context)
{
    _Alignas(struct inotify_event) char buffer[64 << 10];
    for (;;) {
        ssize_t count = read(descriptor, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno == EAGAIN ? 0 : -1;
        for (ssize_t place = 0; place < count;) {
            const struct inotify_event *event = (const struct inotify_event *)(buffer + place);
            body(context, event->wd, what(event->mask), event->len > 0 ? event->name : NULL);
            place += (ssize_t)(offsetof(struct inotify_event, name) + event->len);
        }
    }
}

#else

int alcedo_watch_open(void)
{
    errno = ENOSYS;
    return -1;
}

int alcedo_watch_add(int descriptor, const char *folder)
{
    (void)descriptor, (void)folder;
    errno = ENOSYS;
    return -1;
}

void alcedo_watch_remove(int descriptor, int watch)
{
    (void)descriptor, (void)watch;
}

int alcedo_watch_read(
    int descriptor, void (*body)(void *context, int watch, int what, const char *name), void *context)
{
    (void)descriptor, (void)body, (void)context;
    errno = ENOSYS;
    return -1;
}

#endif
