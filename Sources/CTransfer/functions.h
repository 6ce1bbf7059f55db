// Made by .ci/make-tables from functions.list. Include it after the headers of the library.
#include "alcedo_library.h"

#define FUNCTIONS_OF_ALCEDO_CURL(F) \
    F(curl_easy_cleanup) \
    F(curl_easy_getinfo) \
    F(curl_easy_init) \
    F(curl_easy_setopt) \
    F(curl_easy_strerror) \
    F(curl_global_init) \
    F(curl_multi_add_handle) \
    F(curl_multi_cleanup) \
    F(curl_multi_info_read) \
    F(curl_multi_init) \
    F(curl_multi_perform) \
    F(curl_multi_poll) \
    F(curl_multi_remove_handle) \
    F(curl_multi_setopt) \
    F(curl_multi_wakeup) \
    F(curl_slist_append) \
    F(curl_slist_free_all)

// NULL, or why the functions cannot be called. Ask first.
const char *alcedo_curl_fault(void);

#ifdef ALCEDO_LOOKS_UP
#undef curl_easy_cleanup
#undef curl_easy_getinfo
#undef curl_easy_init
#undef curl_easy_setopt
#undef curl_easy_strerror
#undef curl_global_init
#undef curl_multi_add_handle
#undef curl_multi_cleanup
#undef curl_multi_info_read
#undef curl_multi_init
#undef curl_multi_perform
#undef curl_multi_poll
#undef curl_multi_remove_handle
#undef curl_multi_setopt
#undef curl_multi_wakeup
#undef curl_slist_append
#undef curl_slist_free_all

struct alcedo_curl_functions {
#define F(name) __typeof__(name) *name;
    FUNCTIONS_OF_ALCEDO_CURL(F)
#undef F
};

extern struct alcedo_curl_functions alcedo_curl_functions;

#define curl_easy_cleanup (*alcedo_curl_functions.curl_easy_cleanup)
#define curl_easy_getinfo (*alcedo_curl_functions.curl_easy_getinfo)
#define curl_easy_init (*alcedo_curl_functions.curl_easy_init)
#define curl_easy_setopt (*alcedo_curl_functions.curl_easy_setopt)
#define curl_easy_strerror (*alcedo_curl_functions.curl_easy_strerror)
#define curl_global_init (*alcedo_curl_functions.curl_global_init)
#define curl_multi_add_handle (*alcedo_curl_functions.curl_multi_add_handle)
#define curl_multi_cleanup (*alcedo_curl_functions.curl_multi_cleanup)
#define curl_multi_info_read (*alcedo_curl_functions.curl_multi_info_read)
#define curl_multi_init (*alcedo_curl_functions.curl_multi_init)
#define curl_multi_perform (*alcedo_curl_functions.curl_multi_perform)
#define curl_multi_poll (*alcedo_curl_functions.curl_multi_poll)
#define curl_multi_remove_handle (*alcedo_curl_functions.curl_multi_remove_handle)
#define curl_multi_setopt (*alcedo_curl_functions.curl_multi_setopt)
#define curl_multi_wakeup (*alcedo_curl_functions.curl_multi_wakeup)
#define curl_slist_append (*alcedo_curl_functions.curl_slist_append)
#define curl_slist_free_all (*alcedo_curl_functions.curl_slist_free_all)
#endif

#define DEFINE_ALCEDO_CURL ALCEDO_TABLE(alcedo_curl, "libcurl.so.4", FUNCTIONS_OF_ALCEDO_CURL)
