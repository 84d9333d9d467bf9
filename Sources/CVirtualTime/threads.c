// Threads of the app's own, and the locks and conditions that they would share.
//
// All work runs on one thread, so that its order is always the same. A thread that the app starts
// runs to its end at once, while the app's thread waits for it: the same as a thread that is joined
// at once. A thread that waits for anything ends the run.
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void (*virtual_time_refuse)(const char *);
void virtual_time_set_refuse(void (*refuse)(const char *)) { virtual_time_refuse = refuse; }

extern void odograph_connect(void) __attribute__((weak));

void refuse(const char *reason) {
  if (virtual_time_thread_phone()) {
    dprintf(2, "odograph: an app of this test cannot be simulated in its process: %s\n"
               "Build it as a program of its own, and run that by its path.\n", reason);
    abort();
  }
  if (!virtual_time_refuse && odograph_connect) odograph_connect();
  if (virtual_time_refuse) virtual_time_refuse(reason);
  dprintf(2, "odograph: the app cannot be simulated: %s\n", reason);
  _exit(70);
}

static pthread_t app_thread;
static pid_t parent;

// The link ends when the phone's process has gone, but an app in an endless loop does not read it.
static void leave_without_parent(int signal) {
  (void)signal;
  if (getppid() != parent) _exit(0);
}

__attribute__((constructor)) static void remember_thread(void) {
  app_thread = pthread_self();
  begin();
  if (!is_on) return;
  // What the app prints goes to a pipe. Whole lines reach it before a crash or a kill.
  setvbuf(stdout, NULL, _IOLBF, 0);
  parent = getppid();
  struct sigaction action = {.sa_handler = leave_without_parent, .sa_flags = SA_RESTART};
  sigaction(SIGPROF, &action, NULL);
  // Processor time: a process that waits for the phone is not woken.
  struct itimerval second = {{1, 0}, {1, 0}};
  setitimer(ITIMER_PROF, &second, NULL);
}

bool is_on_app_thread(void) { return !is_on || pthread_equal(pthread_self(), app_thread); }

// MARK: Threads

// The results of threads that have ended, for pthread_join.
static struct ended {
  pthread_t thread;
  void *result;
} *ended;
static size_t ended_count;

static bool take_result(pthread_t thread, void **result) {
  for (size_t index = 0; index < ended_count; index++)
    if (pthread_equal(ended[index].thread, thread)) {
      if (result) *result = ended[index].result;
      ended[index] = ended[--ended_count];
      return true;
    }
  return false;
}

static bool is_of_dispatch(void *function) {
  Dl_info info;
  return dladdr(function, &info) && info.dli_fname && strstr(info.dli_fname, "libdispatch");
}

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  REAL(int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), pthread_create);
  if (virtual_time_thread_phone() && !is_of_dispatch((void *)start)) refuse("it starts a thread");
  if (!is_on) return pthread_create_real(thread, attributes, start, argument);
  if (is_of_dispatch((void *)start))
    refuse("it uses a part of Dispatch that needs threads, such as DispatchIO");
  if (!is_on_app_thread()) refuse("a thread that it started starts another");
  pthread_attr_t joinable;
  pthread_attr_init(&joinable);
  size_t stack = 0;
  if (attributes && pthread_attr_getstacksize(attributes, &stack) == 0)
    pthread_attr_setstacksize(&joinable, stack);
  int error = pthread_create_real(thread, &joinable, start, argument);
  pthread_attr_destroy(&joinable);
  if (error) return error;
  void *result;
  REAL(int (*)(pthread_t, void **), pthread_join);
  if (pthread_join_real(*thread, &result)) abort();
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes) pthread_attr_getdetachstate(attributes, &state);
  take_result(*thread, NULL);
  if (state == PTHREAD_CREATE_DETACHED) return 0;
  ended = realloc(ended, (ended_count + 1) * sizeof *ended);
  if (!ended) abort();
  ended[ended_count++] = (struct ended){*thread, result};
  return 0;
}

int pthread_join(pthread_t thread, void **result) {
  if (is_on && take_result(thread, result)) return 0;
  REAL(int (*)(pthread_t, void **), pthread_join);
  return pthread_join_real(thread, result);
}

int pthread_detach(pthread_t thread) {
  if (is_on && take_result(thread, NULL)) return 0;
  REAL(int (*)(pthread_t), pthread_detach);
  return pthread_detach_real(thread);
}

// MARK: Locks

static int64_t end_at(clockid_t clock, const struct timespec *time) {
  int64_t seconds;
  if (__builtin_mul_overflow((int64_t)time->tv_sec, 1000000000LL, &seconds)) return INT64_MAX;
  int64_t end = saturating_sum(seconds, time->tv_nsec);
  return clock == CLOCK_MONOTONIC ? end : saturating_sum(end, uptime_now - wall_now);
}

static bool takes_lock(void *mutex) { return pthread_mutex_trylock(mutex) == 0; }

static bool is_unlocked(void *mutex) {
  if (!takes_lock(mutex)) return false;
  pthread_mutex_unlock(mutex);
  return true;
}

// The work below on the stack cannot go on, and unlock what it holds, before the work above it.
static void refuse_held_lock(void) {
  if (is_waiting() || !is_on_app_thread())
    refuse("it waits for a lock that other work of it holds while that work waits");
}

static int lock_until(pthread_mutex_t *mutex, int64_t end) {
  return wait_until(takes_lock, is_unlocked, mutex, end) ? 0 : ETIMEDOUT;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  REAL(int (*)(pthread_mutex_t *), pthread_mutex_lock);
  if (!is_on) return pthread_mutex_lock_real(mutex);
  int error = pthread_mutex_trylock(mutex);
  if (error != EBUSY) return error;
  refuse_held_lock();
  // Work that runs later may unlock it, as a callback does.
  wait_until(takes_lock, is_unlocked, mutex, INT64_MAX);
  return 0;
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time) {
  REAL(int (*)(pthread_mutex_t *, const struct timespec *), pthread_mutex_timedlock);
  if (!is_on) return pthread_mutex_timedlock_real(mutex, time);
  return lock_until(mutex, end_at(CLOCK_REALTIME, time));
}

int pthread_mutex_clocklock(
    pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time) {
  REAL(int (*)(pthread_mutex_t *, clockid_t, const struct timespec *), pthread_mutex_clocklock);
  if (!is_on) return pthread_mutex_clocklock_real(mutex, clock, time);
  return lock_until(mutex, end_at(clock, time));
}

// MARK: Conditions

// A wait for a condition.
typedef struct waiter {
  pthread_cond_t *condition;
  bool is_signaled;
  struct waiter *next;
} waiter_t;

static waiter_t *waiters;

static bool is_signaled(void *waiter) { return ((waiter_t *)waiter)->is_signaled; }

static int wait_for_condition(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t end) {
  waiter_t waiter = {condition, false, waiters};
  waiters = &waiter;
  pthread_mutex_unlock(mutex);
  bool is_ready = wait_until(is_signaled, is_signaled, &waiter, end);
  waiter_t **link = &waiters;
  while (*link != &waiter) link = &(*link)->next;
  *link = waiter.next;
  pthread_mutex_lock(mutex);
  return is_ready ? 0 : ETIMEDOUT;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  REAL(int (*)(pthread_cond_t *, pthread_mutex_t *), pthread_cond_wait);
  if (!is_on) return pthread_cond_wait_real(condition, mutex);
  return wait_for_condition(condition, mutex, INT64_MAX);
}

int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
  REAL(
      int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *),
      pthread_cond_timedwait);
  if (!is_on) return pthread_cond_timedwait_real(condition, mutex, time);
  // glibc keeps the condition's clock in this bit (nptl, pthread_cond_common.c).
  bool is_monotonic = condition->__data.__wrefs & 2;
  clockid_t clock = is_monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  return wait_for_condition(condition, mutex, end_at(clock, time));
}

int pthread_cond_clockwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
    const struct timespec *time) {
  REAL(
      int (*)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *),
      pthread_cond_clockwait);
  if (!is_on) return pthread_cond_clockwait_real(condition, mutex, clock, time);
  return wait_for_condition(condition, mutex, end_at(clock, time));
}

int pthread_cond_signal(pthread_cond_t *condition) {
  REAL(int (*)(pthread_cond_t *), pthread_cond_signal);
  if (!is_on) return pthread_cond_signal_real(condition);
  // The list begins with the last one; the first that waits is signaled first.
  waiter_t *first = NULL;
  for (waiter_t *waiter = waiters; waiter; waiter = waiter->next)
    if (waiter->condition == condition && !waiter->is_signaled) first = waiter;
  if (first) first->is_signaled = true;
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  REAL(int (*)(pthread_cond_t *), pthread_cond_broadcast);
  if (!is_on) return pthread_cond_broadcast_real(condition);
  for (waiter_t *waiter = waiters; waiter; waiter = waiter->next)
    if (waiter->condition == condition) waiter->is_signaled = true;
  return 0;
}

// MARK: Semaphores of POSIX

static bool takes(void *semaphore) { return sem_trywait(semaphore) == 0; }

static bool is_positive(void *semaphore) {
  int value;
  return sem_getvalue(semaphore, &value) == 0 && value > 0;
}

int sem_wait(sem_t *semaphore) {
  REAL(int (*)(sem_t *), sem_wait);
  if (!is_on) return sem_wait_real(semaphore);
  wait_until(takes, is_positive, semaphore, INT64_MAX);
  return 0;
}

int sem_timedwait(sem_t *semaphore, const struct timespec *time) {
  REAL(int (*)(sem_t *, const struct timespec *), sem_timedwait);
  if (!is_on) return sem_timedwait_real(semaphore, time);
  if (wait_until(takes, is_positive, semaphore, end_at(CLOCK_REALTIME, time))) return 0;
  errno = ETIMEDOUT;
  return -1;
}
