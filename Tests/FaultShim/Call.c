// Decides which calls are watched, and what is done at which.
#include "Call.h"
#include "FaultShim.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const deeds[] = {
    [NOTHING] = "nothing",         [FAIL] = "fail",
    [FAIL_ON] = "fail-on",         [SHORT] = "short",
    [KILL_BEFORE] = "kill-before", [KILL_AFTER] = "kill-after",
    [STOP_AFTER] = "stop-after",
};

/// What the environment asks for.
static struct {
  char *folders, *streams, *calls;
  int log;
  long at;
  enum deed deed;
  int error;
  bool keys_are_cheap;
} plan = {.log = -1};

/// A value of the environment, taken out of it.
static char *taken(const char *name) {
  char *value = getenv(name);
  value = value ? strdup(value) : NULL;
  unsetenv(name);
  return value;
}

static long taken_number(const char *name) {
  char *value = taken(name);
  long number = value ? atol(value) : 0;
  free(value);
  return number;
}

__attribute__((constructor)) static void begin(void) {
  plan.folders = taken(FAULT_FOLDERS);
  plan.streams = taken(FAULT_STREAMS);
  plan.calls = taken(FAULT_CALLS);
  plan.at = taken_number(FAULT_AT);
  plan.error = (int)taken_number(FAULT_ERRNO);
  char *deed = taken(FAULT_DEED), *log = taken(FAULT_LOG), *cheap = taken(FAULT_CHEAP_KEYS);
  plan.keys_are_cheap = cheap;
  for (size_t i = 0; deed && i < sizeof deeds / sizeof *deeds; i++)
    if (strcmp(deeds[i], deed) == 0) plan.deed = i;
  if (log) {
    int file = REAL(openat)(AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    // Out of the way of the program's own descriptors, and of standard streams that are closed.
    plan.log = fcntl(file, F_DUPFD_CLOEXEC, 500);
    close(file);
  }
  free(deed);
  free(log);
  free(cheap);
  unsetenv("LD_PRELOAD");
}

bool fault_keys_are_cheap(void) { return plan.keys_are_cheap; }

static bool is_watching(void) { return plan.folders || plan.streams; }

/// Whether a list holds a word.
static bool lists(const char *list, const char *word) {
  size_t count = strlen(word);
  for (const char *at = list; at; at = strchr(at, ',')) {
    if (*at == ',') at++;
    if (strncmp(at, word, count) == 0 && (at[count] == ',' || !at[count])) return true;
  }
  return false;
}

/// Whether a path is that of a watched folder, or within one.
static bool is_within(const char *path) {
  for (const char *at = plan.folders; at && *at; at += *at == ':') {
    size_t count = strcspn(at, ":");
    if (strncmp(at, path, count) == 0 && (path[count] == '/' || !path[count])) return true;
    at += count;
  }
  return false;
}

/// Finds out where a descriptor leads to.
static void find(int descriptor, char path[PATH_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(descriptor == AT_FDCWD ? "/proc/self/cwd" : link, path, PATH_MAX - 1);
  path[count < 0 ? 0 : count] = 0;
}

static void note(const char *line) {
  if (plan.log >= 0) (void)!REAL(write)(plan.log, line, strlen(line));
}

static void die(void) {
  while (true) kill(getpid(), SIGKILL);
}

/// Decides what becomes of a watched call.
static struct call watched(const char *name, const char *traits, const char *target, size_t count) {
  static long calls;
  struct call call = {.count = count};
  if (plan.calls && !lists(plan.calls, name)) return call;
  long number = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
  char line[2 * PATH_MAX + 100];
  snprintf(line, sizeof line, "%ld\t%s\t%s\t%s\n", number, name, traits, target);
  note(line);
  bool goes_on = plan.deed == FAIL_ON && number > plan.at && strchr(traits, FAULT_TAKES_ROOM);
  if (plan.deed == NOTHING || (number != plan.at && !goes_on)) return call;
  note("struck\n");
  call.deed = plan.deed;
  if (call.deed == FAIL || call.deed == FAIL_ON) call.error = plan.error;
  if (call.deed == SHORT && count > 1) call.count = count / 2;
  if (call.deed == KILL_BEFORE) die();
  return call;
}

struct call fault_call(const char *name, const char *traits) {
  int before = errno;
  struct call call = {0};
  if (is_watching()) call = watched(name, traits, "", 0);
  errno = before;
  return call;
}

struct call fault_call_on_path(const char *name, const char *traits, int folder, const char *path) {
  int before = errno;
  struct call call = {0};
  if (!is_watching() || !path) return call;
  char start[PATH_MAX] = "", target[2 * PATH_MAX];
  if (*path != '/') find(folder, start);
  snprintf(target, sizeof target, "%s%s%s", start, *start ? "/" : "", path);
  if (is_within(target)) call = watched(name, traits, target, 0);
  errno = before;
  return call;
}

struct call fault_call_on_descriptor(
    const char *name, const char *traits, int descriptor, size_t count) {
  int before = errno;
  struct call call = {.count = count};
  if (!is_watching()) return call;
  char target[PATH_MAX];
  snprintf(target, sizeof target, "%d", descriptor);
  if (strcmp(name, "write") == 0 && lists(plan.streams, target)) {
    // A pipe or a terminal has always room.
    call = watched(name, "cfs", target, count);
  } else {
    find(descriptor, target);
    if (is_within(target)) call = watched(name, traits, target, count);
  }
  errno = before;
  return call;
}

void fault_call_ended(const struct call *call) {
  int before = errno;
  if (call->deed == KILL_AFTER) die();
  if (call->deed == STOP_AFTER) kill(getpid(), SIGSTOP);
  errno = before;
}
