// libcurl's functions of any number of arguments, which Swift cannot call, one for each type.
#include <curl/curl.h>

typedef size_t (*odograph_curl_sink)(char *bytes, size_t size, size_t count, void *target);

static inline void odograph_curl_set_number(CURL *handle, CURLoption option, long value) {
  curl_easy_setopt(handle, option, value);
}

static inline void odograph_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  curl_easy_setopt(handle, option, value);
}

static inline void odograph_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  curl_easy_setopt(handle, option, value);
}

static inline void odograph_curl_set_sink(
    CURL *handle, CURLoption option, odograph_curl_sink sink) {
  curl_easy_setopt(handle, option, sink);
}

// libcurl copies the bytes.
static inline void odograph_curl_set_body(CURL *handle, const void *bytes, curl_off_t count) {
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, count);
  curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}

// CURLOPT_PROTOCOLS_STR is newer (7.85) than some systems that Odograph runs on.
static inline void odograph_curl_allow_http_alone(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS);
#endif
}

static inline long odograph_curl_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

// The address that a redirect leads to; NULL where the answer is none.
static inline const char *odograph_curl_redirect(CURL *handle) {
  char *url = NULL;
  curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &url);
  return url;
}
