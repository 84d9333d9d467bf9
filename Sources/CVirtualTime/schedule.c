// The app's work in the order of (due time, order of scheduling), and the waits of that work.
//
// All work runs on one thread. Work that waits for something runs other work meanwhile, on top of
// its own stack. So the work of a serial queue has to stay back while other work of the queue
// waits, and two pieces of work cannot wait in any order: the upper one has to end first.
#define _GNU_SOURCE
#include "internal.h"

#include <stdio.h>

// MARK: The heap

static work_t *heap;
static size_t heap_count, heap_capacity;
static uint64_t order_count;

// Work that is due but may not run now, in order.
static work_t *parked;
static size_t parked_count, parked_capacity;

// More work than this, held back by one that waits, would fill the memory.
static const size_t parked_max = 100000;

int64_t saturating_sum(int64_t a, int64_t b) {
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

static void swap(size_t a, size_t b) {
  work_t work = heap[a];
  heap[a] = heap[b];
  heap[b] = work;
}

static void sift_up(size_t index) {
  while (index > 0 && is_before(&heap[index], &heap[(index - 1) / 2])) {
    swap(index, (index - 1) / 2);
    index = (index - 1) / 2;
  }
}

static void sift_down(size_t index) {
  for (;;) {
    size_t first = index, left = 2 * index + 1, right = left + 1;
    if (left < heap_count && is_before(&heap[left], &heap[first])) first = left;
    if (right < heap_count && is_before(&heap[right], &heap[first])) first = right;
    if (first == index) return;
    swap(index, first);
    index = first;
  }
}

static void *grown(void *list, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return list;
  *capacity = *capacity ? 2 * *capacity : 64;
  list = realloc(list, *capacity * size);
  if (!list) abort();
  return list;
}

static void insert(work_t work) {
  heap = grown(heap, heap_count, &heap_capacity, sizeof *heap);
  heap[heap_count] = work;
  sift_up(heap_count++);
}

static work_t take(size_t index) {
  work_t work = heap[index];
  heap[index] = heap[--heap_count];
  if (index < heap_count) {
    sift_up(index);
    sift_down(index);
  }
  return work;
}

void order_again(void) {
  for (size_t index = heap_count / 2; index-- > 0;) sift_down(index);
}

extern void dispatch_retain(void *object);
extern void dispatch_release(void *object);

void schedule(
    function_t function, void *context, int64_t due, bool is_wall, void *queue, bool is_barrier) {
  const virtual_time_phone_t *phone = virtual_time_thread_phone();
  if (phone) {
    int64_t wait = due - (is_wall ? wall_time() : uptime());
    return phone->call_after(phone->context, wait > 0 ? wait : 0, context, function);
  }
  // A queue lasts until its work has run.
  if (!is_global(queue) && queue != main_queue()) dispatch_retain(queue);
  insert((work_t){due, order_count++, queue, function, context, is_wall, is_barrier});
}

void schedule_now(function_t function, void *context, void *queue) {
  schedule(function, context, uptime(), false, queue, false);
}

void virtual_time_call_at(int64_t uptime, void *context, function_t function) {
  schedule(function, context, uptime, false, main_queue(), false);
}

void virtual_time_call_soon(bool is_main, void *context, function_t function) {
  schedule_now(function, context, is_main ? main_queue() : NULL);
}

// MARK: What runs

// A queue whose work runs, and how many waits were under way when it began.
typedef struct {
  void *queue;
  bool is_exclusive;
  unsigned depth;
} running_t;

#define RUNNING_MAX 256
static running_t running[RUNNING_MAX];
static size_t running_count;
static unsigned depth;

void begin_on(void *queue, bool is_exclusive) {
  if (running_count == RUNNING_MAX)
    refuse("more than 256 pieces of its work wait at the same time, one inside another");
  running[running_count++] = (running_t){queue, is_exclusive, depth};
}

static void unpark(void *queue) {
  size_t kept = 0;
  for (size_t index = 0; index < parked_count; index++) {
    work_t work = parked[index];
    if (work.queue == queue) insert(work);
    else parked[kept++] = work;
  }
  parked_count = kept;
}

void end_on(void) {
  void *queue = running[--running_count].queue;
  if (parked_count) unpark(queue);
}

place_t place_of(void *queue) {
  if (running_count == 0 && depth == 0) return queue == main_queue() ? current : idle;
  for (size_t index = running_count; index-- > 0;)
    if (running[index].queue == queue) return running[index].depth == depth ? current : waiting;
  return idle;
}

static struct held {
  void *queue;
  unsigned count;
} *holds;
static size_t hold_count, hold_capacity;

bool is_held(void *queue) {
  for (size_t index = 0; index < hold_count; index++)
    if (holds[index].queue == queue) return true;
  return false;
}

void hold(void *queue) {
  for (size_t index = 0; index < hold_count; index++)
    if (holds[index].queue == queue) {
      holds[index].count++;
      return;
    }
  holds = grown(holds, hold_count, &hold_capacity, sizeof *holds);
  holds[hold_count++] = (struct held){queue, 1};
}

void unhold(void *queue) {
  for (size_t index = 0; index < hold_count; index++)
    if (holds[index].queue == queue) {
      if (--holds[index].count) return;
      holds[index] = holds[--hold_count];
      unpark(queue);
      return;
    }
}

static bool is_exclusive(const work_t *work) {
  if (is_global(work->queue)) return false;
  return work->is_barrier || !is_concurrent(work->queue);
}

static bool may_run(const work_t *work) {
  if (hold_count && is_held(work->queue)) return false;
  if (is_global(work->queue)) return true;
  bool alone = is_exclusive(work);
  for (size_t index = 0; index < running_count; index++)
    if (running[index].queue == work->queue && (alone || running[index].is_exclusive))
      return false;
  for (size_t index = 0; index < parked_count; index++)
    if (parked[index].queue == work->queue && (alone || parked[index].is_barrier)) return false;
  return true;
}

static void park(work_t work) {
  if (parked_count == parked_max)
    refuse("its main thread or one of its queues waits, and 100,000 pieces of work wait behind it");
  parked = grown(parked, parked_count, &parked_capacity, sizeof *parked);
  parked[parked_count++] = work;
}

static void run(work_t work) {
  begin_on(work.queue, is_exclusive(&work));
  if (is_global(work.queue) || work.queue == main_queue()) {
    work.function(work.context);
    end_on();
    return;
  }
  // libdispatch's own function sets the current queue, which assertions and queue-specific data
  // ask for. The queue is free, so it runs the work at once.
  REAL(void (*)(void *, void *, function_t), dispatch_sync_f);
  REAL(void (*)(void *, void *, function_t), dispatch_barrier_sync_f);
  if (work.is_barrier) dispatch_barrier_sync_f_real(work.queue, work.context, work.function);
  else dispatch_sync_f_real(work.queue, work.context, work.function);
  end_on();
  dispatch_release(work.queue);
}

bool run_one(void) {
  while (heap_count && due_uptime(&heap[0]) <= uptime_now) {
    work_t work = take(0);
    if (may_run(&work)) {
      run(work);
      return true;
    }
    park(work);
  }
  return false;
}

void virtual_time_run_due(void) {
  while (run_one()) {
  }
}

int64_t virtual_time_next_due(void) {
  while (heap_count && !may_run(&heap[0])) park(take(0));
  return heap_count ? due_uptime(&heap[0]) : INT64_MAX;
}

// MARK: Waits

typedef struct wait {
  bool (*peek)(void *);
  void *object;
  int64_t end;
  bool frees_main;
  struct wait *outer;
} wait_t;

static wait_t *waits;

bool is_waiting(void) {
  for (wait_t *wait = waits; wait; wait = wait->outer)
    if (!wait->frees_main) return true;
  return false;
}

static void (*virtual_time_wait)(int64_t);
void virtual_time_set_wait(void (*wait)(int64_t)) { virtual_time_wait = wait; }

// The phone's client defines this, and sets the functions above.
extern void odograph_connect(void) __attribute__((weak));

void let_time_pass(int64_t until) {
  if (!virtual_time_wait && odograph_connect) odograph_connect();
  if (!virtual_time_wait) refuse("it waits, but is not linked with the phone's client");
  virtual_time_wait(until);
}

// Refuses two waits of which the lower one should go on now.
static void check_outer(const wait_t *wait) {
  for (wait = wait->outer; wait; wait = wait->outer)
    if (wait->end <= uptime_now || wait->peek(wait->object))
      refuse(
          "two threads of it wait at the same time, and the simulator runs them one inside the "
          "other; use asyncAfter, a timer or Task.sleep in place of one of the waits");
}

// The uptime at which work is due or a wait ends.
static int64_t next_end(void) {
  int64_t next = virtual_time_next_due();
  for (wait_t *wait = waits; wait; wait = wait->outer)
    if (wait->end < next) next = wait->end;
  return next;
}

// The main thread may wait without an end for this long while events wait for it. The system's
// watchdog ends such an app sooner (0x8badf00d).
static const int64_t hang_max = 60 * 1000000000LL;

static void check_hang(int64_t end) {
  if (end != INT64_MAX) return;
  for (size_t index = 0; index < parked_count; index++) {
    if (parked[index].queue != main_queue()) continue;
    if (saturating_sum(due_uptime(&parked[index]), hang_max) > uptime_now) continue;
    dprintf(2, "odograph: the main thread has waited for 60 s, without a limit, while events wait "
               "for it. The system's watchdog ends such an app.\n");
    abort();
  }
}

static bool wait_for(
    bool (*is_ready)(void *), bool (*peek)(void *), void *object, int64_t end, bool frees_main) {
  if (virtual_time_thread_phone()) {
    if (is_ready(object)) return true;
    refuse("it sleeps, or waits for other work of its own");
  }
  if (!is_on_app_thread())
    refuse(
        "a thread that it started waits; the simulator runs a thread to its end when it is "
        "started. Use a queue, a timer or a Task");
  bool is_main = running_count == 0 && depth == 0;
  if (is_main && !frees_main) begin_on(main_queue(), true);
  wait_t wait = {peek, object, end, frees_main, waits};
  waits = &wait;
  depth++;
  bool result = true;
  while (!is_ready(object)) {
    if (run_one()) continue;
    if (uptime_now >= end) {
      result = false;
      break;
    }
    check_outer(&wait);
    check_hang(end);
    let_time_pass(next_end());
  }
  depth--;
  waits = wait.outer;
  if (is_main && !frees_main) end_on();
  return result;
}

bool wait_until(bool (*is_ready)(void *), bool (*peek)(void *), void *object, int64_t end) {
  return wait_for(is_ready, peek, object, end, false);
}

bool idle_until(bool (*is_ready)(void *), void *object, int64_t end) {
  return wait_for(is_ready, is_ready, object, end, true);
}

bool never(void *object) {
  (void)object;
  return false;
}

void virtual_time_serve(void) {
  for (;;) idle_until(never, NULL, INT64_MAX);
}

void pass(int64_t nanoseconds) {
  if (nanoseconds <= 0) return;
  wait_until(never, never, NULL, saturating_sum(uptime(), nanoseconds));
}

static bool is_free(void *queue) { return !is_held(queue); }

void run_all_of(void *queue) {
  bool is_main = running_count == 0 && depth == 0;
  if (is_main) begin_on(main_queue(), true);
  if (is_held(queue)) wait_until(is_free, is_free, queue, INT64_MAX);
  depth++;
  for (;;) {
    size_t first = heap_count;
    for (size_t index = 0; index < heap_count; index++) {
      if (heap[index].queue != queue || due_uptime(&heap[index]) > uptime_now) continue;
      if (first == heap_count || is_before(&heap[index], &heap[first])) first = index;
    }
    if (first == heap_count) break;
    run(take(first));
  }
  depth--;
  if (is_main) end_on();
}
