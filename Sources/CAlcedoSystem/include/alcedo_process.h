#ifndef ALCEDO_PROCESS_H
#define ALCEDO_PROCESS_H

/// The descriptor of a helper process for the socket to its coordinator.
#define ALCEDO_HELPER_SOCKET 3

/// The end of a helper process.
struct alcedo_helper_end {
    /// The signal that ended it, or 0.
    int signal;
    /// Its exit code, if no signal ended it.
    int code;
    /// Processor time used in its life, in seconds.
    double seconds;
};

/// Starts a program with a socket to it: without other open files, without input, with no output but standard error, in
/// a process group of its own, with default signal handling.
///
/// `arguments` and `environment` end with NULL. `complaints` receives the non-blocking read end of a pipe with its standard
/// error; if it is full, the program loses what it writes, or waits if `waits` is not 0. Returns 0 or the system's error number.
int alcedo_start_helper(
    const char *path, char *const arguments[], char *const environment[], int waits, int *process,
    int *connection, int *complaints);

/// Sends without raising SIGPIPE if the other side is gone. Otherwise like send(2).
long alcedo_send(int connection, const void *bytes, unsigned long count);

/// Sends a byte with an open file. Returns 0, or -1 with errno set.
int alcedo_send_descriptor(int connection, int descriptor);

/// Receives a byte with an open file. Returns its descriptor, or -1 with errno set: 0 if there was no file.
int alcedo_receive_descriptor(int connection);

/// Waits until data is readable or the other side is gone. Returns 1; 0 on timeout; -1 with errno set.
int alcedo_wait_readable(int connection, int milliseconds);

/// Waits until the other side is gone.
void alcedo_wait_hang_up(int connection);

/// Kills a helper process and waits for its end. Returns 0 or the system's error number.
int alcedo_end_helper(int process, struct alcedo_helper_end *end);

/// Waits for the end of a helper process. Returns 0 or the system's error number.
int alcedo_await_helper(int process, struct alcedo_helper_end *end);

/// Disables core dumps. Returns 0, or -1 with errno set.
int alcedo_forbid_core_dumps(void);

/// Limits the address space of this process to `bytes`. Returns 0; 1 if the hard limit is lower and was set instead; -1 with
/// errno set.
int alcedo_limit_address_space(unsigned long long bytes);

/// Returns the limit of the address space of this process in bytes; ULLONG_MAX if there is none.
unsigned long long alcedo_address_space_limit(void);

/// Tries how many threads can run at once besides those that do, up to `count`, and ends them. Returns the number.
int alcedo_start_threads(int count);
enum { ALCEDO_MAX_THREADS_TRIED = 256 };

/// Returns the processor time used by a process, in seconds; 0 if the system does not report it.
double alcedo_processor_seconds(int process);

/// Raises the limit of open files of this process to the maximum.
void alcedo_raise_file_limit(void);

/// Returns the limit of open files of this process; ULLONG_MAX if there is none.
unsigned long long alcedo_file_limit(void);

/// Returns the number of processors that this process may run on; 0 if the system does not report it.
int alcedo_usable_processors(void);

/// Returns freed memory to the system, as far as possible.
void alcedo_return_memory(void);

#endif
