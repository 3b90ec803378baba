#pragma once
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

/// What is done at a call.
enum deed { NOTHING, FAIL, FAIL_ON, SHORT, KILL_BEFORE, KILL_AFTER, STOP_AFTER };

/// What becomes of a call that is about to be made.
struct call {
  enum deed deed;
  /// The error it fails with, or 0.
  int error;
  /// How many bytes it may move.
  size_t count;
};

// Each tells of a call, and may end the process.
struct call fault_call(const char *name, const char *traits);
struct call fault_call_on_path(const char *name, const char *traits, int folder, const char *path);
struct call fault_call_on_descriptor(
    const char *name, const char *traits, int descriptor, size_t count);

/// Does what is to be done after a call that was made.
void fault_call_ended(const struct call *call);

/// Whether keys are to be derived at the least cost.
bool fault_keys_are_cheap(void);

/// The function that the program would call without the shim.
#define REAL(name)                                               \
  ({                                                             \
    static __typeof__(&name) real;                               \
    if (!real) real = (__typeof__(real))dlsym(RTLD_NEXT, #name); \
    real;                                                        \
  })

/// What the program is told of a call: what it results in, or -1 with `errno` where it fails.
#define MADE(decided, result)       \
  ({                                \
    struct call one = (decided);    \
    __typeof__(result) made;        \
    if (one.error) {                \
      errno = one.error;            \
      made = -1;                    \
    } else {                        \
      made = (result);              \
      fault_call_ended(&one);       \
    }                               \
    made;                           \
  })
