#include "alcedo_transfer.h"

// Its checks of types are macros around functions, which are macros here.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "functions.h"

DEFINE_ALCEDO_CURL

struct alcedo_transfers {
    CURLM *multi;
};

struct alcedo_transfer {
    CURL *easy;
    struct curl_slist *headers;
    struct curl_slist *places;
    alcedo_transfer_hooks hooks;
    char message[CURL_ERROR_SIZE];
};

const char *alcedo_transfer_fault(void) {
    return alcedo_curl_fault();
}

static void set_up(void) {
    curl_global_init(CURL_GLOBAL_DEFAULT);
}

alcedo_transfers *alcedo_transfers_new(void) {
    if (alcedo_curl_fault() != NULL) return NULL;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set_up);
    // TLS libraries write to sockets without MSG_NOSIGNAL. The signal goes to the thread that writes.
    sigset_t broken_pipe;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, NULL);
    alcedo_transfers *group = malloc(sizeof *group);
    if (!group) return NULL;
    group->multi = curl_multi_init();
    if (!group->multi) {
        free(group);
        return NULL;
    }
    // By default four for each transfer under way, so that connections are closed whenever there is little to do.
    curl_multi_setopt(group->multi, CURLMOPT_MAXCONNECTS, 64L);
    return group;
}

void alcedo_transfers_free(alcedo_transfers *group) {
    curl_multi_cleanup(group->multi);
    free(group);
}

void alcedo_transfers_work(alcedo_transfers *group) {
    int running = 0;
    curl_multi_perform(group->multi, &running);
}

void alcedo_transfers_wait(alcedo_transfers *group, int milliseconds) {
    curl_multi_poll(group->multi, NULL, 0, milliseconds, NULL);
}

void alcedo_transfers_wake(alcedo_transfers *group) {
    curl_multi_wakeup(group->multi);
}

static size_t take_line(char *bytes, size_t size, size_t count, void *data) {
    alcedo_transfer *transfer = data;
    transfer->hooks.line(transfer->hooks.context, bytes, size * count);
    return size * count;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *data) {
    alcedo_transfer *transfer = data;
    if (transfer->hooks.body(transfer->hooks.context, bytes, size * count) != 0) return 0;
    return size * count;
}

// Checks the address right before connecting, because a name can resolve to a different address at any time.
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address) {
    alcedo_transfer *transfer = data;
    const unsigned char *bytes = NULL;
    size_t count = 0;
    if (address->family == AF_INET) {
        bytes = (const unsigned char *)&((const struct sockaddr_in *)(const void *)&address->addr)->sin_addr;
        count = 4;
    } else if (address->family == AF_INET6) {
        bytes = (const unsigned char *)&((const struct sockaddr_in6 *)(const void *)&address->addr)->sin6_addr;
        count = 16;
    }
    (void)purpose;
    if (!bytes || !transfer->hooks.may_connect(transfer->hooks.context, bytes, count)) return CURL_SOCKET_BAD;
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    return socket(address->family, address->socktype, address->protocol);
#endif
}

static int set_up_transfer(alcedo_transfer *transfer, const alcedo_transfer_request *request) {
    CURL *easy = transfer->easy;
    int failed = 0;
    for (const char *const *header = request->headers; header && *header; header++) {
        struct curl_slist *longer = curl_slist_append(transfer->headers, *header);
        if (!longer) return 0;
        transfer->headers = longer;
    }
    if (request->place) {
        transfer->places = curl_slist_append(NULL, request->place);
        if (!transfer->places) return 0;
    }
#define SET(option, value) failed |= curl_easy_setopt(easy, option, value) != CURLE_OK
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_PRIVATE, transfer);
    SET(CURLOPT_ERRORBUFFER, transfer->message);
#if LIBCURL_VERSION_NUM >= 0x075500
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
#else
    SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    if (transfer->places) SET(CURLOPT_RESOLVE, transfer->places);
#if LIBCURL_VERSION_NUM >= 0x075700
    // Do not wait for an unresponsive name server: it would block all transfers of the thread.
    SET(CURLOPT_QUICK_EXIT, 1L);
#endif
    // The caller handles redirects, retries, timeouts and limits.
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    if (request->connect_milliseconds > 0) {
        SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
    } else {
        SET(CURLOPT_CONNECTTIMEOUT, 86400L);
    }
    if (request->slow_seconds > 0) {
        SET(CURLOPT_LOW_SPEED_LIMIT, request->slow_bytes_per_second);
        SET(CURLOPT_LOW_SPEED_TIME, request->slow_seconds);
    }
    if (request->signing) {
#if LIBCURL_VERSION_NUM >= 0x074b00
        SET(CURLOPT_AWS_SIGV4, request->signing);
        SET(CURLOPT_USERPWD, request->credentials);
#else
        return 0;
#endif
    }
    SET(CURLOPT_BUFFERSIZE, 131072L);
    SET(CURLOPT_HTTPHEADER, transfer->headers);
    // Decompresses what servers compress unrequested. (The request itself asks for "identity".)
    SET(CURLOPT_ACCEPT_ENCODING, "");
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    if (!request->uses_proxy) SET(CURLOPT_PROXY, "");
    // The variables in which the curl command looks for certificate authorities that the system lacks.
    const char *file = getenv("CURL_CA_BUNDLE");
    if (!file || !*file) file = getenv("SSL_CERT_FILE");
    const char *folder = getenv("SSL_CERT_DIR");
    if (file && *file) SET(CURLOPT_CAINFO, file);
    if (folder && *folder) SET(CURLOPT_CAPATH, folder);
    if (request->body) {
        // Waiting for permission to send it costs a second with servers that do not answer "Expect: 100-continue". (Without
        // the field altogether, libcurl 7.88 computes a wrong AWS signature.)
        SET(CURLOPT_EXPECT_100_TIMEOUT_MS, 1L);
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
        SET(CURLOPT_COPYPOSTFIELDS, request->body);
    }
    if (strcmp(request->method, "HEAD") == 0) {
        SET(CURLOPT_NOBODY, 1L);
    } else if (request->body || strcmp(request->method, "GET") != 0) {
        SET(CURLOPT_CUSTOMREQUEST, request->method);
    }
    SET(CURLOPT_HEADERFUNCTION, take_line);
    SET(CURLOPT_HEADERDATA, transfer);
    SET(CURLOPT_WRITEFUNCTION, take_body);
    SET(CURLOPT_WRITEDATA, transfer);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, transfer);
#undef SET
    return !failed;
}

static void let_go(alcedo_transfer *transfer) {
    if (transfer->easy) curl_easy_cleanup(transfer->easy);
    curl_slist_free_all(transfer->headers);
    curl_slist_free_all(transfer->places);
    free(transfer);
}

alcedo_transfer *alcedo_transfer_start(
    alcedo_transfers *group, const alcedo_transfer_request *request, alcedo_transfer_hooks hooks) {
    alcedo_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->hooks = hooks;
    transfer->easy = curl_easy_init();
    if (!transfer->easy || !set_up_transfer(transfer, request)
        || curl_multi_add_handle(group->multi, transfer->easy) != CURLM_OK) {
        let_go(transfer);
        return NULL;
    }
    return transfer;
}

alcedo_transfer *alcedo_transfers_ended(alcedo_transfers *group, int *code) {
    int rest = 0;
    CURLMsg *message = curl_multi_info_read(group->multi, &rest);
    // There is only one kind of message.
    if (!message || message->msg != CURLMSG_DONE) return NULL;
    char *transfer = NULL;
    *code = (int)message->data.result;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    return (alcedo_transfer *)(void *)transfer;
}

void alcedo_transfer_free(alcedo_transfers *group, alcedo_transfer *transfer) {
    curl_multi_remove_handle(group->multi, transfer->easy);
    let_go(transfer);
}

int alcedo_transfer_proxy_status(alcedo_transfer *transfer) {
    long status = 0;
    curl_easy_getinfo(transfer->easy, CURLINFO_HTTP_CONNECTCODE, &status);
    return (int)status;
}

const char *alcedo_transfer_message(const alcedo_transfer *transfer) {
    return transfer->message;
}

const char *alcedo_transfer_words(int code) {
    return alcedo_curl_fault() == NULL ? curl_easy_strerror((CURLcode)code) : alcedo_curl_fault();
}
