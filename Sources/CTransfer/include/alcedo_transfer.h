#ifndef ALCEDO_TRANSFER_H
#define ALCEDO_TRANSFER_H

#include <stddef.h>

/// Concurrent HTTP transfers on one thread: libcurl's multi interface behind fixed signatures.
///
/// Call everything except alcedo_transfers_wake on the thread that created the group.

/// NULL, or why libcurl cannot be loaded, in the system's words. Loads it, at the first call; without it no group can be made.
const char *alcedo_transfer_fault(void);

/// A group of transfers with shared connections.
typedef struct alcedo_transfers alcedo_transfers;
/// A request and its response.
typedef struct alcedo_transfer alcedo_transfer;

/// The callbacks of a transfer, called from alcedo_transfers_work.
typedef struct {
    void *context;
    /// A line of the headers or trailers, including its line ending.
    void (*line)(void *context, const char *bytes, size_t count);
    /// A piece of the body. Any result but 0 ends the transfer.
    int (*body)(void *context, const char *bytes, size_t count);
    /// Whether to connect to this address (4 or 16 bytes); 0 to refuse. Not called for reused connections.
    int (*may_connect)(void *context, const unsigned char *bytes, size_t count);
} alcedo_transfer_hooks;

/// A request.
typedef struct {
    const char *url;
    const char *method;
    /// `Name: value`, or `Name;` for an empty value; terminated by NULL.
    const char *const *headers;
    /// NULL for no body.
    const void *body;
    size_t body_count;
    /// Whether to use the proxies from the environment.
    int uses_proxy;
    /// The addresses of the host, as `+host:port:address,address`; NULL to resolve it.
    const char *place;
    /// The time limit for a connection; 0 for none.
    long connect_milliseconds;
    /// Ends a transfer that has been slower than this for slow_seconds; 0 for no limit.
    long slow_bytes_per_second;
    long slow_seconds;
    /// The scope of an AWS signature of version 4, such as `aws:amz:eu-west-1:s3`, and `key:secret`; NULL for none.
    const char *signing;
    const char *credentials;
} alcedo_transfer_request;

/// Returns a group, or NULL if out of memory. Blocks SIGPIPE from broken connections on the calling thread.
alcedo_transfers *alcedo_transfers_new(void);

/// Frees a group without transfers.
void alcedo_transfers_free(alcedo_transfers *group);

/// Does all work that is possible without waiting.
void alcedo_transfers_work(alcedo_transfers *group);

/// Waits for work, for alcedo_transfers_wake, or for the timeout.
void alcedo_transfers_wait(alcedo_transfers *group, int milliseconds);

/// Ends the current or the next alcedo_transfers_wait. Thread-safe.
void alcedo_transfers_wake(alcedo_transfers *group);

/// Starts a transfer; the request need not outlive the call. Returns NULL on failure.
alcedo_transfer *alcedo_transfer_start(
    alcedo_transfers *group, const alcedo_transfer_request *request, alcedo_transfer_hooks hooks);

/// Returns a transfer that has ended since the last call, with libcurl's result code (0 for success), or NULL.
alcedo_transfer *alcedo_transfers_ended(alcedo_transfers *group, int *code);

/// Returns the status of the proxy's response to CONNECT, or 0 if there is none.
int alcedo_transfer_proxy_status(alcedo_transfer *transfer);

/// Returns libcurl's message of a transfer that has failed, until it is freed; empty if there is none. It may quote the URL.
const char *alcedo_transfer_message(const alcedo_transfer *transfer);

/// Cancels a transfer that has not ended, and frees it. Its hooks are not called any more.
void alcedo_transfer_free(alcedo_transfers *group, alcedo_transfer *transfer);

/// Returns libcurl's description of a result code: constant text without any part of a request.
const char *alcedo_transfer_words(int code);

#endif
