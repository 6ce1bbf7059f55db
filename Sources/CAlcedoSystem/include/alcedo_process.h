#ifndef ALCEDO_PROCESS_H
#define ALCEDO_PROCESS_H

/// The number under which a helper process finds the socket to the one who gives it work.
#define ALCEDO_HELPER_SOCKET 3

/// How a helper process ended.
struct alcedo_helper_end {
    /// The signal that ended it, or 0.
    int signal;
    /// Its exit code, if no signal ended it.
    int code;
    /// Seconds of processor time that it has used in its life.
    double seconds;
};

/// Starts a program with a socket to it: with nothing open but that, no input, and no output but what it complains of;
/// in a process group of its own, with every signal as usual.
///
/// `arguments` and `environment` end with NULL. `complaints` becomes the end of a pipe from which the beginning of what
/// it writes to standard error can be read without waiting. 0, or the system's error number.
int alcedo_start_helper(
    const char *path, char *const arguments[], char *const environment[], int *process, int *connection,
    int *complaints);

/// Sends without a signal when nobody is there any more. As send(2).
long alcedo_send(int connection, const void *bytes, unsigned long count);

/// Waits until there is something to read or the other side is gone: 1; 0 when the time is over; -1 with errno set.
int alcedo_wait_readable(int connection, int milliseconds);

/// Waits until the other side is gone.
void alcedo_wait_hang_up(int connection);

/// Ends a helper process without a word, and waits until it is gone. 0, or the system's error number.
int alcedo_end_helper(int process, struct alcedo_helper_end *end);

/// Waits until a helper process is gone. 0, or the system's error number.
int alcedo_await_helper(int process, struct alcedo_helper_end *end);

/// Makes a crash leave no file. 0, or -1 with errno set.
int alcedo_forbid_core_dumps(void);

/// How many bytes of addresses this process may have from now on. 0, or -1 with errno set.
int alcedo_limit_address_space(unsigned long long bytes);

/// Seconds of processor time that a process has used; 0 where the system does not say.
double alcedo_processor_seconds(int process);

/// Lets this process open as many files as it is allowed to ask for.
void alcedo_raise_file_limit(void);

/// On how many processors this process may run; 0 where the system does not say.
int alcedo_usable_processors(void);

/// Gives memory that was freed back to the system, as far as that can be done.
void alcedo_return_memory(void);

#endif
