// The system calls that a worker may make, as a program for the kernel's filter (seccomp(2)).
#define _GNU_SOURCE
#include "alcedo_sandbox.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && defined(__LP64__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <fcntl.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif
// The bit of numbers of x86_64's calls with 32-bit pointers.
#define X32_BIT 0x40000000u
// The socket to the coordinator; CAlcedoSystem places it there.
#define SOCKET 3

#ifndef SECCOMP_RET_KILL_PROCESS
#define SECCOMP_RET_KILL_PROCESS 0x80000000u
#endif
// prctl(2): names of memory mappings, which glibc gives since 2.40.
#define SET_MAPPING_NAME 0x53564d41u

// Only concern this process: its memory, its threads, its open files, its signals, clocks.
static const int allowed[] = {
    __NR_read, __NR_write, __NR_readv, __NR_writev, __NR_pread64, __NR_pwrite64, __NR_preadv, __NR_pwritev, __NR_close,
    __NR_lseek, __NR_fstat, __NR_fstatfs, __NR_fadvise64, __NR_ftruncate, __NR_getdents64, __NR_dup, __NR_dup3,
    __NR_pipe2, __NR_ppoll, __NR_pselect6, __NR_epoll_create1, __NR_epoll_ctl, __NR_epoll_pwait, __NR_eventfd2,
    __NR_timerfd_create, __NR_timerfd_settime, __NR_timerfd_gettime,
    // Files: Landlock decides.
    __NR_openat, __NR_newfstatat, __NR_statx, __NR_statfs, __NR_faccessat, __NR_readlinkat, __NR_getcwd,
    __NR_mmap, __NR_munmap, __NR_mprotect, __NR_mremap, __NR_madvise, __NR_brk, __NR_mincore, __NR_msync,
    // A file without a name: libvips takes a profile to convert to as a file only.
    __NR_memfd_create,
    __NR_get_mempolicy, __NR_set_mempolicy, __NR_membarrier,
    __NR_futex, __NR_rseq, __NR_set_robust_list, __NR_set_tid_address, __NR_gettid, __NR_getpid, __NR_getppid,
    __NR_exit, __NR_exit_group, __NR_sched_yield, __NR_sched_getaffinity, __NR_sched_getattr, __NR_sched_getparam,
    __NR_sched_getscheduler, __NR_sched_get_priority_max, __NR_sched_get_priority_min, __NR_getcpu, __NR_getpriority,
    __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_rt_sigpending, __NR_rt_sigsuspend,
    __NR_rt_sigtimedwait, __NR_sigaltstack, __NR_restart_syscall,
    __NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep, __NR_nanosleep, __NR_gettimeofday, __NR_times,
    __NR_getrandom, __NR_getrusage, __NR_sysinfo, __NR_uname, __NR_umask,
    __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid,
#ifdef __NR_faccessat2
    __NR_faccessat2,
#endif
#ifdef __NR_close_range
    __NR_close_range,
#endif
#ifdef __NR_epoll_pwait2
    __NR_epoll_pwait2,
#endif
#ifdef __x86_64__
    __NR_open, __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_poll, __NR_select, __NR_epoll_create,
    __NR_epoll_wait, __NR_dup2, __NR_pipe, __NR_time,
#endif
};

// Tried by libraries in good faith: by fontconfig for its cache, by ORC for its code, by glibc for the names of users
// and by stdio for terminals. They go on without.
static const int refused[] = {
    __NR_socket, __NR_getsockname, __NR_getpeername, __NR_ioctl, __NR_flock, __NR_mkdirat,
    __NR_unlinkat, __NR_renameat2, __NR_linkat, __NR_symlinkat, __NR_fchmod, __NR_fchmodat, __NR_utimensat,
    __NR_fallocate, __NR_fsync, __NR_fdatasync, __NR_sched_setscheduler,
    __NR_sched_setparam, __NR_sched_setaffinity, __NR_mbind, __NR_mlock, __NR_munlock, __NR_inotify_init1,
    __NR_copy_file_range, __NR_sendfile, __NR_setitimer, __NR_timer_create, __NR_getxattr, __NR_lgetxattr,
#ifdef __NR_renameat
    __NR_renameat,
#endif
#ifdef __x86_64__
    __NR_mkdir, __NR_rmdir, __NR_unlink, __NR_rename, __NR_link, __NR_symlink, __NR_chmod, __NR_utimes, __NR_utime,
    __NR_inotify_init, __NR_arch_prctl,
#endif
};

// The flags that glibc and musl start threads with; the second is ignored by the kernel.
#define THREAD_FLAGS                                                                                                     \
    (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS                    \
     | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_DETACHED)

#define ALLOW SECCOMP_RET_ALLOW
#define KILL SECCOMP_RET_KILL_PROCESS
#define FAIL(code) (SECCOMP_RET_ERRNO | (code))

// Halves of arguments; both architectures are little-endian.
#define LOW(number) (uint32_t) (offsetof(struct seccomp_data, args) + 8 * (number))
#define HIGH(number) (LOW(number) + 4)

struct program {
    struct sock_filter steps[512];
    unsigned short count;
};

static void add(struct program *program, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false)
{
    if (program->count < sizeof program->steps / sizeof *program->steps)
        program->steps[program->count] = (struct sock_filter) {code, if_true, if_false, value};
    program->count++;
}

static void load(struct program *program, uint32_t offset) { add(program, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }

static void end(struct program *program, uint32_t result) { add(program, BPF_RET | BPF_K, result, 0, 0); }

// Ends with `result` if the loaded value is `value`.
static void end_if(struct program *program, uint32_t value, uint32_t result)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    end(program, result);
}

// Ends with `result` unless the loaded value is `value`.
static void end_unless(struct program *program, uint32_t value, uint32_t result)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    end(program, result);
}

// Begins the rules for one call, which `done` closes. Every path through them has to end: the number of the call is no
// longer loaded.
static unsigned begin(struct program *program, int call)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t) call, 0, 0);
    return program->count - 1u;
}

static void done(struct program *program, unsigned start)
{
    if (program->count <= sizeof program->steps / sizeof *program->steps)
        program->steps[start].jf = (uint8_t) (program->count - start - 1);
}

static void require_zero(struct program *program, int argument, uint32_t result)
{
    load(program, LOW(argument));
    end_unless(program, 0, result);
    load(program, HIGH(argument));
    end_unless(program, 0, result);
}

static void allow_threads(struct program *program)
{
    unsigned start = begin(program, __NR_clone);
    load(program, HIGH(0));
    end_unless(program, 0, KILL);
    load(program, LOW(0));
    add(program, BPF_ALU | BPF_AND | BPF_K, ~(uint32_t) THREAD_FLAGS, 0, 0);
    end_unless(program, 0, KILL);
    load(program, LOW(0));
    add(program, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
    end(program, ALLOW);
    end(program, KILL);
    done(program, start);
#ifdef __NR_clone3
    // Its flags are in memory, which a filter cannot see: glibc uses the older call instead.
    end_if(program, __NR_clone3, FAIL(ENOSYS));
#endif
}

// Sending and receiving over the connected socket, without an address.
static void allow_messages(struct program *program)
{
    unsigned start = begin(program, __NR_sendto);
    load(program, LOW(0));
    end_unless(program, SOCKET, KILL);
    require_zero(program, 4, KILL);
    end(program, ALLOW);
    done(program, start);
    const int receiving[] = {__NR_recvfrom, __NR_recvmsg};
    for (int i = 0; i < 2; i++) {
        start = begin(program, receiving[i]);
        load(program, LOW(0));
        end_unless(program, SOCKET, KILL);
        end(program, ALLOW);
        done(program, start);
    }
}

// Signals to this process only: a crash looks like a crash.
static void allow_own_signals(struct program *program)
{
    const int sending[] = {__NR_tgkill, __NR_kill};
    for (int i = 0; i < 2; i++) {
        unsigned start = begin(program, sending[i]);
        load(program, LOW(0));
        end_if(program, (uint32_t) getpid(), ALLOW);
        end(program, KILL);
        done(program, start);
    }
}

static void allow_own_limits(struct program *program)
{
    unsigned start = begin(program, __NR_prlimit64);
    load(program, LOW(0));
    end_unless(program, 0, KILL);
    load(program, LOW(1));
    end_if(program, RLIMIT_AS, ALLOW);
    require_zero(program, 2, FAIL(EPERM));
    end(program, ALLOW);
    done(program, start);
#ifdef __x86_64__
    end_if(program, __NR_getrlimit, ALLOW);
#endif
}

// Threads of Swift and of GLib set their own priority. GLib names the thread, whose number is not known here; it only
// needs to believe that it succeeded.
static void allow_own_priority(struct program *program)
{
    unsigned start = begin(program, __NR_setpriority);
    load(program, LOW(0));
    end_unless(program, PRIO_PROCESS, FAIL(EPERM));
    load(program, LOW(1));
    end_unless(program, 0, FAIL(EPERM));
    end(program, ALLOW);
    done(program, start);
    end_if(program, __NR_sched_setattr, FAIL(0));
}

static void allow_some(struct program *program, int call, int argument, const uint32_t *values, int count)
{
    unsigned start = begin(program, call);
    load(program, LOW(argument));
    for (int i = 0; i < count; i++) end_if(program, values[i], ALLOW);
    end(program, FAIL(EINVAL));
    done(program, start);
}

static void write_program(struct program *program)
{
    load(program, offsetof(struct seccomp_data, arch));
    end_unless(program, ARCHITECTURE, KILL);
    load(program, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    add(program, BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1);
    end(program, KILL);
#endif
    for (unsigned i = 0; i < sizeof allowed / sizeof *allowed; i++) end_if(program, (uint32_t) allowed[i], ALLOW);
    allow_threads(program);
    allow_messages(program);
    allow_own_signals(program);
    allow_own_limits(program);
    allow_own_priority(program);
    static const uint32_t options[] = {PR_SET_NAME, PR_GET_NAME, SET_MAPPING_NAME};
    allow_some(program, __NR_prctl, 0, options, sizeof options / sizeof *options);
    // Neither locks nor owners, who receive signals.
    static const uint32_t commands[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL};
    allow_some(program, __NR_fcntl, 1, commands, sizeof commands / sizeof *commands);
    for (unsigned i = 0; i < sizeof refused / sizeof *refused; i++)
        end_if(program, (uint32_t) refused[i], FAIL(EPERM));
    end(program, KILL);
}

int alcedo_can_restrict_calls(void)
{
    uint32_t action = SECCOMP_RET_KILL_PROCESS;
    return syscall(__NR_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

int alcedo_restrict_calls(void)
{
    struct program program = {.count = 0};
    write_program(&program);
    if (program.count > sizeof program.steps / sizeof *program.steps) return E2BIG;
    struct sock_fprog text = {program.count, program.steps};
    long result = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &text);
    // A positive number is that of a thread with filters of its own.
    return result == 0 ? 0 : result > 0 ? EBUSY : errno;
}

#else

int alcedo_can_restrict_calls(void) { return 0; }

int alcedo_restrict_calls(void) { return ENOSYS; }

#endif
