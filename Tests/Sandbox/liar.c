// Preloaded into workers by Tests/Integration/35-liars: changes what they send to their build, as a decoder might that a
// picture has taken over. Beside the library: `next`, the seed of the next worker. The greeting is sent before anything is
// decoded, and stays.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint64_t state;
static int is_worker;

// xorshift64* (Vigna 2016).
static uint64_t draw(uint64_t below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (state * 0x2545F4914F6CDD1Dull >> 16) % below;
}

__attribute__((constructor)) static void start(void)
{
    Dl_info own;
    char path[1100], text[16] = {0};
    if (getenv("ALCEDO_WORKER") == NULL || dladdr((void *) start, &own) == 0) return;
    snprintf(path, sizeof path - 8, "%s", own.dli_fname);
    char *end = strrchr(path, '/');
    if (end == NULL) return;
    strcpy(end, "/next");
    int counter = open(path, O_RDWR);
    if (counter < 0) return;
    flock(counter, LOCK_EX);
    (void) !pread(counter, text, sizeof text - 1, 0);
    unsigned seed = (unsigned) atoi(text);
    snprintf(text, sizeof text, "%u", seed + 1);
    (void) !pwrite(counter, text, strlen(text), 0);
    close(counter);
    state = seed * 0x9E3779B97F4A7C15ull + 1;
    is_worker = 1;
}

static int pass(const void *bytes, size_t count)
{
    for (size_t sent = 0; sent < count;) {
        long now = syscall(SYS_sendto, 3, (const char *) bytes + sent, count - sent, MSG_NOSIGNAL, NULL, 0);
        if (now < 0 && errno == EINTR) continue;
        if (now < 0) return -1;
        sent += (size_t) now;
    }
    return 0;
}

static void change(unsigned char *bytes, size_t count)
{
    static const uint64_t extremes[] = {0, 1, 255, 1ull << 31, 1ull << 32, 1ull << 34, 1ull << 62, 1ull << 63, ~0ull};
    static const double numbers[] = {1e9, -1, 1e308, 0.0 / 0.0};
    size_t place = draw(count);
    switch (draw(4)) {
    case 0: bytes[place] ^= (unsigned char) (1u << draw(8)); break;
    case 1: bytes[place] = (unsigned char) draw(256); break;
    case 2:
        if (count >= 8) memcpy(bytes + draw(count - 7), &extremes[draw(9)], 8);
        break;
    default:
        if (count >= 8) memcpy(bytes + draw(count - 7), &numbers[draw(4)], 8);
    }
}

ssize_t send(int socket, const void *bytes, size_t count, int flags)
{
    static int greeted;
    static unsigned char former[1 << 16];
    static size_t former_count;
    (void) flags;
    if (!is_worker || socket != 3 || !greeted || count > 1 << 20 || draw(24) != 0) {
        greeted |= socket == 3;
        if (socket == 3 && count <= sizeof former && draw(2) == 0) memcpy(former, bytes, former_count = count);
        return syscall(SYS_sendto, socket, bytes, count, MSG_NOSIGNAL, NULL, 0);
    }
    unsigned char *copy = malloc(count + 1);
    memcpy(copy, bytes, count);
    size_t length = count;
    switch (draw(12)) {
    case 0: length = draw(count); break;
    case 1: return (ssize_t) count;
    case 2: (void) pass(copy, count); break;
    case 3: (void) pass(former, former_count); break;
    case 4:
        // Until the build has had enough.
        while (pass(copy, count) == 0) {}
        break;
    case 5:
        while (pass(former, former_count) == 0 && former_count > 0) {}
        break;
    default:
        for (uint64_t times = 1 + draw(3); times > 0; times--) change(copy, count);
    }
    int result = pass(copy, length);
    free(copy);
    return result == 0 ? (ssize_t) count : -1;
}
