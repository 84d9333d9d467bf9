// The process's clocks, which the phone moves.
//
// Definitions of libc's and libdispatch's functions in the executable take precedence over the
// libraries' own for Foundation, libswiftDispatch and libswift_Concurrency alike, since these call
// them through the dynamic linker. So Date(), clocks, Task.sleep, actors and queues follow virtual
// time without a change to the app's source.
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

bool is_on;
int64_t wall_now, uptime_now;

static _Thread_local const virtual_time_phone_t *thread_phone;

void virtual_time_set_thread_phone(const virtual_time_phone_t *phone) { thread_phone = phone; }
const virtual_time_phone_t *virtual_time_thread_phone(void) { return thread_phone; }

static _Thread_local void *thread_object;
void virtual_time_set_thread_object(void *object) { thread_object = object; }
void *virtual_time_thread_object(void) { return thread_object; }

bool is_virtual(void) { return is_on || thread_phone; }
int64_t wall_time(void) { return thread_phone ? thread_phone->wall(thread_phone->context) : wall_now; }
int64_t uptime(void) {
  return thread_phone ? thread_phone->uptime(thread_phone->context) : uptime_now;
}

// A phone starts the process with its clocks and a seed in the environment. They hold before any
// code of the app or of Swift's libraries runs: the first that needs them switches them on, which
// is Swift's library when it draws the seed of its hashes.
__attribute__((constructor)) void begin(void) {
  static bool has_begun;
  if (has_begun) return;
  has_begun = true;
  const char *text = getenv("ODOGRAPH_CLOCKS");
  long long wall, uptime;
  unsigned long long seed;
  if (text && sscanf(text, "%lld,%lld,%llu", &wall, &uptime, &seed) == 3)
    virtual_time_begin(wall, uptime, seed);
}

bool virtual_time_is_on(void) { return is_on; }
int64_t virtual_time_wall(void) { return wall_now; }
int64_t virtual_time_uptime(void) { return uptime_now; }

void virtual_time_begin(int64_t wall, int64_t uptime, uint64_t seed) {
  wall_now = wall;
  uptime_now = uptime;
  seed_random(seed);
  is_on = true;
}

void virtual_time_move(int64_t wall, int64_t uptime) {
  bool has_jumped = wall - uptime != wall_now - uptime_now;
  wall_now = wall;
  if (uptime > uptime_now) uptime_now = uptime;
  // A jump of the wall clock changes the order of wall deadlines among the others.
  if (has_jumped) order_again();
}

// A system call without libc's function of that name, which is defined in this target.
long system_call(long number, long a, long b, long c, long d, long e, long f) {
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

static int real_clock(clockid_t clock, struct timespec *time) {
  return (int)system_call(SYS_clock_gettime, clock, (long)time, 0, 0, 0, 0);
}

int64_t virtual_time_real_uptime(void) {
  struct timespec time;
  real_clock(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// The processor's time that the app has used. It grows by a microsecond with each reading, because
// the real one differs from run to run.
static int64_t processor_now(void) {
  static int64_t count;
  return ++count * 1000;
}

static bool is_processor_clock(clockid_t clock) {
  // Clocks of other processes and threads have negative numbers.
  return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || clock < 0;
}

static bool is_wall_clock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static int64_t now_of(clockid_t clock) {
  if (is_processor_clock(clock)) return thread_phone ? uptime() : processor_now();
  return is_wall_clock(clock) ? wall_time() : uptime();
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!is_virtual()) return real_clock(clock, time);
  int64_t now = now_of(clock);
  time->tv_sec = now / 1000000000LL;
  time->tv_nsec = now % 1000000000LL;
  return 0;
}

int timespec_get(struct timespec *time, int base) {
  return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
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

clock_t clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / (1000000000L / CLOCKS_PER_SEC);
}

clock_t times(struct tms *used) {
  if (!is_on) return system_call(SYS_times, (long)used, 0, 0, 0, 0, 0);
  int64_t tick = 1000000000LL / sysconf(_SC_CLK_TCK);
  if (used) *used = (struct tms){.tms_utime = processor_now() / tick};
  return uptime_now / tick;
}

int getrusage(int who, struct rusage *usage) {
  int result = (int)system_call(SYS_getrusage, who, (long)usage, 0, 0, 0, 0);
  if (!is_on || result != 0) return result;
  int64_t now = processor_now();
  usage->ru_utime = (struct timeval){now / 1000000000LL, now % 1000000000LL / 1000};
  usage->ru_stime = (struct timeval){0, 0};
  return 0;
}

// MARK: Sleeps

static int64_t nanoseconds_of(const struct timespec *time) {
  int64_t seconds;
  if (__builtin_mul_overflow((int64_t)time->tv_sec, 1000000000LL, &seconds)) return INT64_MAX;
  return saturating_sum(seconds, time->tv_nsec);
}

int nanosleep(const struct timespec *span, struct timespec *left) {
  if (!is_virtual()) return (int)system_call(SYS_nanosleep, (long)span, (long)left, 0, 0, 0, 0);
  pass(nanoseconds_of(span));
  return 0;
}

int clock_nanosleep(
    clockid_t clock, int flags, const struct timespec *span, struct timespec *left) {
  if (!is_virtual()) {
    long result =
        system_call(SYS_clock_nanosleep, clock, flags, (long)span, (long)left, 0, 0);
    return result == 0 ? 0 : errno;
  }
  int64_t length = nanoseconds_of(span);
  pass(flags & TIMER_ABSTIME ? length - now_of(clock) : length);
  return 0;
}

unsigned int sleep(unsigned int seconds) {
  struct timespec span = {seconds, 0}, left = {0, 0};
  return nanosleep(&span, &left) == 0 ? 0 : (unsigned int)left.tv_sec;
}

int usleep(useconds_t microseconds) {
  struct timespec span = {microseconds / 1000000, microseconds % 1000000 * 1000L};
  return nanosleep(&span, NULL);
}
