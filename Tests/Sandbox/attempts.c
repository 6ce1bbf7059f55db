// What a decoder that a picture has taken over would try. Built twice by Tests/Integration/34-sandbox: as a library that is
// preloaded into workers, each of which tries one thing before it reads its first message, and as a program that tries the
// same things without a sandbox, to show that they can work.
//
// Beside the library: `next`, the number of the next attempt, `log` for results, `site` with the site's folder.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static char site[1024], folder[1024];
static int log_file = -1;
static pid_t parent;

static const char *in_site(const char *name)
{
    static char paths[4][2048];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", site, name);
    return path;
}

static const char *of_parent(const char *name)
{
    static char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int) parent, name);
    return path;
}

#define TRY(name, expression) \
    static long try_##name(void) { return (long) (expression); }
#define READ(name, path) TRY(name, open(path, O_RDONLY))
#define LIST(name, path) TRY(name, open(path, O_RDONLY | O_DIRECTORY))

READ(read_secret, in_site("secret"))
READ(read_manifest, in_site("images.yml"))
READ(read_users, "/etc/passwd")
READ(read_passwords, "/etc/shadow")
READ(read_through_root, "/proc/self/root/etc/passwd")
READ(read_through_cwd, "/proc/self/cwd/images.yml")
READ(read_parents_environment, of_parent("environ"))
READ(read_parents_memory, of_parent("mem"))
READ(read_parents_maps, of_parent("maps"))
READ(read_parents_file, of_parent("fd/0"))
READ(read_cache, in_site(".alcedo/CACHEDIR.TAG"))
READ(read_output, in_site("out/index.json"))
READ(read_logs_of_kernel, "/proc/kmsg")
READ(read_mounts_of_parent, of_parent("mountinfo"))
LIST(list_site, site)
LIST(list_cache, in_site(".alcedo"))
LIST(list_root, "/")
LIST(list_temporary, "/tmp")
LIST(list_processes, "/proc")
TRY(write_manifest, open(in_site("images.yml"), O_WRONLY | O_APPEND))
TRY(create_in_output, open(in_site("out/new.html"), O_WRONLY | O_CREAT, 0644))
TRY(create_in_cache, open(in_site(".alcedo/new"), O_WRONLY | O_CREAT, 0644))
TRY(create_temporary, open("/tmp/alcedo-probe", O_WRONLY | O_CREAT, 0644))
TRY(create_nameless, open("/tmp", O_TMPFILE | O_RDWR, 0600))
TRY(write_own_memory, open("/proc/self/mem", O_RDWR))
TRY(open_terminal, open("/dev/tty", O_RDWR))
TRY(truncate_manifest, truncate(in_site("victim"), 3))
TRY(delete_file, unlink(in_site("victim")))
TRY(rename_file, rename(in_site("victim"), in_site("other")))
TRY(link_file, link(in_site("victim"), in_site("other")))
TRY(make_link, symlink("/etc/passwd", in_site("other")))
TRY(make_folder, mkdir(in_site("other"), 0755))
TRY(make_pipe, mkfifo(in_site("other"), 0644))
TRY(change_mode, chmod(in_site("victim"), 0777))
TRY(change_owner, chown(in_site("victim"), getuid(), getgid()))
TRY(change_date, utimes(in_site("victim"), NULL))
TRY(change_attribute, setxattr(in_site("victim"), "user.a", "b", 1, 0))
TRY(change_folder, chdir("/"))
TRY(change_root, chroot("/"))
TRY(mount_memory, mount("none", "/mnt", "tmpfs", 0, NULL))
TRY(unshare_user, unshare(CLONE_NEWUSER))
TRY(unshare_mounts, unshare(CLONE_NEWNS))

TRY(socket_tcp, socket(AF_INET, SOCK_STREAM, 0))
TRY(socket_udp, socket(AF_INET, SOCK_DGRAM, 0))
TRY(socket_unix, socket(AF_UNIX, SOCK_STREAM, 0))
TRY(socket_kernel, socket(AF_NETLINK, SOCK_RAW, 0))
static long try_socket_pair(void)
{
    int pair[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
}
static long try_send_descriptor(void)
{
    int pair[2];
    if (prctl(PR_GET_SECCOMP) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return -1;
    struct iovec piece = {"x", 1};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    return sendmsg(prctl(PR_GET_SECCOMP) == 0 ? pair[0] : 3, &message, 0);
}
static long try_connect_abstract(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0alcedo-probe"};
    int own = socket(AF_UNIX, SOCK_DGRAM, 0);
    return own < 0 ? -1 : bind(own, (struct sockaddr *) &name, sizeof name);
}

TRY(signal_parent, kill(parent, 0))
TRY(signal_everybody, kill(-1, 0))
TRY(signal_thread, syscall(SYS_tgkill, parent, parent, 0))
static long try_queue_signal(void)
{
    siginfo_t information = {.si_code = SI_QUEUE};
    return syscall(SYS_rt_sigqueueinfo, parent, 0, &information);
}
TRY(open_parent, syscall(434, parent, 0))
static long try_take_descriptor(void)
{
    int file = (int) syscall(434, parent, 0);
    return file < 0 ? -1 : syscall(438, file, 2, 0);
}
TRY(own_signals_of_parent, fcntl(2, F_SETOWN, parent))
TRY(limit_parent, prlimit(parent, RLIMIT_CORE, &(struct rlimit) {0, 0}, NULL))
TRY(slow_parent, setpriority(PRIO_PROCESS, (id_t) parent, getpriority(PRIO_PROCESS, (id_t) parent)))
static long try_bind_parent(void)
{
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    return sched_setaffinity(parent, sizeof set, &set);
}
TRY(trace_parent, ptrace(PTRACE_SEIZE, parent, 0, 0))
static long try_read_process(void)
{
    char byte;
    struct iovec here = {&byte, 1}, there = {&parent, 1};
    return process_vm_readv(parent, &here, 1, &there, 1, 0);
}
static long try_write_process(void)
{
    char byte = 1;
    struct iovec here = {&byte, 1}, there = {folder + 1000, 1};
    return process_vm_writev(parent, &here, 1, &there, 1, 0);
}
TRY(compare_processes, syscall(SYS_kcmp, getpid(), parent, 0, 0, 0))
static long try_reach_neighbours(void)
{
    char path[64];
    for (int pid = getpid() - 20; pid < getpid() + 20; pid++) {
        if (pid == getpid()) continue;
        snprintf(path, sizeof path, "/proc/%d/mem", pid);
        if (open(path, O_RDONLY) >= 0) return 0;
    }
    return -1;
}

static long try_fork(void)
{
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return child;
}
static long try_fork_anew(void)
{
    uint64_t arguments[8] = {[4] = SIGCHLD};
    long child = syscall(435, arguments, sizeof arguments);
    if (child == 0) _exit(0);
    return child;
}
static long try_vfork(void)
{
    long child = syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    return child;
}
// Only returns if it fails.
static long execute(long (*start)(void))
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    (void) !write(log_file, "", 0);
    return start();
}
static char *const none[] = {NULL};
static long start_true(void) { return execve("/bin/true", none, none); }
static long start_memory(void)
{
    int memory = (int) syscall(SYS_memfd_create, "a", 0), program = open("/bin/true", O_RDONLY);
    char bytes[4096];
    if (memory < 0) return -1;
    for (ssize_t count; (count = read(program, bytes, sizeof bytes)) > 0;) (void) !write(memory, bytes, (size_t) count);
    return syscall(SYS_execveat, memory, "", none, none, 0x1000);
}
TRY(execute, execute(start_true))
TRY(execute_memory, execute(start_memory))

TRY(io_uring, syscall(425, 8, calloc(1, 256)))
TRY(bpf, syscall(SYS_bpf, 0, calloc(1, 256), 64))
static long try_performance_events(void)
{
    uint32_t attributes[32] = {1, 112};
    return syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0);
}
TRY(userfaultfd, syscall(SYS_userfaultfd, O_CLOEXEC | 1))
TRY(keys, syscall(SYS_keyctl, 0, -3, 1))
TRY(file_handles, syscall(SYS_name_to_handle_at, AT_FDCWD, "/", (unsigned[]) {128, [1 ... 40] = 0}, &(int) {0}, 0))
TRY(watch_everything, syscall(SYS_fanotify_init, 0, O_RDONLY))
TRY(kernel_modules, syscall(SYS_init_module, "", 0, ""))
TRY(personality, syscall(SYS_personality, 0xffffffff))
TRY(become_root, setuid(getuid()))
TRY(type_for_terminal, ioctl(0, TIOCSTI, "x"))
TRY(be_dumpable, prctl(PR_SET_DUMPABLE, 1, 0, 0, 0))
TRY(ask_for_the_end_of_parent, prctl(PR_SET_PDEATHSIG, SIGKILL))
TRY(large_files, setrlimit(RLIMIT_FSIZE, &(struct rlimit) {RLIM_INFINITY, RLIM_INFINITY}))
TRY(core_dumps, setrlimit(RLIMIT_CORE, &(struct rlimit) {RLIM_INFINITY, RLIM_INFINITY}))
static long try_find_secrets(void) { return getenv("HOME") != NULL || getenv("SECRET_TOKEN") != NULL ? 0 : -1; }

static void *read_users(void *result)
{
    *(long *) result = open("/etc/passwd", O_RDONLY);
    return NULL;
}
static long try_from_a_thread(void)
{
    pthread_t thread;
    long result = -1;
    if (pthread_create(&thread, NULL, read_users, &result) != 0) return -1;
    pthread_join(thread, NULL);
    return result;
}
// Files that were open before: all but the log are the worker's own, and none is in the site.
static long try_find_descriptors(void)
{
    char link[64], path[2048];
    for (int file = 0; file < 1024; file++) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t length = file == log_file ? -1 : readlink(link, path, sizeof path - 1);
        if (length > 0 && strncmp(path, site, strlen(site)) == 0) return 0;
    }
    return -1;
}
#ifdef __x86_64__
TRY(small_pointers, syscall(0x40000000 + SYS_getpid))
static long try_calls_of_32_bits(void)
{
    long result = 20;
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    return result;
}
#endif

#define ATTEMPT(name) {#name, try_##name}
static const struct {
    const char *name;
    long (*attempt)(void);
} attempts[] = {
    ATTEMPT(read_secret), ATTEMPT(read_manifest), ATTEMPT(read_users), ATTEMPT(read_passwords),
    ATTEMPT(read_through_root), ATTEMPT(read_through_cwd), ATTEMPT(read_parents_environment),
    ATTEMPT(read_parents_memory), ATTEMPT(read_parents_maps), ATTEMPT(read_parents_file), ATTEMPT(read_cache),
    ATTEMPT(read_output), ATTEMPT(read_logs_of_kernel), ATTEMPT(read_mounts_of_parent), ATTEMPT(list_site),
    ATTEMPT(list_cache), ATTEMPT(list_root), ATTEMPT(list_temporary), ATTEMPT(list_processes),
    ATTEMPT(write_manifest), ATTEMPT(create_in_output), ATTEMPT(create_in_cache), ATTEMPT(create_temporary),
    ATTEMPT(create_nameless), ATTEMPT(write_own_memory), ATTEMPT(open_terminal), ATTEMPT(truncate_manifest),
    ATTEMPT(delete_file), ATTEMPT(rename_file), ATTEMPT(link_file), ATTEMPT(make_link), ATTEMPT(make_folder),
    ATTEMPT(make_pipe), ATTEMPT(change_mode), ATTEMPT(change_owner), ATTEMPT(change_date), ATTEMPT(change_attribute),
    ATTEMPT(change_folder), ATTEMPT(change_root), ATTEMPT(mount_memory), ATTEMPT(unshare_user),
    ATTEMPT(unshare_mounts), ATTEMPT(socket_tcp), ATTEMPT(socket_udp), ATTEMPT(socket_unix), ATTEMPT(socket_kernel),
    ATTEMPT(socket_pair), ATTEMPT(send_descriptor), ATTEMPT(connect_abstract), ATTEMPT(signal_parent),
    ATTEMPT(signal_everybody), ATTEMPT(signal_thread), ATTEMPT(queue_signal), ATTEMPT(open_parent),
    ATTEMPT(take_descriptor), ATTEMPT(own_signals_of_parent), ATTEMPT(limit_parent), ATTEMPT(slow_parent),
    ATTEMPT(bind_parent), ATTEMPT(trace_parent), ATTEMPT(read_process), ATTEMPT(write_process),
    ATTEMPT(compare_processes), ATTEMPT(reach_neighbours), ATTEMPT(fork), ATTEMPT(fork_anew), ATTEMPT(vfork),
    ATTEMPT(execute), ATTEMPT(execute_memory), ATTEMPT(io_uring), ATTEMPT(bpf),
    ATTEMPT(performance_events), ATTEMPT(userfaultfd), ATTEMPT(keys), ATTEMPT(file_handles), ATTEMPT(watch_everything),
    ATTEMPT(kernel_modules), ATTEMPT(personality), ATTEMPT(become_root), ATTEMPT(type_for_terminal),
    ATTEMPT(be_dumpable), ATTEMPT(ask_for_the_end_of_parent), ATTEMPT(large_files), ATTEMPT(core_dumps),
    ATTEMPT(find_secrets), ATTEMPT(from_a_thread), ATTEMPT(find_descriptors),
#ifdef __x86_64__
    ATTEMPT(small_pointers), ATTEMPT(calls_of_32_bits),
#endif
};
enum { COUNT = sizeof attempts / sizeof *attempts };

static void note(const char *word, const char *name)
{
    char line[128];
    int length = snprintf(line, sizeof line, "%s %s\n", word, name);
    (void) !write(log_file, line, (size_t) length);
}

// Whether an attempt works. A program that is replaced leaves only its beginning in the log.
static void run(int number)
{
    note("begin", attempts[number].name);
    note(attempts[number].attempt() >= 0 ? "HOLE" : "held", attempts[number].name);
}

static int open_beside(const char *name, int flags)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return open(path, flags | O_CLOEXEC);
}

static void prepare(void)
{
    int file = open_beside("site", O_RDONLY);
    ssize_t length = read(file, site, sizeof site - 1);
    site[length > 0 ? length : 0] = 0;
    close(file);
    file = open_beside("log", O_WRONLY | O_APPEND);
    log_file = fcntl(file, F_DUPFD, 300);
    close(file);
    parent = getppid();
}

#ifdef LIBRARY

static int number = -1;

__attribute__((constructor)) static void start(void)
{
    Dl_info own;
    if (getenv("ALCEDO_WORKER") == NULL || dladdr((void *) start, &own) == 0) return;
    snprintf(folder, sizeof folder, "%s", own.dli_fname);
    char *end = strrchr(folder, '/');
    if (end == NULL) return;
    *end = 0;
    // The workers of a build start at the same time.
    int counter = open_beside("next", O_RDWR);
    flock(counter, LOCK_EX);
    char text[16] = {0};
    (void) !pread(counter, text, sizeof text - 1, 0);
    number = atoi(text);
    snprintf(text, sizeof text, "%d", number < 0 ? number : number + 1);
    (void) !pwrite(counter, text, strlen(text), 0);
    close(counter);
    prepare();
}

// The first bytes from the coordinator are read when everything is in force.
ssize_t read(int file, void *bytes, size_t count)
{
    static int has_begun;
    if (file == 3 && !has_begun && log_file >= 0) {
        has_begun = 1;
        if (number < 0) abort();
        if (number < COUNT) {
            run(number);
            _exit(0);
        }
    }
    return syscall(SYS_read, file, bytes, count);
}

#else

// Without the sandbox, each in a process of its own.
int main(int count, char **arguments)
{
    if (count == 2 && strcmp(arguments[1], "count") == 0) return printf("%d\n", COUNT) < 0;
    snprintf(folder, sizeof folder, "%s", count > 1 ? arguments[1] : ".");
    for (int number = 0; number < COUNT; number++) {
        pid_t child = fork();
        if (child == 0) {
            prepare();
            run(number);
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
    }
    return 0;
}

#endif
