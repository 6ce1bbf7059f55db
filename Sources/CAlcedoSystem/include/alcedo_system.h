#ifndef ALCEDO_SYSTEM_H
#define ALCEDO_SYSTEM_H

/// System calls that Swift cannot name: variadic ones and those behind feature macros.

/// Waits until the file system of an open file is on the disk. 0, or -1 with errno set.
int alcedo_sync_file_system(int descriptor);

/// Makes `destination` share the blocks of `source` (FICLONE). 0, or -1 with errno set: most file systems
/// cannot, and then the bytes must be copied.
int alcedo_clone_file(int source, int destination);

/// The kind of the file system of a file, as a number of statfs(2). 0 where it cannot be asked, or is known by name only.
unsigned int alcedo_file_system_kind(const char *path);

/// The first place in `bytes` where `words` stand; NULL if there is none. As memmem(3).
const void *alcedo_find(const void *bytes, unsigned long count, const void *words, unsigned long length);

/// Opens a folder so that what is in it can be looked at by name. On Linux the right to pass through it is enough, as
/// for a path. A descriptor, or -1 with errno set.
int alcedo_open_folder(const char *path);

#endif
