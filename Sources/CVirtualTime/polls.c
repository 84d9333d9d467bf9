// Waits for files with a time limit, which Foundation's run loop is made of.
#define _GNU_SOURCE
#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int64_t sum_of(const struct timespec *time) {
  return saturating_sum(time->tv_sec * 1000000000LL, time->tv_nsec);
}

// Foundation's run loop arms its timers by this function, at times that do not follow virtual time.
int timerfd_settime(
    int file, int flags, const struct itimerspec *value, struct itimerspec *former) {
  if (is_on && sum_of(&value->it_value) != 0)
    refuse(
        "it uses Foundation's own Timer; add the plugin AppleNames to the target that does, or "
        "use a DispatchSource timer there");
  return (int)system_call(
      SYS_timerfd_settime, file, flags, (long)value, (long)former, 0, 0);
}

// MARK: Polls

// A call of the kernel that returns at once, and its answer.
typedef struct {
  long number, arguments[6];
  long result;
  int error;
} poll_t;

static bool answers(void *context) {
  poll_t *poll = context;
  long *a = poll->arguments;
  errno = 0;
  poll->result = system_call(poll->number, a[0], a[1], a[2], a[3], a[4], a[5]);
  poll->error = errno;
  return poll->result != 0;
}

static int wait_for_files(poll_t poll, int64_t nanoseconds, bool frees_main) {
  if (nanoseconds == 0) {
    answers(&poll);
  } else {
    int64_t end = nanoseconds < 0 ? INT64_MAX : saturating_sum(uptime_now, nanoseconds);
    if (frees_main) idle_until(answers, &poll, end);
    else wait_until(answers, answers, &poll, end);
  }
  errno = poll.error;
  return (int)poll.result;
}

static int64_t of_milliseconds(int milliseconds) {
  return milliseconds < 0 ? -1 : milliseconds * 1000000LL;
}

static const struct timespec at_once;

int ppoll(
    struct pollfd *files, nfds_t count, const struct timespec *limit, const sigset_t *mask) {
  poll_t poll = {
      .number = SYS_ppoll, .arguments = {(long)files, (long)count, (long)&at_once, 0, 0, 0}};
  if (!is_on)
    return (int)system_call(
        SYS_ppoll, (long)files, (long)count, (long)limit, (long)mask, _NSIG / 8, 0);
  // Foundation's run loop waits by this function.
  return wait_for_files(poll, limit ? sum_of(limit) : -1, true);
}

int poll(struct pollfd *files, nfds_t count, int limit) {
  struct timespec real = {limit / 1000, limit % 1000 * 1000000L};
  if (!is_on || limit == 0)
    return (int)system_call(
        SYS_ppoll, (long)files, (long)count, limit < 0 ? 0 : (long)&real, 0, 0, 0);
  poll_t poll = {
      .number = SYS_ppoll, .arguments = {(long)files, (long)count, (long)&at_once, 0, 0, 0}};
  return wait_for_files(poll, of_milliseconds(limit), false);
}

int epoll_wait(int set, struct epoll_event *events, int count, int limit) {
  if (!is_on || limit == 0)
    return (int)system_call(SYS_epoll_pwait, set, (long)events, count, limit, 0, 0);
  poll_t poll = {
      .number = SYS_epoll_pwait, .arguments = {set, (long)events, count, 0, 0, 0}};
  return wait_for_files(poll, of_milliseconds(limit), true);
}

// The kernel overwrites the sets, so that each attempt needs new ones.
typedef struct {
  int count;
  fd_set *sets[3], asked[3];
  int result;
} selection_t;

static bool select_answers(void *context) {
  selection_t *selection = context;
  for (int set = 0; set < 3; set++)
    if (selection->sets[set]) *selection->sets[set] = selection->asked[set];
  fd_set **sets = selection->sets;
  struct timespec limit = {0, 0};
  selection->result = (int)system_call(
      SYS_pselect6, selection->count, (long)sets[0], (long)sets[1], (long)sets[2], (long)&limit,
      0);
  return selection->result != 0;
}

int pselect(
    int count, fd_set *reads, fd_set *writes, fd_set *errors, const struct timespec *limit,
    const sigset_t *mask) {
  (void)mask;
  if (!is_on)
    return (int)system_call(
        SYS_pselect6, count, (long)reads, (long)writes, (long)errors, (long)limit, 0);
  selection_t selection = {.count = count, .sets = {reads, writes, errors}};
  for (int set = 0; set < 3; set++)
    if (selection.sets[set]) selection.asked[set] = *selection.sets[set];
  int64_t end = limit ? saturating_sum(uptime_now, sum_of(limit)) : INT64_MAX;
  if (!select_answers(&selection))
    wait_until(select_answers, select_answers, &selection, end);
  return selection.result;
}

int select(
    int count, fd_set *reads, fd_set *writes, fd_set *errors, struct timeval *limit) {
  struct timespec real = {0};
  if (limit) real = (struct timespec){limit->tv_sec, limit->tv_usec * 1000L};
  return pselect(count, reads, writes, errors, limit ? &real : NULL, NULL);
}
