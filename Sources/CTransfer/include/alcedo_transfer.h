#ifndef ALCEDO_TRANSFER_H
#define ALCEDO_TRANSFER_H

#include <stddef.h>

/// Transfers over HTTP, many at a time, on one thread: libcurl's multi interface behind fixed signatures.
///
/// Everything but alcedo_transfers_wake belongs to the thread that made the group.

/// A group of transfers, and the connections that they share.
typedef struct alcedo_transfers alcedo_transfers;
/// One request and its answer.
typedef struct alcedo_transfer alcedo_transfer;

/// Who hears of a transfer. Each is called from within alcedo_transfers_work.
typedef struct {
    void *context;
    /// One line of what comes before or behind a body, with its end of line.
    void (*line)(void *context, const char *bytes, size_t count);
    /// A piece of the body. Anything but 0 ends the transfer.
    int (*body)(void *context, const char *bytes, size_t count);
    /// Whether a connection to this address (4 bytes, or 16) may be opened; 0 if not. Old connections are not asked about.
    int (*may_connect)(void *context, const unsigned char *bytes, size_t count);
} alcedo_transfer_hooks;

/// What is sent.
typedef struct {
    const char *url;
    const char *method;
    /// `Name: value` each, or `Name;` where the value is empty; a null pointer ends them.
    const char *const *headers;
    /// A null pointer where there is none.
    const void *body;
    size_t body_count;
    /// Whether the proxies that the environment names are used.
    int uses_proxy;
    /// Where the host is, as `+host:port:address,address`; a null pointer to look it up.
    const char *place;
} alcedo_transfer_request;

/// A group, or a null pointer when there is no memory. Broken connections are no signal to the thread that calls this.
alcedo_transfers *alcedo_transfers_new(void);

/// Lets go of a group without transfers.
void alcedo_transfers_free(alcedo_transfers *group);

/// Does what can be done without waiting.
void alcedo_transfers_work(alcedo_transfers *group);

/// Waits until there is something to do, somebody wakes it, or the time is over.
void alcedo_transfers_wait(alcedo_transfers *group, int milliseconds);

/// Ends alcedo_transfers_wait, or the next one at once. From any thread.
void alcedo_transfers_wake(alcedo_transfers *group);

/// Starts a transfer; the request need not outlive the call. A null pointer when it cannot be.
alcedo_transfer *alcedo_transfer_start(
    alcedo_transfers *group, const alcedo_transfer_request *request, alcedo_transfer_hooks hooks);

/// A transfer that has ended since the last time, with libcurl's number for how (0: well), or a null pointer.
alcedo_transfer *alcedo_transfers_ended(alcedo_transfers *group, int *code);

/// What the proxy answered when it was asked for a connection, or 0 if nothing.
int alcedo_transfer_proxy_status(alcedo_transfer *transfer);

/// Breaks a transfer off if it has not ended, and lets go of it. Its hooks are not called any more.
void alcedo_transfer_free(alcedo_transfers *group, alcedo_transfer *transfer);

/// libcurl's words for one of its numbers: constant text without anything from a request.
const char *alcedo_transfer_words(int code);

#endif
