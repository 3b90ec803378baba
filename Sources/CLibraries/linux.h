// What Swift cannot import of Linux: variadic functions and function-like macros. Each shim only
// gives one of them a fixed shape.
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
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

// ioctl is variadic.
static inline int bucket_window_size(int descriptor, struct winsize *size) {
  return ioctl(descriptor, TIOCGWINSZ, size);
}

// W* are function-like macros.
static inline int bucket_exited(int status) { return WIFEXITED(status); }
static inline int bucket_exit_status(int status) { return WEXITSTATUS(status); }
static inline int bucket_termination_signal(int status) { return WTERMSIG(status); }
