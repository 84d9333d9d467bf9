// Random bytes from the seed of the launch.
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint64_t random_state;

void seed_random(uint64_t seed) { random_state = seed; }

// SplitMix64 (Steele, Lea, Flood 2014): the whole state is one number.
static uint64_t next_random(void) {
  uint64_t z = random_state += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

void fill_random(void *buffer, size_t length) {
  const virtual_time_phone_t *phone = virtual_time_thread_phone();
  unsigned char *bytes = buffer;
  while (length > 0) {
    uint64_t value = phone ? phone->random(phone->context) : next_random();
    size_t part = length < sizeof value ? length : sizeof value;
    memcpy(bytes, &value, part);
    bytes += part;
    length -= part;
  }
}

ssize_t getrandom(void *buffer, size_t length, unsigned int flags) {
  begin();
  if (!is_virtual()) return system_call(SYS_getrandom, (long)buffer, (long)length, flags, 0, 0, 0);
  fill_random(buffer, length);
  return (ssize_t)length;
}

// A lock of libdispatch or of Swift's own waits by this system call. As all of the app's work runs
// on one thread, no other would ever wake it.
static void check_futex(int *word, int operation, int value, void *caller) {
  bool is_wait = false, is_lock = false;
  switch (operation & FUTEX_CMD_MASK) {
  case FUTEX_WAIT: case FUTEX_WAIT_BITSET: is_wait = true; break;
  case FUTEX_LOCK_PI: case FUTEX_LOCK_PI2: is_lock = true; break;
  default: return;
  }
  if (is_wait && *word != value) return;
  if (is_lock && *word == 0) return;
  Dl_info info;
  if (!dladdr(caller, &info) || !info.dli_fname) return;
  // The runtime's printer of backtraces waits for a process of its own.
  if (strstr(info.dli_fname, "libdispatch") || strstr(info.dli_fname, "libswiftSynchronization"))
    refuse("it waits for a lock or a queue that other work of it holds while that work waits");
}

static bool asks_for_main(void *caller) {
  Dl_info info;
  return dladdr(caller, &info) && info.dli_sname && !strcmp(info.dli_sname, "_CFIsMainThread");
}

static bool is_of_concurrency(void *caller) {
  Dl_info info;
  return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libswift_Concurrency");
}

// Swift's library asks the kernel for random bytes by this function.
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_getrandom) return getrandom((void *)a, (size_t)b, (unsigned int)c);
  // An app's thread is the main one for its code, and for the library's check of the main actor.
  if (virtual_time_thread_phone() && number == SYS_gettid
      && (asks_for_main(__builtin_return_address(0))
          || is_of_concurrency(__builtin_return_address(0))))
    return getpid();
  if (is_on && number == SYS_futex)
    check_futex((int *)a, (int)b, (int)c, __builtin_return_address(0));
  // Foundation's check for the main thread, while work of another queue runs.
  if (is_on && number == SYS_gettid && asks_for_main(__builtin_return_address(0)))
    return is_on_app_thread() && place_of(main_queue()) == current ? getpid() : getpid() + 1;
  return system_call(number, a, b, c, d, e, f);
}

// Foundation reads random bytes from this file. An unnamed file of them takes its place.
static int open_random(void) {
  unsigned char bytes[65536];
  fill_random(bytes, sizeof bytes);
  int file = memfd_create("random", MFD_CLOEXEC);
  if (file < 0) return -1;
  if (write(file, bytes, sizeof bytes) != (ssize_t)sizeof bytes) abort();
  lseek(file, 0, SEEK_SET);
  return file;
}

static bool is_random(const char *path) {
  return is_virtual() && (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random"));
}

static mode_t mode_of(int flags, va_list list) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
}

int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_of(flags, list);
  va_end(list);
  if (is_random(path)) return open_random();
  return (int)system_call(SYS_openat, folder, (long)path, flags, mode, 0, 0);
}

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = mode_of(flags, list);
  va_end(list);
  return openat(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));
int openat64(int folder, const char *path, int flags, ...) __attribute__((alias("openat")));

FILE *fopen(const char *path, const char *mode) {
  REAL(FILE * (*)(const char *, const char *), fopen);
  return is_random(path) ? fdopen(open_random(), mode) : fopen_real(path, mode);
}

FILE *fopen64(const char *path, const char *mode) __attribute__((alias("fopen")));

int getentropy(void *buffer, size_t length) {
  if (length > 256) {
    errno = EIO;
    return -1;
  }
  return getrandom(buffer, length, 0) == (ssize_t)length ? 0 : -1;
}

void arc4random_buf(void *buffer, size_t length) { getrandom(buffer, length, 0); }

uint32_t arc4random(void) {
  uint32_t value;
  arc4random_buf(&value, sizeof value);
  return value;
}


// Without the bias of a plain remainder: values below 2^32 mod bound are drawn again.
uint32_t arc4random_uniform(uint32_t bound) {
  if (bound < 2) return 0;
  for (;;) {
    uint32_t value = arc4random();
    if (value >= -bound % bound) return value % bound;
  }
}
