// Faults of disk and clock for one process, preloaded into it (LD_PRELOAD).
//
// STORM_CONTROL names a file of 32 numbers of 64 bits that the world and the process both map: the
// world sets faults while the process runs, and reads the counts. STORM_STORE is the start of the
// paths that faults apply to. STORM_SHADOW, if set, is a folder that receives of each store file
// the bytes that a loss of power would leave: those that a sync covered before it returned.
//
// It needs a program that calls libc through the dynamic linker, as odograph and SQLite do.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The order of shim.FIELDS.
enum {
  REALTIME_OFFSET, BOOTTIME_OFFSET, WRITE_ERROR, WRITE_EVERY, WRITE_SHORT, SYNC_ERROR, SYNC_EVERY,
  SYNC_DELAY, TRUNCATE_ERROR, OPEN_ERROR, TORN_IN, TORN_PERMILLE, SYNC_DEATH_IN, WRITES = 16, SYNCS,
  FAULTS, OPENED, FIELD_COUNT = 32
};
enum { FILES = 8, DESCRIPTORS = 65536, RANGES = 8192 };

// One file of the store, whatever descriptors it has.
struct file {
  char path[512];
  int shadow, count, isWhole;
  int64_t from[RANGES], to[RANGES];
};

static volatile int64_t *control;
static int64_t nothing[FIELD_COUNT];
static const char *store, *shadowFolder;
static struct file files[FILES];
static signed char slots[DESCRIPTORS];  // 1 + index into files; 0 for any other file
static char wasShort[DESCRIPTORS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  control = nothing;
  const char *path = getenv("STORM_CONTROL");
  store = getenv("STORM_STORE");
  shadowFolder = getenv("STORM_SHADOW");
  if (!path) return;
  int file = REAL(open)(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *map = mmap(0, 8 * FIELD_COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (map != MAP_FAILED) control = map;
  REAL(close)(file);
}

static int64_t add(int field, int64_t number) {
  return __sync_add_and_fetch((int64_t *)&control[field], number);
}

// True for each n-th call while an error is set; counts what it lets fail.
static int fails(int error, int every, int counter) {
  int64_t count = add(counter, 1), step = control[every];
  if (!control[error] || (step > 1 && count % step)) return 0;
  add(FAULTS, 1);
  errno = (int)control[error];
  return 1;
}

// True once, when a countdown that the world has set comes to its end.
static int isDue(int field) { return control[field] > 0 && add(field, -1) == 0; }

static int isOurs(int fd) { return fd >= 0 && fd < DESCRIPTORS && slots[fd]; }

static void noteOpen(int fd, const char *path) {
  if (fd < 0 || fd >= DESCRIPTORS) return;
  slots[fd] = 0;
  char full[512];
  if (!store || !realpath(path, full) || strncmp(full, store, strlen(store))) return;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < FILES && !slots[fd]; i++) {
    if (!files[i].path[0]) {
      strcpy(files[i].path, full);
      files[i].shadow = -1;
    }
    if (!strcmp(files[i].path, full)) slots[fd] = 1 + i;
  }
  pthread_mutex_unlock(&lock);
  add(OPENED, slots[fd] > 0);
}

static void noteWrite(int fd, int64_t from, int64_t count) {
  if (!shadowFolder || count <= 0) return;
  struct file *file = &files[slots[fd] - 1];
  pthread_mutex_lock(&lock);
  if (file->count == RANGES) file->isWhole = 0;
  else {
    file->from[file->count] = from;
    file->to[file->count++] = from + count;
  }
  pthread_mutex_unlock(&lock);
}

static void copy(int from, int to, int64_t start, int64_t end) {
  char buffer[65536];
  while (start < end) {
    int64_t want = end - start < 65536 ? end - start : 65536;
    ssize_t count = pread(from, buffer, want, start);
    if (count <= 0 || REAL(pwrite)(to, buffer, count, start) != count) return;
    start += count;
  }
}

// A sync that fails leaves pages that no later sync writes, as Linux does it.
static void noteSync(int fd, int isDone) {
  if (!shadowFolder) return;
  struct file *file = &files[slots[fd] - 1];
  pthread_mutex_lock(&lock);
  if (file->shadow < 0) {
    char path[1100];
    snprintf(path, sizeof path, "%s/%s", shadowFolder, strrchr(file->path, '/') + 1);
    file->shadow = REAL(open)(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  }
  struct stat state;
  if (isDone && fstat(fd, &state) == 0) {
    if (!file->isWhole) copy(fd, file->shadow, 0, state.st_size);
    for (int i = 0; file->isWhole && i < file->count; i++)
      copy(fd, file->shadow, file->from[i], file->to[i]);
    file->isWhole = 1;
    if (REAL(ftruncate)(file->shadow, state.st_size)) abort();
  }
  file->count = 0;
  pthread_mutex_unlock(&lock);
}

// MARK: Files

static int opened(const char *path, int fd) {
  int error = errno;
  noteOpen(fd, path);
  errno = error;
  return fd;
}

static int isForbidden(const char *path) {
  if (!control[OPEN_ERROR] || !store || strncmp(path, store, strlen(store))) return 0;
  add(FAULTS, 1);
  errno = (int)control[OPEN_ERROR];
  return 1;
}

#define OPEN(name)                                                      \
  int name(const char *path, int flags, ...) {                          \
    va_list rest;                                                       \
    va_start(rest, flags);                                              \
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;   \
    va_end(rest);                                                       \
    if (isForbidden(path)) return -1;                                   \
    return opened(path, REAL(name)(path, flags, mode));                 \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  if (fd >= 0 && fd < DESCRIPTORS) slots[fd] = 0;
  return REAL(close)(fd);
}

int unlink(const char *path) {
  char shadow[1100];
  if (shadowFolder && store && !strncmp(path, store, strlen(store))) {
    snprintf(shadow, sizeof shadow, "%s/%s", shadowFolder, strrchr(path, '/') + 1);
    REAL(unlink)(shadow);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < FILES; i++)
      if (!strcmp(files[i].path, path)) files[i].shadow = -1, files[i].isWhole = 0;
    pthread_mutex_unlock(&lock);
  }
  return REAL(unlink)(path);
}

// The length to write: all, or a part, or -1 for none. A torn write ends the process.
static ssize_t allowed(int fd, size_t count) {
  if (control[WRITE_ERROR] && wasShort[fd]) {
    wasShort[fd] = 0;
    add(FAULTS, 1);
    errno = (int)control[WRITE_ERROR];
    return -1;
  }
  if (!fails(WRITE_ERROR, WRITE_EVERY, WRITES)) return count;
  if (!control[WRITE_SHORT] || count < 2) return -1;
  wasShort[fd] = 1;
  return count / 2;
}

static size_t torn(size_t count) { return count * control[TORN_PERMILLE] / 1000; }

#define WRITE_AT(name)                                                                 \
  ssize_t name(int fd, const void *bytes, size_t count, off_t offset) {                \
    if (!isOurs(fd)) return REAL(name)(fd, bytes, count, offset);                      \
    if (isDue(TORN_IN)) {                                                              \
      REAL(name)(fd, bytes, torn(count), offset);                                      \
      kill(getpid(), SIGKILL);                                                         \
    }                                                                                  \
    ssize_t size = allowed(fd, count);                                                 \
    if (size < 0) return -1;                                                           \
    size = REAL(name)(fd, bytes, size, offset);                                        \
    noteWrite(fd, offset, size);                                                       \
    return size;                                                                       \
  }
WRITE_AT(pwrite)
WRITE_AT(pwrite64)

ssize_t write(int fd, const void *bytes, size_t count) {
  if (!isOurs(fd)) return REAL(write)(fd, bytes, count);
  off_t offset = lseek(fd, 0, SEEK_CUR);
  return pwrite(fd, bytes, count, offset) < 0 ? -1 : (lseek(fd, count, SEEK_CUR), (ssize_t)count);
}

static int sync_(int fd, int (*call)(int)) {
  if (!isOurs(fd)) return call(fd);
  if (control[SYNC_DELAY]) usleep((useconds_t)control[SYNC_DELAY]);
  if (isDue(SYNC_DEATH_IN)) kill(getpid(), SIGKILL);
  if (fails(SYNC_ERROR, SYNC_EVERY, SYNCS)) {
    int error = errno;
    noteSync(fd, 0);
    errno = error;
    return -1;
  }
  noteSync(fd, 1);
  return 0;
}
int fsync(int fd) { return sync_(fd, REAL(fsync)); }
int fdatasync(int fd) { return sync_(fd, REAL(fdatasync)); }

#define TRUNCATE(name)                              \
  int name(int fd, off_t size) {                    \
    if (isOurs(fd) && control[TRUNCATE_ERROR]) {    \
      add(FAULTS, 1);                               \
      errno = (int)control[TRUNCATE_ERROR];         \
      return -1;                                    \
    }                                               \
    return REAL(name)(fd, size);                    \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

// MARK: Clocks

static void shift(struct timespec *time, int64_t span) {
  int64_t nanoseconds = time->tv_nsec + span % 1000000000;
  time->tv_sec += span / 1000000000;
  if (nanoseconds < 0) time->tv_sec--, nanoseconds += 1000000000;
  if (nanoseconds >= 1000000000) time->tv_sec++, nanoseconds -= 1000000000;
  time->tv_nsec = nanoseconds;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static __typeof__(&clock_gettime) call;
  if (!call) call = REAL(clock_gettime);
  int status = call(clock, time);
  if (status || !control) return status;
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)
    shift(time, control[REALTIME_OFFSET]);
  if (clock == CLOCK_BOOTTIME) shift(time, control[BOOTTIME_OFFSET]);
  return status;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}
