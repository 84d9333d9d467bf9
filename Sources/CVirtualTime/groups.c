// Groups and semaphores of libdispatch.
#define _GNU_SOURCE
#include "internal.h"

extern void dispatch_group_enter(void *group);
void dispatch_group_leave(void *group);
extern void dispatch_retain(void *object);
extern void dispatch_release(void *object);
extern long dispatch_semaphore_signal(void *semaphore);

// Work of a group: the group is left once the work has run.
typedef struct {
  void *group, *queue, *context;
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
  REAL(void (*)(void *, void *, void *, function_t), dispatch_group_async_f);
  if (!is_virtual()) return dispatch_group_async_f_real(group, queue, context, function);
  group_work_t *work = malloc(sizeof *work);
  if (!work) abort();
  *work = (group_work_t){group, queue, context, function};
  dispatch_retain(group);
  dispatch_group_enter(group);
  schedule_now(run_group_work, work, queue);
}

void dispatch_group_async(void *group, void *queue, void *block) {
  REAL(void (*)(void *, void *, void *), dispatch_group_async);
  if (!is_virtual()) return dispatch_group_async_real(group, queue, block);
  dispatch_group_async_f(group, queue, _Block_copy(block), run_block);
}

// libdispatch's own group keeps the count. Its real wait answers at once if the group is empty.
static bool is_empty(void *group) {
  static long (*real)(void *, uint64_t);
  if (!real) real = dlsym(RTLD_NEXT, "dispatch_group_wait");
  return real(group, 0) == 0;
}

// Work of this thread that waits until its group is empty, in the order of the calls.
static _Thread_local group_work_t *notices;
static _Thread_local size_t notice_count, notice_capacity;

static void send_notices(void *group) {
  if (!notice_count || !is_empty(group)) return;
  size_t kept = 0;
  for (size_t index = 0; index < notice_count; index++) {
    group_work_t work = notices[index];
    if (work.group == group) {
      schedule_now(work.function, work.context, work.queue);
      if (work.queue) dispatch_release(work.queue);
      dispatch_release(group);
    } else {
      notices[kept++] = work;
    }
  }
  notice_count = kept;
}

void dispatch_group_leave(void *group) {
  static void (*real)(void *);
  if (!real) real = dlsym(RTLD_NEXT, "dispatch_group_leave");
  real(group);
  if (is_virtual()) send_notices(group);
}

void dispatch_group_notify_f(void *group, void *queue, void *context, function_t function) {
  REAL(void (*)(void *, void *, void *, function_t), dispatch_group_notify_f);
  if (!is_virtual()) return dispatch_group_notify_f_real(group, queue, context, function);
  if (notice_count == notice_capacity) {
    notice_capacity = notice_capacity ? 2 * notice_capacity : 16;
    notices = realloc(notices, notice_capacity * sizeof *notices);
    if (!notices) abort();
  }
  dispatch_retain(group);
  if (queue) dispatch_retain(queue);
  notices[notice_count++] = (group_work_t){group, queue, context, function};
  send_notices(group);
}

void dispatch_group_notify(void *group, void *queue, void *block) {
  REAL(void (*)(void *, void *, void *), dispatch_group_notify);
  if (!is_virtual()) return dispatch_group_notify_real(group, queue, block);
  dispatch_group_notify_f(group, queue, _Block_copy(block), run_block);
}

long dispatch_group_wait(void *group, uint64_t when) {
  REAL(long (*)(void *, uint64_t), dispatch_group_wait);
  if (!is_virtual()) return dispatch_group_wait_real(group, when);
  return wait_until(is_empty, is_empty, group, deadline(when)) ? 0 : 1;
}

static bool takes_semaphore(void *semaphore) {
  static long (*real)(void *, uint64_t);
  if (!real) real = dlsym(RTLD_NEXT, "dispatch_semaphore_wait");
  return real(semaphore, 0) == 0;
}

static bool is_available(void *semaphore) {
  if (!takes_semaphore(semaphore)) return false;
  dispatch_semaphore_signal(semaphore);
  return true;
}

long dispatch_semaphore_wait(void *semaphore, uint64_t when) {
  REAL(long (*)(void *, uint64_t), dispatch_semaphore_wait);
  if (!is_virtual()) return dispatch_semaphore_wait_real(semaphore, when);
  return wait_until(takes_semaphore, is_available, semaphore, deadline(when)) ? 0 : 1;
}
