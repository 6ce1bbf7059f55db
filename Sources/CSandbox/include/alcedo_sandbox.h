#ifndef ALCEDO_SANDBOX_H
#define ALCEDO_SANDBOX_H

/// What keeps a process that has been taken over by its input from reaching anything else. Linux only: elsewhere every
/// function reports that there is nothing.

/// Returns the version of Landlock that the kernel has, or 0.
int alcedo_landlock_version(void);

/// Returns whether the kernel can filter system calls, on a processor that `alcedo_restrict_calls` has a list for.
int alcedo_can_restrict_calls(void);

/// Returns the number of threads of this process; 0 if the system does not report it.
int alcedo_count_threads(void);

/// Gives up what a process can gain or show later: privileges of programs that it starts, dumps, inspection by other
/// processes of its user, files larger than `most_bytes`. Returns 0 or the system's error number.
int alcedo_give_up_privileges(unsigned long long most_bytes);

/// Lets this thread, and threads that it starts from now on, only read `paths` and what is below them. `paths` ends with
/// NULL; paths that do not exist are skipped. The folders of loaded libraries are added, and the process's own files in
/// /proc. Where the kernel can, connections, signals to others and abstract sockets end as well.
///
/// Returns the version of Landlock in force; 0 if the kernel has none, or -1 with errno set.
int alcedo_restrict_files(const char *const paths[]);

/// Ends the process at any system call that decoding a picture does not need, in all of its threads. Messages are only
/// exchanged with the helper's socket. Returns 0 or the system's error number.
int alcedo_restrict_calls(void);

#endif
