// What the files of this target share.
#ifndef VIRTUAL_TIME_INTERNAL_H
#define VIRTUAL_TIME_INTERNAL_H

#include "VirtualTime.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef void (*function_t)(void *);

// The system's own function of a name that this target defines.
#define REAL(type, name)             \
  static __typeof__(type) name##_real; \
  if (!name##_real) name##_real = (__typeof__(type))dlsym(RTLD_NEXT, #name)

#define HIDDEN __attribute__((visibility("hidden")))

// MARK: Clocks

extern HIDDEN bool is_on;
extern HIDDEN int64_t wall_now, uptime_now;

// True if the code that asks runs in virtual time: in an app's process, or on the thread of an app
// that shares its process with other work.
HIDDEN bool is_virtual(void);
HIDDEN int64_t wall_time(void);
HIDDEN int64_t uptime(void);

HIDDEN void begin(void);
HIDDEN int64_t saturating_sum(int64_t a, int64_t b);
HIDDEN long system_call(long number, long a, long b, long c, long d, long e, long f);
HIDDEN void fill_random(void *buffer, size_t length);
HIDDEN void seed_random(uint64_t seed);

// Ends the process with a reason for the person.
HIDDEN void refuse(const char *reason) __attribute__((noreturn));

// True on the thread on which all of the app's work runs.
HIDDEN bool is_on_app_thread(void);

// MARK: Work

// A piece of work. One of a wall deadline moves when the wall clock jumps.
typedef struct {
  int64_t due;  // uptime; for a wall deadline, the wall time
  uint64_t order;
  void *queue;
  function_t function;
  void *context;
  bool is_wall, is_barrier;
} work_t;

HIDDEN void schedule(
    function_t function, void *context, int64_t due, bool is_wall, void *queue, bool is_barrier);
HIDDEN void schedule_now(function_t function, void *context, void *queue);

// Runs the first piece of work that is due; false without any.
HIDDEN bool run_one(void);

// Runs the work of a queue that is due, as a call of `sync` waits for it.
HIDDEN void run_all_of(void *queue);

// The work of a queue that is held waits until the queue is released.
HIDDEN void hold(void *queue);
HIDDEN void unhold(void *queue);
HIDDEN bool is_held(void *queue);

// Orders the work again after a jump of the wall clock.
HIDDEN void order_again(void);

// MARK: Queues

HIDDEN void *main_queue(void);
HIDDEN bool is_global(void *queue);
HIDDEN bool is_concurrent(void *queue);

// Where a queue's work is at present.
typedef enum {
  idle,     // none of it runs
  current,  // the code that asks runs on the queue
  waiting,  // work of the queue waits for something, and the code that asks runs meanwhile
} place_t;
HIDDEN place_t place_of(void *queue);

// Marks code as running on a queue until `end_on`.
HIDDEN void begin_on(void *queue, bool is_exclusive);
HIDDEN void end_on(void);

// MARK: Waits

// Waits in virtual time until `is_ready` or the uptime `end`. Other work runs meanwhile, as on
// other threads. `peek` is `is_ready` without its effect.
HIDDEN bool wait_until(
    bool (*is_ready)(void *), bool (*peek)(void *), void *object, int64_t end);
HIDDEN void pass(int64_t nanoseconds);
// True if work of the app waits. The main thread does not while it is free for events.
HIDDEN bool is_waiting(void);
HIDDEN bool never(void *object);
// Lets time pass for code that leaves the main queue free meanwhile, as a run loop does.
HIDDEN bool idle_until(bool (*is_ready)(void *), void *object, int64_t end);

// The uptime of a dispatch_time_t; INT64_MAX for one that never comes.
HIDDEN int64_t deadline(uint64_t when);

#define FOREVER (~0ULL)
#define WALL_NOW (~1ULL)

// MARK: Blocks

// A block of the C language, whose layout the Block ABI of Clang fixes.
typedef struct {
  void *isa;
  int flags, reserved;
  void (*invoke)(void *);
} block_t;

extern void *_Block_copy(const void *);
extern void _Block_release(const void *);

HIDDEN void run_block(void *block);

#endif
