#ifndef ALCEDO_WATCH_H
#define ALCEDO_WATCH_H

/// What happens in folders, from the system: inotify(7). Systems without it have none, and ENOSYS is the answer.

enum {
    /// A file in the folder is being written; `ALCEDO_WATCH_CHANGED` follows when it is closed.
    ALCEDO_WATCH_WRITING = 1,
    /// A file was written, or anything was renamed, deleted or given other rights; or a folder or a link appeared.
    ALCEDO_WATCH_CHANGED = 2,
    /// The folder itself is gone or elsewhere. Its name is NULL.
    ALCEDO_WATCH_GONE = 4,
    /// Events were lost. The watch is -1.
    ALCEDO_WATCH_OVERFLOW = 8,
    /// With one of the first two: it is a folder.
    ALCEDO_WATCH_FOLDER = 16,
};

/// Returns a descriptor for watches, or -1 with errno set.
int alcedo_watch_open(void);

/// Watches the entries of a folder. A folder that is watched already keeps its number.
///
/// Returns the number of the watch, or -1 with errno set: ENOSPC if the system's limit is reached.
int alcedo_watch_add(int descriptor, const char *folder);

/// Ends a watch. It may be over already.
void alcedo_watch_remove(int descriptor, int watch);

/// Passes on what has happened, without waiting. Returns 0, or -1 with errno set.
int alcedo_watch_read(
    int descriptor, void (*body)(void *context, int watch, int what, const char *name), void *context);

#endif
