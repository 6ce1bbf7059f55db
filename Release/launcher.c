// `bin/alcedo` of the tarball: starts the program in `libexec/alcedo`, if the libraries that it loads are there.
//
// Otherwise the dynamic linker would end it with the name of a file. A package of a system has dependencies, so only the
// tarball needs this. LIBRARIES is a list of names in quotation marks, from the program (Release/make).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const libraries[] = {LIBRARIES};
enum { COUNT = sizeof libraries / sizeof libraries[0] };

// What shells exit with for a program that cannot be started.
enum { NOT_STARTED = 127 };

// Where the libraries of the common systems are.
static const struct {
    const char *library, *debian, *fedora, *arch;
} packages[] = {
    {"libvips.so", "libvips42", "vips", "libvips"},       {"libexif.so", "libexif12", "libexif", "libexif"},
    {"libyaml-0.so", "libyaml-0-2", "libyaml", "libyaml"}, {"libcurl.so", "libcurl4", "libcurl", "curl"},
    {"libglib-2.0.so", "libglib2.0-0", "glib2", "glib2"}, {"libgobject-2.0.so", "libglib2.0-0", "glib2", "glib2"},
    {"libgio-2.0.so", "libglib2.0-0", "glib2", "glib2"},  {"libstdc++.so", "libstdc++6", "libstdc++", "gcc-libs"},
};

// Whether the linker's cache has a library. Reading it takes a hundredth of the time of loading libvips twice.
static bool is_cached(const void *cache, size_t size, const char *name)
{
    const size_t length = strlen(name) + 1;
    const char *start = cache, *end = start + size;
    while (start < end) {
        const char *found = memmem(start, (size_t) (end - start), name, length);
        if (found == NULL) return false;
        // The end of a path, or a name by itself.
        if (found == (const char *) cache || found[-1] == '/' || found[-1] == '\0') return true;
        start = found + 1;
    }
    return false;
}

static bool reads(const char *text, const char *word)
{
    return text != NULL && strstr(text, word) != NULL;
}

// Prints one line with the packages to install.
static void complain(const char *const missing[], int count)
{
    char release[4096] = "";
    const int file = open("/etc/os-release", O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        const ssize_t read_bytes = read(file, release, sizeof release - 1);
        release[read_bytes > 0 ? read_bytes : 0] = '\0';
        close(file);
    }
    const char *command = NULL;
    int system = 0;
    if (reads(release, "ID=debian") || reads(release, "ID=ubuntu") || reads(release, "ID_LIKE=debian")
        || reads(release, "ID_LIKE=\"debian") || reads(release, "ID_LIKE=\"ubuntu"))
        command = "sudo apt-get install", system = 0;
    else if (reads(release, "fedora"))
        command = "sudo dnf install", system = 1;
    else if (reads(release, "ID=arch") || reads(release, "ID_LIKE=arch") || reads(release, "ID_LIKE=\"arch"))
        command = "sudo pacman -S", system = 2;

    fprintf(stderr, "error: alcedo needs %s", missing[0]);
    for (int i = 1; i < count; i++) fprintf(stderr, ", %s", missing[i]);
    fprintf(stderr, ", which %s not on this machine; install ", count == 1 ? "is" : "are");
    if (command != NULL) fprintf(stderr, "%s with '%s", count == 1 ? "it" : "them", command);
    char said[512] = " ";
    for (int i = 0; i < count; i++) {
        const char *package = NULL;
        for (size_t j = 0; j < sizeof packages / sizeof packages[0]; j++)
            if (strncmp(missing[i], packages[j].library, strlen(packages[j].library)) == 0)
                package = system == 0 ? packages[j].debian : system == 1 ? packages[j].fedora : packages[j].arch;
        char word[64];
        if (command == NULL) package = NULL;
        snprintf(word, sizeof word, " %s ", package != NULL ? package : missing[i]);
        if (strstr(said, word) != NULL || strlen(said) + strlen(word) >= sizeof said) continue;
        strcat(said, word + 1);
        fprintf(stderr, "%s%s", command != NULL || i > 0 ? " " : "", package != NULL ? package : missing[i]);
    }
    fprintf(stderr, "%s\n", command != NULL ? "'" : " (libvips 8.14 or later)");
}

int main(int argc, char *argv[])
{
    (void) argc;
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 32);
    if (length <= 0) {
        fprintf(stderr, "error: alcedo needs /proc to be mounted\n");
        return NOT_STARTED;
    }
    path[length] = '\0';
    // bin/alcedo
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(path, '/');
        if (slash != NULL) *slash = '\0';
    }
    strcat(path, "/libexec/alcedo");

    const void *cache = MAP_FAILED;
    struct stat status = {0};
    const int file = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        if (fstat(file, &status) == 0 && status.st_size > 0)
            cache = mmap(NULL, (size_t) status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        close(file);
    }
    const char *missing[COUNT];
    int count = 0;
    for (int i = 0; i < COUNT; i++) {
        if (cache != MAP_FAILED && is_cached(cache, (size_t) status.st_size, libraries[i])) continue;
        // It may be elsewhere: LD_LIBRARY_PATH, or a system without that cache.
        if (dlopen(libraries[i], RTLD_LAZY) == NULL) missing[count++] = libraries[i];
    }
    if (count > 0) {
        complain(missing, count);
        return NOT_STARTED;
    }
    execv(path, argv);
    fprintf(stderr, "error: cannot start %s: %s\n", path, strerror(errno));
    return NOT_STARTED;
}
