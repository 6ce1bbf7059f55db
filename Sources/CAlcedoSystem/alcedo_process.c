// Helper processes: starting, ending and limiting them.
#define _GNU_SOURCE
#include "alcedo_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

static int make_pair(int pair[2])
{
#ifdef SOCK_CLOEXEC
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return errno;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return errno;
    for (int i = 0; i < 2; i++) fcntl(pair[i], F_SETFD, FD_CLOEXEC);
#endif
#ifdef SO_NOSIGPIPE
    int on = 1;
    for (int i = 0; i < 2; i++) setsockopt(pair[i], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    // A helper that reads nothing for this long is stuck.
    struct timeval patience = {.tv_sec = 60};
    if (setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0) {
        int failure = errno;
        close(pair[0]);
        close(pair[1]);
        return failure;
    }
    return 0;
}

// Moves a descriptor out of the range of numbers that the helper's descriptors overwrite.
static int lift(int *descriptor)
{
    if (*descriptor > ALCEDO_HELPER_SOCKET) return 0;
    int moved = fcntl(*descriptor, F_DUPFD_CLOEXEC, ALCEDO_HELPER_SOCKET + 1);
    if (moved < 0) return errno;
    close(*descriptor);
    *descriptor = moved;
    return 0;
}

// Creates a pipe that is read without blocking. Output that does not fit waits for the reader, or is lost.
static int make_pipe(int ends[2], int waits)
{
    if (pipe(ends) != 0) return errno;
    int failure = 0;
    for (int i = 0; i < 2; i++) {
        if (fcntl(ends[i], F_SETFD, FD_CLOEXEC) == -1) failure = errno;
        if ((i == 0 || !waits) && fcntl(ends[i], F_SETFL, O_NONBLOCK) == -1) failure = errno;
        if (failure == 0) failure = lift(&ends[i]);
    }
    if (failure != 0) {
        close(ends[0]);
        close(ends[1]);
    }
    return failure;
}

int alcedo_start_helper(
    const char *path, char *const arguments[], char *const environment[], int waits, int *process,
    int *connection, int *complaints)
{
    int pair[2], pipe_ends[2];
    int failure = make_pair(pair);
    if (failure != 0) return failure;
    for (int i = 0; i < 2 && failure == 0; i++) failure = lift(&pair[i]);
    if (failure == 0) failure = make_pipe(pipe_ends, waits);
    if (failure != 0) {
        close(pair[0]);
        close(pair[1]);
        return failure;
    }

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (failure == 0) {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDERR_FILENO);
        posix_spawn_file_actions_adddup2(&actions, pair[1], ALCEDO_HELPER_SOCKET);
        short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 34))
        // Closes descriptors that other libraries opened without O_CLOEXEC.
        posix_spawn_file_actions_addclosefrom_np(&actions, ALCEDO_HELPER_SOCKET + 1);
#endif
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
        sigset_t none, all;
        sigemptyset(&none);
        sigfillset(&all);
        sigdelset(&all, SIGKILL);
        sigdelset(&all, SIGSTOP);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &all);
        // Its own process group: Ctrl-C on a terminal only goes to the coordinator.
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setflags(&attributes, flags);
        pid_t pid;
        failure = posix_spawn(&pid, path, &actions, &attributes, arguments, environment);
        if (failure == 0) *process = (int) pid;
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    close(pair[1]);
    close(pipe_ends[1]);
    if (failure == 0) {
        *connection = pair[0];
        *complaints = pipe_ends[0];
    } else {
        close(pair[0]);
        close(pipe_ends[0]);
    }
    return failure;
}


long alcedo_send(int connection, const void *bytes, unsigned long count)
{
    return send(connection, bytes, count, MSG_NOSIGNAL);
}

// A message of one byte with room for one descriptor (CMSG_SPACE(4) is 24 at most), aligned as CMSG_FIRSTHDR expects.
struct parcel {
    char byte;
    struct iovec piece;
    struct msghdr message;
    union {
        struct cmsghdr head;
        char bytes[24];
    } control;
};

static void wrap(struct parcel *parcel)
{
    memset(parcel, 0, sizeof *parcel);
    parcel->piece = (struct iovec) {&parcel->byte, 1};
    parcel->message.msg_iov = &parcel->piece;
    parcel->message.msg_iovlen = 1;
    parcel->message.msg_control = &parcel->control;
    parcel->message.msg_controllen = CMSG_SPACE(sizeof(int));
}

int alcedo_send_descriptor(int connection, int descriptor)
{
    struct parcel parcel;
    wrap(&parcel);
    struct cmsghdr *head = CMSG_FIRSTHDR(&parcel.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    return sendmsg(connection, &parcel.message, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int alcedo_receive_descriptor(int connection)
{
    struct parcel parcel;
    wrap(&parcel);
#ifdef MSG_CMSG_CLOEXEC
    int flags = MSG_CMSG_CLOEXEC;
#else
    int flags = 0;
#endif
    ssize_t count = recvmsg(connection, &parcel.message, flags);
    if (count < 0) return -1;
    struct cmsghdr *head = CMSG_FIRSTHDR(&parcel.message);
    errno = 0;
    if (count != 1 || head == NULL || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS
        || head->cmsg_len != CMSG_LEN(sizeof(int)))
        return -1;
    int descriptor;
    memcpy(&descriptor, CMSG_DATA(head), sizeof descriptor);
    return descriptor;
}

int alcedo_wait_readable(int connection, int milliseconds)
{
    struct pollfd entry = {.fd = connection, .events = POLLIN};
    int ready;
    do {
        ready = poll(&entry, 1, milliseconds);
    } while (ready < 0 && errno == EINTR);
    return ready < 0 ? -1 : ready > 0;
}

void alcedo_wait_hang_up(int connection)
{
    // macOS reports POLLHUP only on request; other systems always do.
    struct pollfd entry = {.fd = connection, .events = POLLHUP};
    for (;;) {
        int ready = poll(&entry, 1, -1);
        if (ready > 0 && (entry.revents & (POLLHUP | POLLERR | POLLNVAL))) return;
        // On macOS, poll also wakes up for readable data.
        if (ready == 0) usleep(100000);
        if (ready < 0 && errno != EINTR && errno != EAGAIN) return;
    }
}

int alcedo_end_helper(int process, struct alcedo_helper_end *end)
{
    // It leads a group of its own, which may have others by now.
    if (kill(-process, SIGKILL) != 0) kill(process, SIGKILL);
    return alcedo_await_helper(process, end);
}

int alcedo_await_helper(int process, struct alcedo_helper_end *end)
{
    int status = 0;
    struct rusage usage = {0};
    pid_t waited;
    do waited = wait4(process, &status, 0, &usage);
    while (waited < 0 && errno == EINTR);
    if (waited < 0) return errno;
    end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    end->code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    end->seconds = (double) usage.ru_utime.tv_sec + (double) usage.ru_stime.tv_sec
        + ((double) usage.ru_utime.tv_usec + (double) usage.ru_stime.tv_usec) / 1e6;
    return 0;
}

int alcedo_forbid_core_dumps(void)
{
    struct rlimit limit = {0, 0};
    return setrlimit(RLIMIT_CORE, &limit);
}

int alcedo_limit_address_space(unsigned long long bytes)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0) return -1;
    // Keeps the hard limit, so that the next job can have more.
    int exceeds = limit.rlim_max != RLIM_INFINITY && bytes > limit.rlim_max;
    limit.rlim_cur = exceeds ? limit.rlim_max : (rlim_t) bytes;
    return setrlimit(RLIMIT_AS, &limit) != 0 ? -1 : exceeds;
}

unsigned long long alcedo_address_space_limit(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ? ULLONG_MAX : limit.rlim_cur;
}

static void *wait_for_release(void *gate)
{
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

int alcedo_start_threads(int count)
{
    pthread_t threads[ALCEDO_MAX_THREADS_TRIED];
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_attr_t attributes;
    if (count > ALCEDO_MAX_THREADS_TRIED) count = ALCEDO_MAX_THREADS_TRIED;
    if (pthread_attr_init(&attributes) != 0) return 0;
    pthread_attr_setstacksize(&attributes, 64 << 10);
    int started = 0;
    pthread_mutex_lock(&gate);
    while (started < count && pthread_create(&threads[started], &attributes, wait_for_release, &gate) == 0) started++;
    pthread_mutex_unlock(&gate);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

double alcedo_processor_seconds(int process)
{
#ifdef __linux__
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, &time) == 0)
        return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
#else
    (void) process;
#endif
    return 0;
}

void alcedo_raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    rlim_t most = limit.rlim_max;
#ifdef OPEN_MAX
    if (most > OPEN_MAX) most = OPEN_MAX;
#endif
    if (limit.rlim_cur >= most) return;
    limit.rlim_cur = most;
    setrlimit(RLIMIT_NOFILE, &limit);
}

unsigned long long alcedo_file_limit(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ? ULLONG_MAX : limit.rlim_cur;
}

int alcedo_usable_processors(void)
{
#ifdef __linux__
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
#endif
    return 0;
}

void alcedo_return_memory(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
