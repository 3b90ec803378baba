// Preloaded into a program, has one of the calls fail by which the program opens and changes files,
// changes keys, or starts others. FaultShim.h says how it is told which.
#include "Call.h"

#include <fcntl.h>
#include <linux/keyctl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Opening

static const char *opening(int flags) {
  if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) return "cfrq";
  return flags & O_TRUNC ? "cf" : "f";
}

/// The permissions that a call for opening was given, which it need not be.
#define MODE(flags)                                                 \
  ({                                                                \
    va_list rest;                                                   \
    va_start(rest, flags);                                          \
    mode_t mode = *opening(flags) == 'c' ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                   \
    mode;                                                           \
  })

#define OPEN(name)                                                                \
  int name(const char *path, int flags, ...) {                                    \
    mode_t mode = MODE(flags);                                                    \
    return MADE(                                                                  \
        fault_call_on_path("open", opening(flags), AT_FDCWD, path),               \
        REAL(name)(path, flags, mode));                                           \
  }
#define OPENAT(name)                                                              \
  int name(int folder, const char *path, int flags, ...) {                        \
    mode_t mode = MODE(flags);                                                    \
    return MADE(                                                                  \
        fault_call_on_path("openat", opening(flags), folder, path),               \
        REAL(name)(folder, path, flags, mode));                                   \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

// MARK: Reading and writing

ssize_t read(int file, void *bytes, size_t count) {
  struct call call = fault_call_on_descriptor("read", "fs", file, count);
  return MADE(call, REAL(read)(file, bytes, call.count));
}

ssize_t write(int file, const void *bytes, size_t count) {
  struct call call = fault_call_on_descriptor("write", "cfrqs", file, count);
  return MADE(call, REAL(write)(file, bytes, call.count));
}

#define PREAD(name)                                                               \
  ssize_t name(int file, void *bytes, size_t count, off_t offset) {               \
    struct call call = fault_call_on_descriptor("pread", "fs", file, count);      \
    return MADE(call, REAL(name)(file, bytes, call.count, offset));               \
  }
#define PWRITE(name)                                                              \
  ssize_t name(int file, const void *bytes, size_t count, off_t offset) {         \
    struct call call = fault_call_on_descriptor("pwrite", "cfrqs", file, count);  \
    return MADE(call, REAL(name)(file, bytes, call.count, offset));               \
  }
PREAD(pread)
PREAD(pread64)
PWRITE(pwrite)
PWRITE(pwrite64)

// MARK: Files that are open

#define ON_FILE(name, traits, parameters, arguments)                              \
  int name parameters {                                                           \
    return MADE(fault_call_on_descriptor(#name, traits, file, 0), REAL(name) arguments); \
  }
ON_FILE(fsync, "cfrq", (int file), (file))
ON_FILE(fdatasync, "cfrq", (int file), (file))
ON_FILE(ftruncate, "cfrq", (int file, off_t count), (file, count))
ON_FILE(ftruncate64, "cfrq", (int file, off_t count), (file, count))
ON_FILE(fchmod, "cf", (int file, mode_t mode), (file, mode))
ON_FILE(fchown, "cfq", (int file, uid_t user, gid_t group), (file, user, group))

int flock(int file, int operation) {
  // Letting go never fails.
  if (operation & LOCK_UN) return REAL(flock)(file, operation);
  return MADE(fault_call_on_descriptor("flock", "f", file, 0), REAL(flock)(file, operation));
}

// MARK: Names

#define ON_PATH(name, traits, folder, path, parameters, arguments)                \
  int name parameters {                                                           \
    return MADE(fault_call_on_path(#name, traits, folder, path), REAL(name) arguments); \
  }
ON_PATH(mkdir, "cfrq", AT_FDCWD, path, (const char *path, mode_t mode), (path, mode))
ON_PATH(
    mkdirat, "cfrq", folder, path, (int folder, const char *path, mode_t mode),
    (folder, path, mode))
ON_PATH(
    fchmodat, "cf", folder, path, (int folder, const char *path, mode_t mode, int flags),
    (folder, path, mode, flags))
ON_PATH(unlink, "cf", AT_FDCWD, path, (const char *path), (path))
ON_PATH(
    unlinkat, "cf", folder, path, (int folder, const char *path, int flags),
    (folder, path, flags))
ON_PATH(rmdir, "cf", AT_FDCWD, path, (const char *path), (path))
ON_PATH(link, "cfrq", AT_FDCWD, to, (const char *from, const char *to), (from, to))
ON_PATH(
    linkat, "cfrq", toFolder, to,
    (int fromFolder, const char *from, int toFolder, const char *to, int flags),
    (fromFolder, from, toFolder, to, flags))
ON_PATH(symlink, "cfrq", AT_FDCWD, to, (const char *from, const char *to), (from, to))
ON_PATH(rename, "cfrq", AT_FDCWD, to, (const char *from, const char *to), (from, to))
ON_PATH(
    renameat, "cfrq", toFolder, to,
    (int fromFolder, const char *from, int toFolder, const char *to),
    (fromFolder, from, toFolder, to))
ON_PATH(
    renameat2, "cfrq", toFolder, to,
    (int fromFolder, const char *from, int toFolder, const char *to, unsigned flags),
    (fromFolder, from, toFolder, to, flags))

// MARK: Calls by their number

/// What a call of `keyctl(2)` is named; nothing where it changes nothing.
static const char *key_change(long operation) {
  switch (operation) {
    case KEYCTL_UPDATE: return "keyctl_update";
    case KEYCTL_REVOKE: return "keyctl_revoke";
    case KEYCTL_LINK: return "keyctl_link";
    case KEYCTL_UNLINK: return "keyctl_unlink";
    case KEYCTL_SET_TIMEOUT: return "keyctl_set_timeout";
    default: return NULL;
  }
}

static struct call numbered(long number, const long given[6]) {
  switch (number) {
    case SYS_renameat2:
      return fault_call_on_path("renameat2", "cfrq", (int)given[2], (const char *)given[3]);
    case SYS_add_key: return fault_call("add_key", "cq");
    case SYS_keyctl: {
      const char *name = key_change(given[0]);
      if (name) return fault_call(name, given[0] == KEYCTL_LINK ? "cq" : "c");
      break;
    }
    default: break;
  }
  return (struct call){0};
}

long syscall(long number, ...) {
  // No call has more arguments; those that it doesn't have are not looked at.
  long given[6];
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 6; i++) given[i] = va_arg(rest, long);
  va_end(rest);
  return MADE(
      numbered(number, given),
      REAL(syscall)(number, given[0], given[1], given[2], given[3], given[4], given[5]));
}

// MARK: Children

int posix_spawn(
    pid_t *id, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const words[], char *const environment[]) {
  return MADE(
      fault_call("posix_spawn", "c"),
      REAL(posix_spawn)(id, path, actions, attributes, words, environment));
}
