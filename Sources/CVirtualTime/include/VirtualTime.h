// Virtual time for a process: its clocks, its queues and its sleeps follow the times that the
// simulated phone sends. All work runs on the main thread, in the order of (due time, order of
// scheduling).
#ifndef VIRTUAL_TIME_H
#define VIRTUAL_TIME_H

#include <stdbool.h>
#include <stdint.h>

// Switches virtual time on, at these clocks in nanoseconds: wall since 1970, uptime since the phone
// was switched on. Random bytes come from the seed from now on. Without this call every function
// behaves as the system's own.
void virtual_time_begin(int64_t wall, int64_t uptime, uint64_t seed);
bool virtual_time_is_on(void);

// Moves both clocks. The uptime never steps back; the wall clock may.
void virtual_time_move(int64_t wall, int64_t uptime);
int64_t virtual_time_wall(void);
int64_t virtual_time_uptime(void);

// Runs the work that is due, and the work that this work makes due, until none is left.
void virtual_time_run_due(void);

// The uptime at which work is due next; INT64_MAX without any.
int64_t virtual_time_next_due(void);

// Schedules a function on the main queue at an uptime.
void virtual_time_call_at(int64_t uptime, void *context, void (*function)(void *));

// Schedules a function now: on the main queue, or on one that never waits.
void virtual_time_call_soon(bool is_main, void *context, void (*function)(void *));

// Leaves the main queue free, and passes time until the process ends.
void virtual_time_serve(void) __attribute__((noreturn));

// Sets the function that passes time while the app waits: it returns once the uptime has reached
// its argument, or earlier. Sleeps, timed waits and dispatchMain() call it.
void virtual_time_set_wait(void (*wait)(int64_t uptime));

// Sets the function that ends the process for a reason that the person has to read, such as a
// thread.
void virtual_time_set_refuse(void (*refuse)(const char *reason));

// The phone of an app that runs on one thread of a process with other work, such as a test's: its
// clocks, the schedule of its callbacks, and its random bytes.
typedef struct {
  void *context;
  int64_t (*wall)(void *context);
  int64_t (*uptime)(void *context);
  uint64_t (*random)(void *context);
  // Calls a function once after a time span in nanoseconds.
  void (*call_after)(
      void *context, int64_t nanoseconds, void *argument, void (*function)(void *));
} virtual_time_phone_t;

// Sets the phone of the calling thread; NULL takes it away. Clocks, queues, tasks and random bytes
// follow it on this thread alone. A sleep or another wait ends the process with a message.
void virtual_time_set_thread_phone(const virtual_time_phone_t *phone);
const virtual_time_phone_t *virtual_time_thread_phone(void);

// An object that belongs to the calling thread, for what its apps leave behind.
void virtual_time_set_thread_object(void *object);
void *virtual_time_thread_object(void);

// Reads a real clock, for limits in real time.
int64_t virtual_time_real_uptime(void);

#endif
