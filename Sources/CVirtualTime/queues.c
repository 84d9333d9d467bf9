// Functions of libdispatch that run work on queues.
#define _GNU_SOURCE
#include "internal.h"

#include <stdio.h>

extern char _dispatch_main_q[], _dispatch_queue_attr_concurrent[];
extern void *dispatch_get_global_queue(long identifier, unsigned long flags);
extern void *dispatch_queue_create(const char *label, void *attributes);

// MARK: Kinds of queues

void *main_queue(void) { return _dispatch_main_q; }

// libdispatch's objects begin with the address of their kind's functions.
static void *kind_of(void *object) { return *(void **)object; }

bool is_global(void *queue) {
  static void *kind;
  if (!kind) kind = kind_of(dispatch_get_global_queue(0, 0));
  return !queue || kind_of(queue) == kind;
}

bool is_concurrent(void *queue) {
  static void *kind;
  if (!kind) kind = kind_of(dispatch_queue_create("", _dispatch_queue_attr_concurrent));
  return kind_of(queue) == kind;
}

// MARK: Later work

void run_block(void *block) {
  ((block_t *)block)->invoke(block);
  _Block_release(block);
}

// Adds work at a dispatch_time_t: 0 is now, bit 63 marks a wall or monotonic time, and bit 62 a
// wall time, which is stored negated (libdispatch, shims/time.h).
static void add_at(uint64_t when, void *queue, void *context, function_t function) {
  if (when == FOREVER) return;
  if (when == WALL_NOW) return schedule(function, context, wall_time(), true, queue, false);
  bool is_wall = when >> 62 == 3;
  schedule(function, context, is_wall ? -(int64_t)when : deadline(when), is_wall, queue, false);
}

int64_t deadline(uint64_t when) {
  if (when == FOREVER) return INT64_MAX;
  if (when == 0 || when == WALL_NOW) return uptime();
  if (!(when & (1ULL << 63))) return (int64_t)when;
  if (when & (1ULL << 62)) return saturating_sum(-(int64_t)when, uptime() - wall_time());
  return (int64_t)(when & ~(1ULL << 63));
}

void dispatch_async_f(void *queue, void *context, function_t work) {
  REAL(void (*)(void *, void *, function_t), dispatch_async_f);
  if (!is_virtual()) return dispatch_async_f_real(queue, context, work);
  schedule_now(work, context, queue);
}

void dispatch_async(void *queue, void *block) {
  REAL(void (*)(void *, void *), dispatch_async);
  if (!is_virtual()) return dispatch_async_real(queue, block);
  schedule_now(run_block, _Block_copy(block), queue);
}

void dispatch_barrier_async_f(void *queue, void *context, function_t work) {
  REAL(void (*)(void *, void *, function_t), dispatch_barrier_async_f);
  if (!is_virtual()) return dispatch_barrier_async_f_real(queue, context, work);
  schedule(work, context, uptime(), false, queue, true);
}

void dispatch_barrier_async(void *queue, void *block) {
  REAL(void (*)(void *, void *), dispatch_barrier_async);
  if (!is_virtual()) return dispatch_barrier_async_real(queue, block);
  schedule(run_block, _Block_copy(block), uptime(), false, queue, true);
}

void dispatch_after_f(uint64_t when, void *queue, void *context, function_t work) {
  REAL(void (*)(uint64_t, void *, void *, function_t), dispatch_after_f);
  if (!is_virtual()) return dispatch_after_f_real(when, queue, context, work);
  add_at(when, queue, context, work);
}

void dispatch_after(uint64_t when, void *queue, void *block) {
  REAL(void (*)(uint64_t, void *, void *), dispatch_after);
  if (!is_virtual()) return dispatch_after_real(when, queue, block);
  add_at(when, queue, _Block_copy(block), run_block);
}

void dispatch_main(void) {
  REAL(void (*)(void), dispatch_main);
  if (!is_on) dispatch_main_real();
  virtual_time_serve();
}

// Widths have no meaning where all work runs in turn. The real function starts a thread.
void dispatch_queue_set_width(void *queue, long width) {
  REAL(void (*)(void *, long), dispatch_queue_set_width);
  if (!is_on) dispatch_queue_set_width_real(queue, width);
}

// The real function calls the destructor on a thread when the queue goes. Without it, the value of
// a queue that goes stays in memory.
void dispatch_queue_set_specific(
    void *queue, const void *key, void *context, function_t destructor) {
  REAL(void (*)(void *, const void *, void *, function_t), dispatch_queue_set_specific);
  dispatch_queue_set_specific_real(queue, key, context, is_on ? NULL : destructor);
}

// MARK: Work that the caller waits for

// Lets the earlier work of the queue run, and refuses a wait that could not end.
static bool may_sync(void *queue, bool is_barrier) {
  switch (place_of(queue)) {
  case current: return false;
  case waiting:
    if (is_concurrent(queue) && !is_barrier) return true;
    refuse(
        queue == main_queue()
            ? "it calls DispatchQueue.main.sync while the main thread waits"
            : "it calls sync on a queue whose work waits for something else");
  case idle: run_all_of(queue); return true;
  }
  return false;
}

typedef void (*sync_t)(void *, void *, function_t);
typedef void (*block_sync_t)(void *, void *);

// Marks the caller as running on a queue; false if it does already. libdispatch then ends the
// process with its own message, as the queue would wait for itself.
static bool enter(void *queue, bool is_barrier) {
  if (!is_global(queue) && !may_sync(queue, is_barrier)) return false;
  // The code of the main thread waits meanwhile.
  if (place_of(main_queue()) == current) begin_on(main_queue(), true);
  else begin_on(NULL, false);
  begin_on(queue, !is_global(queue) && (is_barrier || !is_concurrent(queue)));
  return true;
}

static void leave(void) {
  end_on();
  end_on();
}

// Libdispatch's own function runs the work at once, but for the main queue, where it would wait
// until the main thread is free.
static void sync_function(
    void *queue, void *context, function_t work, sync_t real, bool is_barrier) {
  if (!enter(queue, is_barrier)) return real(queue, context, work);
  if (queue == main_queue()) work(context);
  else real(queue, context, work);
  leave();
}

static void sync_block(void *queue, void *block, block_sync_t real, bool is_barrier) {
  if (!enter(queue, is_barrier)) return real(queue, block);
  if (queue == main_queue()) ((block_t *)block)->invoke(block);
  else real(queue, block);
  leave();
}

// The main queue of an app that shares its process is its own thread.
static bool runs_inline(void *queue) {
  return virtual_time_thread_phone() && queue == main_queue();
}

#define SYNC(name, is_barrier)                                            \
  void name##_f(void *queue, void *context, function_t work) {            \
    REAL(sync_t, name##_f);                                               \
    if (runs_inline(queue)) return work(context);                         \
    if (!is_on) return name##_f_real(queue, context, work);               \
    sync_function(queue, context, work, name##_f_real, is_barrier);       \
  }                                                                       \
  void name(void *queue, void *block) {                                   \
    REAL(block_sync_t, name);                                             \
    if (runs_inline(queue)) return ((block_t *)block)->invoke(block);     \
    if (!is_on) return name##_real(queue, block);                         \
    sync_block(queue, block, name##_real, is_barrier);                    \
  }

SYNC(dispatch_sync, false)
SYNC(dispatch_barrier_sync, true)
SYNC(dispatch_async_and_wait, false)
SYNC(dispatch_barrier_async_and_wait, true)

void dispatch_apply_f(
    size_t count, void *queue, void *context, void (*work)(void *, size_t)) {
  REAL(void (*)(size_t, void *, void *, void (*)(void *, size_t)), dispatch_apply_f);
  if (!is_virtual()) return dispatch_apply_f_real(count, queue, context, work);
  for (size_t index = 0; index < count; index++) work(context, index);
}

void dispatch_apply(size_t count, void *queue, void *block) {
  REAL(void (*)(size_t, void *, void *), dispatch_apply);
  if (!is_virtual()) return dispatch_apply_real(count, queue, block);
  void (*work)(void *, size_t) = (void (*)(void *, size_t))(void *)((block_t *)block)->invoke;
  for (size_t index = 0; index < count; index++) work(block, index);
}

// MARK: Assertions

// Work of all queues runs on the main thread, so libdispatch would find it on the main queue.
void dispatch_assert_queue(void *queue) {
  REAL(void (*)(void *), dispatch_assert_queue);
  if (runs_inline(queue)) return;
  if (!is_on || queue != main_queue() || !is_on_app_thread())
    return dispatch_assert_queue_real(queue);
  if (place_of(queue) == current) return;
  dprintf(2, "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on "
             "the main queue\n");
  abort();
}

void dispatch_assert_queue_not(void *queue) {
  REAL(void (*)(void *), dispatch_assert_queue_not);
  if (!is_on || queue != main_queue() || place_of(queue) == current)
    return dispatch_assert_queue_not_real(queue);
}
