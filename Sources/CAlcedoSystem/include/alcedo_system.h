#ifndef ALCEDO_SYSTEM_H
#define ALCEDO_SYSTEM_H

// A new header in this folder is otherwise not seen by builds that have compiled the module before.
#include "alcedo_library.h"
#include "alcedo_watch.h"

/// System calls that Swift cannot import: variadic functions and functions behind feature macros.

/// Waits until the file system of an open file is on the disk. Returns 0, or -1 with errno set.
int alcedo_sync_file_system(int descriptor);

/// Makes `destination` share the blocks of `source` (FICLONE). Returns 0, or -1 with errno set: most file systems do
/// not support it, and the bytes must be copied.
int alcedo_clone_file(int source, int destination);

/// Returns the type of a path's file system as in statfs(2); 0 if it cannot be determined or has only a name.
unsigned int alcedo_file_system_kind(const char *path);

/// Returns the first occurrence of `words` in `bytes`, or NULL. Like memmem(3).
const void *alcedo_find(const void *bytes, unsigned long count, const void *words, unsigned long length);

/// Opens a folder for looking up files in it by name. On Linux this needs only search permission, as for a path.
/// Returns a descriptor, or -1 with errno set.
int alcedo_open_folder(const char *path);

/// Opens a folder below an open one, by its relative path, without following a link and without leaving the open folder
/// (openat2(2) with RESOLVE_BENEATH, or else folder by folder with O_NOFOLLOW). An empty path is the open folder itself.
/// Returns a descriptor, or -1 with errno set: ELOOP or ENOTDIR for a link, EXDEV for a path that leads out.
int alcedo_open_beneath(int root, const char *folder);

/// Runs `body` with `context` on a new, detached thread with this name and size of stack. Returns 0 or an error number.
int alcedo_start_thread(void (*body)(void *context), void *context, unsigned long stack, const char *name);

/// Replaces the list of this process's variables by a copy with changes: `NAME=value` sets one, `NAME` removes it. The former list
/// stays as it is, because other threads may be reading it. `changes` ends with NULL, and its texts must stay.
void alcedo_replace_environment(char *const *changes);

/// Writes a number with `places` decimal places and a point, whatever the locale.
void alcedo_format_fixed(double value, int places, char *text, unsigned long size);

#endif
