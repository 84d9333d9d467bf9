#define _GNU_SOURCE
#include "CProcess.h"

#include <fcntl.h>
#include <spawn.h>

#ifdef __linux__
#include <sys/personality.h>
#endif

int start_process(
    pid_t *child, const char *path, char *const arguments[], char *const environment[],
    const char *home, int socket) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  if (!error) error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, 2, 1);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, socket, 3);
#ifdef __linux__
  if (!error) error = posix_spawn_file_actions_addchdir_np(&actions, home);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  int usual = personality(0xFFFFFFFF);
  personality((unsigned long)usual | ADDR_NO_RANDOMIZE);
#endif
  if (!error) error = posix_spawn(child, path, &actions, NULL, arguments, environment);
#ifdef __linux__
  personality((unsigned long)usual);
#endif
  posix_spawn_file_actions_destroy(&actions);
  return error;
}
