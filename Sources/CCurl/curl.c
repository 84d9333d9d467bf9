#include "CCurl.h"

#include <dlfcn.h>

// The second name is that of a libcurl with GnuTLS, which Debian has beside the first.
// Packaging/libraries reads these names.
static const char *const names[] = {
#ifdef __APPLE__
    "libcurl.4.dylib",
#else
    "libcurl.so.4",
    "libcurl-gnutls.so.4",
#endif
};

#define FUNCTIONS(EACH) \
  EACH(curl_global_init) EACH(curl_version) \
  EACH(curl_easy_init) EACH(curl_easy_cleanup) EACH(curl_easy_setopt) EACH(curl_easy_getinfo) \
  EACH(curl_slist_append) EACH(curl_slist_free_all) \
  EACH(curl_multi_init) EACH(curl_multi_cleanup) EACH(curl_multi_add_handle) \
  EACH(curl_multi_remove_handle) EACH(curl_multi_perform) EACH(curl_multi_poll) \
  EACH(curl_multi_wakeup) EACH(curl_multi_info_read)

#define POINTER(name) __typeof__(&name) name;
static struct { FUNCTIONS(POINTER) } library;

#define FIND(name) \
  library.name = (__typeof__(&name))dlsym(handle, #name); \
  if (!library.name) return dlerror();

const char *odograph_curl_load(void) {
  void *handle = NULL;
  const char *error = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !handle; i++) {
    handle = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!handle && !error) error = dlerror();
  }
  if (!handle) return error;
  FUNCTIONS(FIND)
  return library.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK
      ? NULL : "libcurl cannot be initialized";
}

const char *odograph_curl_version(void) { return library.curl_version(); }

CURL *odograph_curl_easy_init(void) { return library.curl_easy_init(); }

void odograph_curl_easy_cleanup(CURL *handle) { library.curl_easy_cleanup(handle); }

struct curl_slist *odograph_curl_slist_append(struct curl_slist *list, const char *line) {
  return library.curl_slist_append(list, line);
}

void odograph_curl_slist_free_all(struct curl_slist *list) { library.curl_slist_free_all(list); }

CURLM *odograph_curl_multi_init(void) { return library.curl_multi_init(); }

void odograph_curl_multi_cleanup(CURLM *multi) { library.curl_multi_cleanup(multi); }

void odograph_curl_multi_add_handle(CURLM *multi, CURL *handle) {
  library.curl_multi_add_handle(multi, handle);
}

void odograph_curl_multi_remove_handle(CURLM *multi, CURL *handle) {
  library.curl_multi_remove_handle(multi, handle);
}

void odograph_curl_multi_perform(CURLM *multi, int *running_count) {
  library.curl_multi_perform(multi, running_count);
}

void odograph_curl_multi_poll(CURLM *multi, int timeout_milliseconds) {
  library.curl_multi_poll(multi, NULL, 0, timeout_milliseconds, NULL);
}

void odograph_curl_multi_wakeup(CURLM *multi) { library.curl_multi_wakeup(multi); }

CURLMsg *odograph_curl_multi_info_read(CURLM *multi, int *waiting_count) {
  return library.curl_multi_info_read(multi, waiting_count);
}

void odograph_curl_set_number(CURL *handle, CURLoption option, long value) {
  library.curl_easy_setopt(handle, option, value);
}

void odograph_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  library.curl_easy_setopt(handle, option, value);
}

void odograph_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  library.curl_easy_setopt(handle, option, value);
}

void odograph_curl_set_sink(CURL *handle, CURLoption option, odograph_curl_sink sink) {
  library.curl_easy_setopt(handle, option, sink);
}

void odograph_curl_set_body(CURL *handle, const void *bytes, curl_off_t count) {
  library.curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, count);
  library.curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}

// CURLOPT_PROTOCOLS_STR is newer (7.85) than some systems that Odograph runs on.
void odograph_curl_allow_http_alone(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  library.curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  library.curl_easy_setopt(handle, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
}

long odograph_curl_status(CURL *handle) {
  long status = 0;
  library.curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

const char *odograph_curl_redirect(CURL *handle) {
  char *url = NULL;
  library.curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &url);
  return url;
}
