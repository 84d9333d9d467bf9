#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <sys/personality.h>
#include <sys/prctl.h>

// A phone and its app run in turns. By the usual policy each message wakes the reader before the
// sender has said all that it has to say: four changes of process for each position instead of two.
static void run_in_turns(void) {
  struct sched_param none = {0};
  if (sched_getscheduler(0) == SCHED_OTHER) sched_setscheduler(0, SCHED_BATCH, &none);
}

static pthread_mutex_t claims = PTHREAD_MUTEX_INITIALIZER;
static cpu_set_t claimed;

// The processors that the calling thread used before, and the one that it has claimed.
static __thread cpu_set_t usual_processors;
static __thread int claim = -1;

static int is_free(int processor) {
  return CPU_ISSET(processor, &usual_processors) && !CPU_ISSET(processor, &claimed);
}

void keep_on_one_processor(void) {
  if (claim >= 0 || sched_getaffinity(0, sizeof usual_processors, &usual_processors)) return;
  pthread_mutex_lock(&claims);
  int processor = sched_getcpu();
  for (int other = 0; other < CPU_SETSIZE && (processor < 0 || !is_free(processor)); other++) {
    processor = other;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  if (is_free(processor) && !sched_setaffinity(0, sizeof one, &one)) {
    claim = processor;
    CPU_SET(claim, &claimed);
  }
  pthread_mutex_unlock(&claims);
}

void leave_processor(void) {
  if (claim < 0) return;
  pthread_mutex_lock(&claims);
  CPU_CLR(claim, &claimed);
  pthread_mutex_unlock(&claims);
  sched_setaffinity(0, sizeof usual_processors, &usual_processors);
  claim = -1;
}

struct start {
  const char *path, *folder;
  char *const *arguments;
  char *const *environment;
  int socket, output;
  pid_t parent;
  sigset_t signals;
  int error;
};

// Becomes the program, or ends with the number of the error in `error`. It shares the memory of the
// process that waits for it, so it makes system calls alone.
static void become(volatile struct start *start) {
  struct sigaction action;
  for (int number = 1; number < NSIG; number++) {
    if (sigaction(number, NULL, &action) || action.sa_handler == SIG_IGN) continue;
    action.sa_handler = SIG_DFL;
    action.sa_flags = 0;
    sigaction(number, &action, NULL);
  }
  // Containers may forbid it. The app then runs all the same.
  personality((unsigned long)personality(0xFFFFFFFF) | ADDR_NO_RANDOMIZE);
  errno = 0;
  int nothing = open("/dev/null", O_RDONLY);
  // The app ends with the phone, and what it starts in its turn belongs to its group.
  if (nothing >= 0 && !setpgid(0, 0) && !prctl(PR_SET_PDEATHSIG, SIGKILL) &&
      getppid() == start->parent && dup2(start->output, 1) >= 0 && dup2(start->output, 2) >= 0 &&
      dup2(nothing, 0) >= 0 && dup2(start->socket, 3) >= 0 && !fcntl(3, F_SETFD, 0) &&
      !chdir(start->folder) &&
      !sigprocmask(SIG_SETMASK, (const sigset_t *)&start->signals, NULL)) {
    closefrom(4);
    execve(start->path, start->arguments, start->environment);
  }
  start->error = errno ? errno : ESRCH;
  _exit(127);
}

int start_process(
    pid_t *child, const char *path, char *const arguments[], char *const environment[],
    const char *folder, int socket, int output) {
  volatile struct start start = {
      .path = path, .folder = folder, .arguments = arguments, .environment = environment,
      .socket = socket, .output = output, .parent = getpid()};
  run_in_turns();
  // No handler of this process may run in the other one.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, (sigset_t *)&start.signals);
  *child = vfork();
  if (!*child) become(&start);
  int error = *child < 0 ? errno : start.error;
  pthread_sigmask(SIG_SETMASK, (const sigset_t *)&start.signals, NULL);
  if (*child > 0 && error) waitpid(*child, NULL, 0);
  return error;
}
#else
void keep_on_one_processor(void) {}

void leave_processor(void) {}

int start_process(
    pid_t *child, const char *path, char *const arguments[], char *const environment[],
    const char *folder, int socket, int output) {
  (void)folder;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  if (!error) error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, 1);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, 2);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, socket, 3);
  if (!error) error = posix_spawn(child, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}
#endif

int open_output_pipe(int ends[2]) {
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC)) return -1;
#else
  if (pipe(ends)) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  if (fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return 0;
  close(ends[0]);
  close(ends[1]);
  return -1;
}

#ifdef __GLIBC__
#include <malloc.h>

void keep_freed_memory(void) {
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
  // Larger blocks have pages of their own, which are always given back.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
}
#else
void keep_freed_memory(void) {}
#endif
