// What Swift cannot import of Linux: variadic functions, function-like macros and compound
// constants. Each shim only gives one of them a fixed shape.
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// prctl is variadic.
static inline int bucket_prctl(int option, unsigned long argument) {
  return prctl(option, argument, 0UL, 0UL, 0UL);
}

// open is variadic.
static inline int bucket_openat(int directory, const char *path, int flags, mode_t mode) {
  return openat(directory, path, flags, mode);
}

// fcntl is variadic.
static inline int bucket_duplicate(int descriptor) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}

// ioctl is variadic.
static inline int bucket_window_size(int descriptor, struct winsize *size) {
  return ioctl(descriptor, TIOCGWINSZ, size);
}
static inline int bucket_set_window_size(int descriptor, const struct winsize *size) {
  return ioctl(descriptor, TIOCSWINSZ, size);
}

static inline int bucket_terminal_number(int master) {
  unsigned int number = 0;
  int unlocked = 0;
  if (ioctl(master, TIOCSPTLCK, &unlocked) != 0) return -1;
  return ioctl(master, TIOCGPTN, &number) == 0 ? (int)number : -1;
}

// Headers hide these without _GNU_SOURCE, which Swift doesn't define.
extern int pipe2(int ends[2], int flags);
static const short bucket_spawn_session = 0x80;  // POSIX_SPAWN_SETSID

// Swift forbids fork: a child of several threads has the locks of all and the threads of one. It is
// for programs of a single thread.
static inline pid_t bucket_fork(void) { return fork(); }

// W* are function-like macros.
static inline int bucket_exited(int status) { return WIFEXITED(status); }
static inline int bucket_exit_status(int status) { return WEXITSTATUS(status); }
static inline int bucket_termination_signal(int status) { return WTERMSIG(status); }
static inline int bucket_stopped(int status) { return WIFSTOPPED(status); }

// SIG_IGN is a cast to a function pointer, which Swift cannot compare.
static inline int bucket_ignores(int number) {
  struct sigaction action;
  return sigaction(number, 0, &action) == 0 && action.sa_handler == SIG_IGN;
}

// O_TMPFILE is a macro of two parts, and declared for _GNU_SOURCE only.
static inline int bucket_tmpfile_flag(void) { return __O_TMPFILE; }

// renameat2 is declared for _GNU_SOURCE only; RENAME_NOREPLACE refuses where the name is taken.
static inline int bucket_rename_new(const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}
