// Definitions of libc's and libdispatch's functions in the executable take precedence over the
// libraries' own for Foundation, libswiftDispatch and libswift_Concurrency alike, since these call
// them through the dynamic linker. So Date(), clocks, Task.sleep, actors and queues follow virtual
// time without a change to the app's source.
#define _GNU_SOURCE
#include "VirtualTime.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef void (*function_t)(void *);

static bool is_on;
static int64_t wall_now, uptime_now;
static uint64_t random_state;

static void (*virtual_time_wait)(int64_t);
static void (*virtual_time_refuse)(const char *);

void virtual_time_set_wait(void (*wait)(int64_t)) { virtual_time_wait = wait; }
void virtual_time_set_refuse(void (*refuse)(const char *)) { virtual_time_refuse = refuse; }

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// MARK: The queue

// A piece of work. One of a wall deadline moves when the wall clock jumps.
typedef struct {
  int64_t due;  // uptime; for a wall deadline, the wall time
  uint64_t order;
  bool is_wall;
  function_t function;
  void *context;
} work_t;

static work_t *heap;
static size_t heap_count, heap_capacity;
static uint64_t order_count;

static int64_t saturating_sum(int64_t a, int64_t b) {
  int64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) return b > 0 ? INT64_MAX : INT64_MIN;
  return sum;
}

static int64_t due_uptime(const work_t *work) {
  if (!work->is_wall) return work->due;
  return saturating_sum(work->due, uptime_now - wall_now);
}

static bool is_before(const work_t *a, const work_t *b) {
  int64_t first = due_uptime(a), second = due_uptime(b);
  return first != second ? first < second : a->order < b->order;
}

static void sift_up(size_t index) {
  while (index > 0) {
    size_t parent = (index - 1) / 2;
    if (!is_before(&heap[index], &heap[parent])) return;
    work_t swapped = heap[index];
    heap[index] = heap[parent];
    heap[parent] = swapped;
    index = parent;
  }
}

static void sift_down(size_t index) {
  for (;;) {
    size_t first = index, left = 2 * index + 1, right = left + 1;
    if (left < heap_count && is_before(&heap[left], &heap[first])) first = left;
    if (right < heap_count && is_before(&heap[right], &heap[first])) first = right;
    if (first == index) return;
    work_t swapped = heap[index];
    heap[index] = heap[first];
    heap[first] = swapped;
    index = first;
  }
}

static void add(function_t function, void *context, int64_t due, bool is_wall) {
  if (heap_count == heap_capacity) {
    heap_capacity = heap_capacity ? 2 * heap_capacity : 256;
    heap = realloc(heap, heap_capacity * sizeof(work_t));
    if (!heap) abort();
  }
  heap[heap_count] = (work_t){due, order_count++, is_wall, function, context};
  sift_up(heap_count++);
}

static work_t take_first(void) {
  work_t first = heap[0];
  heap[0] = heap[--heap_count];
  sift_down(0);
  return first;
}

void virtual_time_call_at(int64_t uptime, void *context, function_t function) {
  add(function, context, uptime, false);
}

int64_t virtual_time_next_due(void) { return heap_count ? due_uptime(&heap[0]) : INT64_MAX; }

void virtual_time_run_due(void) {
  while (heap_count && due_uptime(&heap[0]) <= uptime_now) {
    work_t work = take_first();
    work.function(work.context);
  }
}

// MARK: Start

// A phone starts the process with its clocks and a seed in the environment. They hold before any
// code of the app or of Swift's libraries runs: the first that needs them switches them on, which
// is Swift's library when it draws the seed of its hashes.
__attribute__((constructor)) static void begin(void) {
  static bool has_begun;
  if (has_begun) return;
  has_begun = true;
  const char *text = getenv("ODOGRAPH_CLOCKS");
  long long wall, uptime;
  unsigned long long seed;
  if (text && sscanf(text, "%lld,%lld,%llu", &wall, &uptime, &seed) == 3)
    virtual_time_begin(wall, uptime, seed);
}

// MARK: Clocks

bool virtual_time_is_on(void) { return is_on; }
int64_t virtual_time_wall(void) { return wall_now; }
int64_t virtual_time_uptime(void) { return uptime_now; }

void virtual_time_begin(int64_t wall, int64_t uptime, uint64_t seed) {
  wall_now = wall;
  uptime_now = uptime;
  random_state = seed;
  is_on = true;
}

void virtual_time_move(int64_t wall, int64_t uptime) {
  bool has_jumped = wall - uptime != wall_now - uptime_now;
  wall_now = wall;
  if (uptime > uptime_now) uptime_now = uptime;
  // A jump of the wall clock changes the order of wall deadlines among the others.
  if (has_jumped)
    for (size_t index = heap_count / 2; index-- > 0;) sift_down(index);
}

// A system call without libc's function of that name, which is defined below.
static long system_call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
#else
  register long x8 __asm__("x8") = number;
  register long result __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(result)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
#endif
  if (result >= 0 || result < -4095) return result;
  errno = (int)-result;
  return -1;
}

#define CALL2(number, a, b) system_call(number, (long)(a), (long)(b), 0, 0, 0, 0)

static int64_t real_clock(clockid_t clock) {
  struct timespec time;
  CALL2(SYS_clock_gettime, clock, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int64_t virtual_time_real_uptime(void) { return real_clock(CLOCK_MONOTONIC); }

static bool is_wall_clock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!is_on || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
    return (int)CALL2(SYS_clock_gettime, clock, time);
  int64_t now = is_wall_clock(clock) ? wall_now : uptime_now;
  time->tv_sec = now / 1000000000LL;
  time->tv_nsec = now % 1000000000LL;
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

// MARK: Sleeps

static void pass(int64_t nanoseconds) {
  int64_t end = saturating_sum(uptime_now, nanoseconds);
  while (uptime_now < end) virtual_time_wait(end);
}

static int64_t nanoseconds_of(const struct timespec *time) {
  int64_t seconds;
  if (__builtin_mul_overflow((int64_t)time->tv_sec, 1000000000LL, &seconds)) return INT64_MAX;
  return saturating_sum(seconds, time->tv_nsec);
}

int nanosleep(const struct timespec *span, struct timespec *left) {
  if (!is_on) return (int)CALL2(SYS_nanosleep, span, left);
  pass(nanoseconds_of(span));
  return 0;
}

int clock_nanosleep(
    clockid_t clock, int flags, const struct timespec *span, struct timespec *left) {
  if (!is_on) {
    return system_call(
               SYS_clock_nanosleep, clock, flags, (long)span, (long)left, 0, 0) == 0
               ? 0
               : errno;
  }
  int64_t length = nanoseconds_of(span);
  if (flags & TIMER_ABSTIME) length -= is_wall_clock(clock) ? wall_now : uptime_now;
  if (length > 0) pass(length);
  return 0;
}

unsigned int sleep(unsigned int seconds) {
  struct timespec span = {seconds, 0};
  nanosleep(&span, NULL);
  return 0;
}

int usleep(useconds_t microseconds) {
  struct timespec span = {microseconds / 1000000, microseconds % 1000000 * 1000L};
  return nanosleep(&span, NULL);
}

// MARK: Random bytes

// SplitMix64 (Steele, Lea, Flood 2014): the whole state is one number.
static uint64_t next_random(void) {
  uint64_t z = random_state += 0x9E3779B97F4A7C15ULL;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

static void fill_random(void *buffer, size_t length) {
  unsigned char *bytes = buffer;
  while (length > 0) {
    uint64_t value = next_random();
    size_t part = length < sizeof value ? length : sizeof value;
    memcpy(bytes, &value, part);
    bytes += part;
    length -= part;
  }
}

ssize_t getrandom(void *buffer, size_t length, unsigned int flags) {
  begin();
  if (!is_on) return system_call(SYS_getrandom, (long)buffer, (long)length, flags, 0, 0, 0);
  fill_random(buffer, length);
  return (ssize_t)length;
}

// Swift's library asks the kernel for random bytes by this function.
long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_getrandom) return getrandom((void *)a, (size_t)b, (unsigned int)c);
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

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
  va_end(list);
  if (is_on && (!strcmp(path, "/dev/urandom") || !strcmp(path, "/dev/random")))
    return open_random();
  return openat(AT_FDCWD, path, flags, mode);
}

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

// MARK: Threads

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  if (is_on && virtual_time_refuse) virtual_time_refuse("it started a thread of its own");
  return REAL(pthread_create)(thread, attributes, start, argument);
}

// MARK: Queues

// A block of the C language, whose layout the Block ABI of Clang fixes.
typedef struct {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *);
} block_t;

extern void *_Block_copy(const void *);
extern void _Block_release(const void *);

static void run_block(void *block) {
  ((block_t *)block)->invoke(block);
  _Block_release(block);
}

#define FOREVER (~0ULL)
#define WALL_NOW (~1ULL)

// Adds work at a dispatch_time_t: 0 is now, bit 63 marks a wall or monotonic time, and bit 62 a
// wall time, which is stored negated (libdispatch, shims/time.h).
static void add_at(uint64_t when, void *context, function_t function) {
  if (when == FOREVER) return;
  if (when == 0) return add(function, context, uptime_now, false);
  if (when == WALL_NOW) return add(function, context, wall_now, true);
  if (!(when & (1ULL << 63))) return add(function, context, (int64_t)when, false);
  if (when & (1ULL << 62)) return add(function, context, -(int64_t)when, true);
  add(function, context, (int64_t)(when & ~(1ULL << 63)), false);
}

void dispatch_async_f(void *queue, void *context, function_t work) {
  if (!is_on) {
    void (*real)(void *, void *, function_t) = dlsym(RTLD_NEXT, "dispatch_async_f");
    return real(queue, context, work);
  }
  add(work, context, uptime_now, false);
}

void dispatch_async(void *queue, void *block) {
  if (!is_on) {
    void (*real)(void *, void *) = dlsym(RTLD_NEXT, "dispatch_async");
    return real(queue, block);
  }
  add(run_block, _Block_copy(block), uptime_now, false);
}

void dispatch_barrier_async(void *queue, void *block) { dispatch_async(queue, block); }

void dispatch_barrier_async_f(void *queue, void *context, function_t work) {
  dispatch_async_f(queue, context, work);
}

void dispatch_after_f(uint64_t when, void *queue, void *context, function_t work) {
  if (!is_on) {
    void (*real)(uint64_t, void *, void *, function_t) = dlsym(RTLD_NEXT, "dispatch_after_f");
    return real(when, queue, context, work);
  }
  add_at(when, context, work);
}

void dispatch_after(uint64_t when, void *queue, void *block) {
  if (!is_on) {
    void (*real)(uint64_t, void *, void *) = dlsym(RTLD_NEXT, "dispatch_after");
    return real(when, queue, block);
  }
  add_at(when, _Block_copy(block), run_block);
}

void dispatch_main(void) {
  if (!is_on) {
    void (*real)(void) = dlsym(RTLD_NEXT, "dispatch_main");
    real();
  }
  for (;;) virtual_time_wait(INT64_MAX);
}

// Widths have no meaning where all work runs in turn. The real function starts a thread.
void dispatch_queue_set_width(void *queue, long width) {
  if (is_on) return;
  void (*real)(void *, long) = dlsym(RTLD_NEXT, "dispatch_queue_set_width");
  real(queue, width);
}

// MARK: Groups

extern void dispatch_group_enter(void *group);
void dispatch_group_leave(void *group);
extern void dispatch_retain(void *object);
extern void dispatch_release(void *object);

// Work of a group: the group is left once the work has run.
typedef struct {
  void *group, *context;
  function_t function;
} group_work_t;

static void run_group_work(void *context) {
  group_work_t work = *(group_work_t *)context;
  free(context);
  work.function(work.context);
  dispatch_group_leave(work.group);
  dispatch_release(work.group);
}

void dispatch_group_async_f(void *group, void *queue, void *context, function_t function) {
  if (!is_on) {
    void (*real)(void *, void *, void *, function_t) = dlsym(RTLD_NEXT, "dispatch_group_async_f");
    return real(group, queue, context, function);
  }
  group_work_t *work = malloc(sizeof *work);
  if (!work) abort();
  *work = (group_work_t){group, context, function};
  dispatch_retain(group);
  dispatch_group_enter(group);
  add(run_group_work, work, uptime_now, false);
}

void dispatch_group_async(void *group, void *queue, void *block) {
  if (!is_on) {
    void (*real)(void *, void *, void *) = dlsym(RTLD_NEXT, "dispatch_group_async");
    return real(group, queue, block);
  }
  dispatch_group_async_f(group, queue, _Block_copy(block), run_block);
}

// libdispatch's own group keeps the count. Its real wait answers at once if the group is empty.
static bool is_empty(void *group) {
  static long (*real)(void *, uint64_t);
  if (!real) real = dlsym(RTLD_NEXT, "dispatch_group_wait");
  return real(group, 0) == 0;
}

// Work that waits until its group is empty, in the order of the calls.
static group_work_t *waiting;
static size_t waiting_count, waiting_capacity;

static void release_waiting(void *group) {
  if (!waiting_count || !is_empty(group)) return;
  size_t kept = 0;
  for (size_t index = 0; index < waiting_count; index++) {
    group_work_t work = waiting[index];
    if (work.group == group) {
      add(work.function, work.context, uptime_now, false);
      dispatch_release(group);
    } else {
      waiting[kept++] = work;
    }
  }
  waiting_count = kept;
}

void dispatch_group_leave(void *group) {
  static void (*real)(void *);
  if (!real) real = dlsym(RTLD_NEXT, "dispatch_group_leave");
  real(group);
  if (is_on) release_waiting(group);
}

void dispatch_group_notify_f(void *group, void *queue, void *context, function_t function) {
  if (!is_on) {
    void (*real)(void *, void *, void *, function_t) = dlsym(RTLD_NEXT, "dispatch_group_notify_f");
    return real(group, queue, context, function);
  }
  if (waiting_count == waiting_capacity) {
    waiting_capacity = waiting_capacity ? 2 * waiting_capacity : 16;
    waiting = realloc(waiting, waiting_capacity * sizeof *waiting);
    if (!waiting) abort();
  }
  dispatch_retain(group);
  waiting[waiting_count++] = (group_work_t){group, context, function};
  release_waiting(group);
}

void dispatch_group_notify(void *group, void *queue, void *block) {
  if (!is_on) {
    void (*real)(void *, void *, void *) = dlsym(RTLD_NEXT, "dispatch_group_notify");
    return real(group, queue, block);
  }
  dispatch_group_notify_f(group, queue, _Block_copy(block), run_block);
}

// The uptime of a deadline; INT64_MAX for one that never comes.
static int64_t deadline(uint64_t when) {
  if (when == FOREVER) return INT64_MAX;
  if (when == 0) return uptime_now;
  if (when == WALL_NOW) return uptime_now;
  if (!(when & (1ULL << 63))) return (int64_t)when;
  if (when & (1ULL << 62)) return saturating_sum(-(int64_t)when, uptime_now - wall_now);
  return (int64_t)(when & ~(1ULL << 63));
}

// Waits in virtual time: other work that is due runs meanwhile, as it would on other threads.
static bool wait_until(bool (*is_ready)(void *), void *object, uint64_t when) {
  int64_t end = deadline(when);
  while (!is_ready(object)) {
    if (virtual_time_next_due() <= uptime_now) {
      work_t work = take_first();
      work.function(work.context);
    } else if (uptime_now >= end) {
      return false;
    } else {
      int64_t next = virtual_time_next_due();
      virtual_time_wait(next < end ? next : end);
    }
  }
  return true;
}

long dispatch_group_wait(void *group, uint64_t when) {
  if (!is_on) {
    long (*real)(void *, uint64_t) = dlsym(RTLD_NEXT, "dispatch_group_wait");
    return real(group, when);
  }
  return wait_until(is_empty, group, when) ? 0 : 1;
}

static bool takes_semaphore(void *semaphore) {
  static long (*real)(void *, uint64_t);
  if (!real) real = dlsym(RTLD_NEXT, "dispatch_semaphore_wait");
  return real(semaphore, 0) == 0;
}

long dispatch_semaphore_wait(void *semaphore, uint64_t when) {
  if (!is_on) {
    long (*real)(void *, uint64_t) = dlsym(RTLD_NEXT, "dispatch_semaphore_wait");
    return real(semaphore, when);
  }
  return wait_until(takes_semaphore, semaphore, when) ? 0 : 1;
}
