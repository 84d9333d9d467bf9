#define _GNU_SOURCE
#include "CProcess.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <sys/personality.h>

// A phone and its app run in turns. By the usual policy each message wakes the reader before the
// sender has said all that it has to say: four changes of process for each position, instead of two.
static void run_in_turns(void) {
  struct sched_param none = {0};
  if (sched_getscheduler(0) == SCHED_OTHER) sched_setscheduler(0, SCHED_BATCH, &none);
}
#endif

int start_process(
    pid_t *child, const char *path, char *const arguments[], char *const environment[],
    const char *folder, int socket, int output) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  if (!error) error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, 1);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, output, 2);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, socket, 3);
#ifdef __linux__
  if (!error) error = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  int usual = personality(0xFFFFFFFF);
  personality((unsigned long)usual | ADDR_NO_RANDOMIZE);
  run_in_turns();
#endif
  if (!error) error = posix_spawn(child, path, &actions, NULL, arguments, environment);
#ifdef __linux__
  personality((unsigned long)usual);
#endif
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int open_output_pipe(int ends[2]) {
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC)) return -1;
#else
  if (pipe(ends)) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
  return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}
