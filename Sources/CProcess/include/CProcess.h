// Starts an app's process, and sets the C library's memory: not all functions for it are visible
// to Swift.
#ifndef C_PROCESS_H
#define C_PROCESS_H

#include <sys/types.h>

// Starts a program with `folder` as working folder, `socket` as descriptor 3, `output` as standard
// output and standard error, and no other open descriptor. The layout of its memory is not random,
// so that two runs see equal addresses, which an app's hashes of objects depend on. The calling
// thread and the program get the policy of batch work, since they run in turns.
//
// The program leads a group of processes, and is killed if the calling thread ends.
//
// Returns 0, or the number of the error.
int start_process(
    pid_t *child, const char *path, char *const arguments[], char *const environment[],
    const char *folder, int socket, int output);

// Keeps the calling thread, and the programs that it starts, on one processor, which no other
// thread of this process claims. Programs that run in turns on two processors wait each time until
// the other one has woken up. Does nothing if all processors are claimed.
void keep_on_one_processor(void);

// Lets the calling thread use the processors that it used before.
void leave_processor(void);

// Opens a pipe that no started program inherits. Its end for reading, which comes first, never
// blocks.
//
// Returns 0, or -1 and sets errno.
int open_output_pipe(int ends[2]);

// Keeps the memory that this process frees, up to 8 MB, for what it allocates next. Otherwise the
// C library gives a day's memory back to the system, which clears each page for the next day.
void keep_freed_memory(void);

#endif
