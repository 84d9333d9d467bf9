// Dispatch sources for timers and for data of the app's own, and the suspension of queues.
//
// The sources are objects of this file, because libdispatch's own would start threads.
#define _GNU_SOURCE
#include "internal.h"

extern char _dispatch_source_type_timer[], _dispatch_source_type_data_add[],
    _dispatch_source_type_data_or[], _dispatch_source_type_data_replace[];

typedef enum { timer, data_add, data_or, data_replace } kind_t;

// A function with its context, or a block.
typedef struct {
  function_t function;
  void *block;
} handler_t;

typedef struct {
  const void *tag;
  // How often the app has retained it, and how much scheduled work refers to it.
  unsigned app_references, references;
  kind_t kind;
  void *queue, *context;
  handler_t event, cancel, registration;
  function_t finalizer;
  bool is_inactive, is_canceled, is_pending, is_wall;
  unsigned suspension_count;
  // Work that was scheduled for another number is out of date.
  uint64_t generation;
  int64_t due, interval;
  unsigned long data, taken;
} source_t;

static const char tag;

void dispatch_retain(void *object);
void dispatch_release(void *object);

static source_t *source_of(void *object) {
  return object && *(const void **)object == &tag ? object : NULL;
}

// MARK: Handlers

static void forget(handler_t *handler) {
  if (handler->block) _Block_release(handler->block);
  *handler = (handler_t){0};
}

static void call(source_t *source, handler_t handler) {
  if (handler.block) ((block_t *)handler.block)->invoke(handler.block);
  else if (handler.function) handler.function(source->context);
}

static void drop(source_t *source) {
  if (--source->references + source->app_references > 0) return;
  forget(&source->event);
  forget(&source->cancel);
  forget(&source->registration);
  if (source->queue) dispatch_release(source->queue);
  if (source->finalizer) source->finalizer(source->context);
  free(source);
}

typedef struct {
  source_t *source;
  uint64_t generation;
} firing_t;

static bool may_fire(const source_t *source) {
  return !source->is_inactive && source->suspension_count == 0;
}

static void fire(void *context);

static void fire_at(source_t *source, int64_t due) {
  firing_t *firing = malloc(sizeof *firing);
  if (!firing) abort();
  *firing = (firing_t){source, source->generation};
  source->references++;
  schedule(fire, firing, due, source->is_wall, source->queue, false);
}

// Schedules the next time of a timer after those that have passed, and counts these.
static void arm_again(source_t *source) {
  int64_t now = source->is_wall ? wall_time() : uptime();
  source->taken = 1;
  if (source->interval == INT64_MAX) return;
  int64_t passed = (now - source->due) / source->interval;
  source->taken += passed;
  source->due = saturating_sum(source->due, (passed + 1) * source->interval);
  fire_at(source, source->due);
}

static void run_event(source_t *source) {
  if (source->kind == timer) {
    arm_again(source);
  } else {
    source->taken = source->data;
    source->data = 0;
    if (!source->taken) return;
  }
  handler_t handler = source->event;
  if (handler.block) handler.block = _Block_copy(handler.block);
  call(source, handler);
  if (handler.block) _Block_release(handler.block);
}

static void fire(void *context) {
  firing_t firing = *(firing_t *)context;
  free(context);
  source_t *source = firing.source;
  bool is_current = firing.generation == source->generation && !source->is_canceled;
  if (is_current && source->app_references) {
    if (may_fire(source)) run_event(source);
    else source->is_pending = true;
  }
  drop(source);
}

static void run_cancel(void *context) {
  source_t *source = context;
  call(source, source->cancel);
  forget(&source->event);
  forget(&source->cancel);
  drop(source);
}

static void run_registration(void *context) {
  source_t *source = context;
  call(source, source->registration);
  forget(&source->registration);
  drop(source);
}

static void schedule_handler(source_t *source, function_t function) {
  source->references++;
  schedule_now(function, source, source->queue);
}

static void go_on(source_t *source) {
  if (!may_fire(source)) return;
  if (source->is_pending) {
    source->is_pending = false;
    fire_at(source, source->is_wall ? wall_time() : uptime());
  }
}

static void activate(source_t *source) {
  if (!source->is_inactive) return;
  source->is_inactive = false;
  if (source->registration.function || source->registration.block)
    schedule_handler(source, run_registration);
  go_on(source);
}

// MARK: Functions of libdispatch

void *dispatch_source_create(
    const void *type, uintptr_t handle, unsigned long mask, void *queue) {
  REAL(void *(*)(const void *, uintptr_t, unsigned long, void *), dispatch_source_create);
  if (!is_virtual()) return dispatch_source_create_real(type, handle, mask, queue);
  kind_t kind = timer;
  if (type == _dispatch_source_type_timer) kind = timer;
  else if (type == _dispatch_source_type_data_add) kind = data_add;
  else if (type == _dispatch_source_type_data_or) kind = data_or;
  else if (type == _dispatch_source_type_data_replace) kind = data_replace;
  else refuse("it makes a DispatchSource for files, processes or signals; timers and data work");
  source_t *source = calloc(1, sizeof *source);
  if (!source) abort();
  *source = (source_t){
      .tag = &tag, .app_references = 1, .kind = kind, .queue = queue, .is_inactive = true,
      .interval = INT64_MAX};
  if (queue) dispatch_retain(queue);
  return source;
}

void dispatch_source_set_timer(
    void *object, uint64_t start, uint64_t interval, uint64_t leeway) {
  REAL(void (*)(void *, uint64_t, uint64_t, uint64_t), dispatch_source_set_timer);
  source_t *source = source_of(object);
  if (!source) return dispatch_source_set_timer_real(object, start, interval, leeway);
  source->generation++;
  source->is_pending = false;
  if (start == FOREVER) return;
  source->is_wall = start == WALL_NOW || start >> 62 == 3;
  source->due = !source->is_wall    ? deadline(start)
                : start == WALL_NOW ? wall_time()
                                    : -(int64_t)start;
  // An interval of zero would stop virtual time.
  source->interval = interval >= INT64_MAX ? INT64_MAX : interval < 1000 ? 1000 : (int64_t)interval;
  fire_at(source, source->due);
}

static void set(handler_t *handler, function_t function, void *block) {
  void *copy = block ? _Block_copy(block) : NULL;
  forget(handler);
  *handler = (handler_t){function, copy};
}

#define SETTER(name, member)                                          \
  void name(void *object, void *block) {                              \
    REAL(void (*)(void *, void *), name);                             \
    source_t *source = source_of(object);                             \
    if (!source) return name##_real(object, block);                   \
    set(&source->member, NULL, block);                                \
  }                                                                   \
  void name##_f(void *object, function_t function) {                  \
    REAL(void (*)(void *, function_t), name##_f);                     \
    source_t *source = source_of(object);                             \
    if (!source) return name##_f_real(object, function);              \
    set(&source->member, function, NULL);                             \
  }

SETTER(dispatch_source_set_event_handler, event)
SETTER(dispatch_source_set_cancel_handler, cancel)
SETTER(dispatch_source_set_mandatory_cancel_handler, cancel)
SETTER(dispatch_source_set_registration_handler, registration)

void dispatch_source_cancel(void *object) {
  REAL(void (*)(void *), dispatch_source_cancel);
  source_t *source = source_of(object);
  if (!source) return dispatch_source_cancel_real(object);
  if (source->is_canceled) return;
  source->is_canceled = true;
  schedule_handler(source, run_cancel);
}

long dispatch_source_testcancel(void *object) {
  REAL(long (*)(void *), dispatch_source_testcancel);
  source_t *source = source_of(object);
  return source ? source->is_canceled : dispatch_source_testcancel_real(object);
}

unsigned long dispatch_source_get_data(void *object) {
  REAL(unsigned long (*)(void *), dispatch_source_get_data);
  source_t *source = source_of(object);
  return source ? source->taken : dispatch_source_get_data_real(object);
}

unsigned long dispatch_source_get_handle(void *object) {
  REAL(unsigned long (*)(void *), dispatch_source_get_handle);
  return source_of(object) ? 0 : dispatch_source_get_handle_real(object);
}

unsigned long dispatch_source_get_mask(void *object) {
  REAL(unsigned long (*)(void *), dispatch_source_get_mask);
  return source_of(object) ? 0 : dispatch_source_get_mask_real(object);
}

void dispatch_source_merge_data(void *object, unsigned long value) {
  REAL(void (*)(void *, unsigned long), dispatch_source_merge_data);
  source_t *source = source_of(object);
  if (!source) return dispatch_source_merge_data_real(object, value);
  bool is_new = source->data == 0;
  if (source->kind == data_add) source->data += value;
  if (source->kind == data_or) source->data |= value;
  if (source->kind == data_replace) source->data = value;
  if (is_new && source->data) fire_at(source, uptime());
}

// MARK: Functions for every object

void dispatch_retain(void *object) {
  REAL(void (*)(void *), dispatch_retain);
  source_t *source = source_of(object);
  if (!source) return dispatch_retain_real(object);
  source->app_references++;
}

void dispatch_release(void *object) {
  REAL(void (*)(void *), dispatch_release);
  source_t *source = source_of(object);
  if (!source) return dispatch_release_real(object);
  source->references++;
  source->app_references--;
  drop(source);
}

void *dispatch_get_context(void *object) {
  REAL(void *(*)(void *), dispatch_get_context);
  source_t *source = source_of(object);
  return source ? source->context : dispatch_get_context_real(object);
}

void dispatch_set_context(void *object, void *context) {
  REAL(void (*)(void *, void *), dispatch_set_context);
  source_t *source = source_of(object);
  if (!source) return dispatch_set_context_real(object, context);
  source->context = context;
}

void dispatch_set_finalizer_f(void *object, function_t finalizer) {
  REAL(void (*)(void *, function_t), dispatch_set_finalizer_f);
  source_t *source = source_of(object);
  if (!source) return dispatch_set_finalizer_f_real(object, finalizer);
  source->finalizer = finalizer;
}

void dispatch_set_target_queue(void *object, void *queue) {
  REAL(void (*)(void *, void *), dispatch_set_target_queue);
  source_t *source = source_of(object);
  if (!source) return dispatch_set_target_queue_real(object, queue);
  if (queue) dispatch_retain(queue);
  if (source->queue) dispatch_release(source->queue);
  source->queue = queue;
}

void dispatch_activate(void *object) {
  REAL(void (*)(void *), dispatch_activate);
  source_t *source = source_of(object);
  if (source) return activate(source);
  dispatch_activate_real(object);
  if (is_on) unhold(object);
}

void dispatch_suspend(void *object) {
  REAL(void (*)(void *), dispatch_suspend);
  if (!is_on) return dispatch_suspend_real(object);
  source_t *source = source_of(object);
  if (source) source->suspension_count++;
  else hold(object);
}

void dispatch_resume(void *object) {
  REAL(void (*)(void *), dispatch_resume);
  if (!is_on) return dispatch_resume_real(object);
  source_t *source = source_of(object);
  if (!source) return unhold(object);
  // A source that is resumed before it was activated is activated.
  if (source->is_inactive) return activate(source);
  if (source->suspension_count) source->suspension_count--;
  go_on(source);
}

// MARK: Inactive queues

static void *inactive_attributes[64];
static size_t inactive_count;

void *dispatch_queue_attr_make_initially_inactive(void *attributes) {
  REAL(void *(*)(void *), dispatch_queue_attr_make_initially_inactive);
  void *result = dispatch_queue_attr_make_initially_inactive_real(attributes);
  if (is_on && inactive_count < 64) inactive_attributes[inactive_count++] = result;
  return result;
}

static void *held_if_inactive(void *queue, void *attributes) {
  if (is_on && attributes)
    for (size_t index = 0; index < inactive_count; index++)
      if (inactive_attributes[index] == attributes) {
        hold(queue);
        break;
      }
  return queue;
}

void *dispatch_queue_create_with_target(const char *label, void *attributes, void *target) {
  REAL(void *(*)(const char *, void *, void *), dispatch_queue_create_with_target);
  return held_if_inactive(
      dispatch_queue_create_with_target_real(label, attributes, target), attributes);
}

void *dispatch_queue_create(const char *label, void *attributes) {
  REAL(void *(*)(const char *, void *), dispatch_queue_create);
  return held_if_inactive(dispatch_queue_create_real(label, attributes), attributes);
}
