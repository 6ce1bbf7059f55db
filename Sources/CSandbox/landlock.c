// Landlock: which files a process may reach. Numbers and structures are the kernel's (include/uapi/linux/landlock.h),
// repeated here because headers are often older than the kernel.
#define _GNU_SOURCE
#include "alcedo_sandbox.h"

#include <errno.h>

#ifdef __linux__
#include <dirent.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The numbers are the same on every architecture.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_FOR_VERSION = 1 };
enum { RULE_BENEATH_PATH = 1 };

enum {
    FILE_WRITE = 1 << 1,
    FILE_READ = 1 << 2,
    FOLDER_READ = 1 << 3,
};

// Rights that a version knows are refused unless a rule grants them. Bits are only ever added at the end.
struct version {
    unsigned file_rights;
    unsigned net_rights;
    unsigned scopes;
};

static const struct version versions[] = {
    {13, 0, 0}, // files and folders
    {14, 0, 0}, // moving between folders
    {15, 0, 0}, // truncating
    {15, 2, 0}, // binding and connecting TCP sockets
    {16, 2, 0}, // control of devices
    {16, 2, 2}, // abstract sockets and signals
};
enum { LAST = sizeof versions / sizeof *versions };

struct ruleset {
    uint64_t files;
    uint64_t net;
    uint64_t scopes;
};

struct rule {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed));

int alcedo_landlock_version(void)
{
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_FOR_VERSION);
    return version > 0 ? (int) version : 0;
}

static uint64_t first_bits(unsigned count) { return (1ull << count) - 1; }

static void allow(int rules, const char *path, uint64_t more)
{
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0) return;
    struct stat status;
    if (fstat(file, &status) == 0) {
        struct rule rule = {.allowed = FILE_READ | more, .folder = file};
        if (S_ISDIR(status.st_mode)) rule.allowed |= FOLDER_READ;
        // What cannot be allowed stays refused, which shows where it is used.
        (void) syscall(ADD_RULE, rules, RULE_BENEATH_PATH, &rule, 0);
    }
    close(file);
}

// A library in a folder of libraries has others beside it, which are loaded later. Elsewhere, such as in a project's
// folder, it is just a file.
static int is_for_libraries(const char *folder)
{
    for (const char *part = folder; part != NULL; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "lib", 3) == 0) return 1;
    }
    return 0;
}

static int allow_library(struct dl_phdr_info *library, size_t size, void *data)
{
    (void) size;
    char folder[4096];
    const char *name = library->dlpi_name;
    const char *end = name != NULL ? strrchr(name, '/') : NULL;
    if (end == NULL || end == name || (size_t) (end - name) >= sizeof folder) return 0;
    memcpy(folder, name, (size_t) (end - name));
    folder[end - name] = 0;
    allow(*(int *) data, is_for_libraries(folder) ? folder : name, 0);
    return 0;
}

int alcedo_restrict_files(const char *const paths[])
{
    int version = alcedo_landlock_version();
    if (version == 0) return 0;
    const struct version *known = &versions[(version < LAST ? version : LAST) - 1];
    struct ruleset refused = {
        first_bits(known->file_rights), first_bits(known->net_rights), first_bits(known->scopes)};
    // A kernel refuses a structure with fields that it does not know, unless they are 0.
    int rules = (int) syscall(CREATE_RULESET, &refused, sizeof refused, 0);
    if (rules < 0) return -1;
    for (; *paths != NULL; paths++) allow(rules, *paths, 0);
    dl_iterate_phdr(allow_library, &rules);
    allow(rules, "/dev/null", FILE_WRITE);
    char own[32];
    snprintf(own, sizeof own, "/proc/%d", (int) getpid());
    allow(rules, own, 0);
    int result = (int) syscall(RESTRICT_SELF, rules, 0);
    int failure = errno;
    close(rules);
    errno = failure;
    return result == 0 ? version : -1;
}

int alcedo_give_up_privileges(unsigned long long most_bytes)
{
    // Otherwise a file that grows too large ends the process; its writer can report the error.
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {most_bytes, most_bytes}, none = {0, 0}, now;
    if (getrlimit(RLIMIT_FSIZE, &now) == 0 && now.rlim_max < most_bytes) limit.rlim_cur = limit.rlim_max = now.rlim_max;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0 || setrlimit(RLIMIT_CORE, &none) != 0) return errno;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
    return 0;
}

int alcedo_count_threads(void)
{
    DIR *folder = opendir("/proc/self/task");
    if (folder == NULL) return 0;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

#else

int alcedo_landlock_version(void) { return 0; }

int alcedo_restrict_files(const char *const paths[])
{
    (void) paths;
    return 0;
}

int alcedo_give_up_privileges(unsigned long long most_bytes)
{
    (void) most_bytes;
    return 0;
}

int alcedo_count_threads(void) { return 0; }

#endif
