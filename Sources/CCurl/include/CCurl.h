// libcurl, which is loaded when the first transfer needs it: with its 27 libraries it takes a
// quarter of the time in which the program starts, and most commands send nothing.
#ifndef C_CURL_H
#define C_CURL_H

// The checks of types are macros in the names of functions.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Loads libcurl and initializes it. Must be called once, before any other function.
//
// Returns NULL, or the reason why the library cannot be used.
const char *odograph_curl_load(void);

// libcurl's functions by their own names, behind a prefix.
const char *odograph_curl_version(void);
CURL *odograph_curl_easy_init(void);
void odograph_curl_easy_cleanup(CURL *handle);
struct curl_slist *odograph_curl_slist_append(struct curl_slist *list, const char *line);
void odograph_curl_slist_free_all(struct curl_slist *list);
CURLM *odograph_curl_multi_init(void);
void odograph_curl_multi_cleanup(CURLM *multi);
void odograph_curl_multi_add_handle(CURLM *multi, CURL *handle);
void odograph_curl_multi_remove_handle(CURLM *multi, CURL *handle);
void odograph_curl_multi_perform(CURLM *multi, int *running_count);
void odograph_curl_multi_poll(CURLM *multi, int timeout_milliseconds);
void odograph_curl_multi_wakeup(CURLM *multi);
CURLMsg *odograph_curl_multi_info_read(CURLM *multi, int *waiting_count);

// libcurl's functions of any number of arguments, which Swift cannot call, one for each type.
typedef size_t (*odograph_curl_sink)(char *bytes, size_t size, size_t count, void *target);
void odograph_curl_set_number(CURL *handle, CURLoption option, long value);
void odograph_curl_set_text(CURL *handle, CURLoption option, const char *value);
void odograph_curl_set_pointer(CURL *handle, CURLoption option, void *value);
void odograph_curl_set_sink(CURL *handle, CURLoption option, odograph_curl_sink sink);
// libcurl copies the bytes.
void odograph_curl_set_body(CURL *handle, const void *bytes, curl_off_t count);
void odograph_curl_allow_http_alone(CURL *handle);
long odograph_curl_status(CURL *handle);
// The address that a redirect leads to; NULL where the answer is none.
const char *odograph_curl_redirect(CURL *handle);

#endif
