#pragma once
// What the shim finds in the environment. It takes these variables and LD_PRELOAD away before the
// program begins: only the first program that is started with them is meant, not its children.

/// Absolute paths, separated by colons: calls on whatever is within are watched.
#define FAULT_FOLDERS "FAULT_FOLDERS"
/// Descriptors to which writing is watched as well, such as `1,2`.
#define FAULT_STREAMS "FAULT_STREAMS"
/// The names of the calls that are watched, separated by commas; all where it is missing.
#define FAULT_CALLS "FAULT_CALLS"
/// A file to which a line is added for each watched call before it is made, of four fields between
/// tabs: its number, from 1; its name; its traits; what it is made on.
#define FAULT_LOG "FAULT_LOG"
/// The number of the watched call at which something is done.
#define FAULT_AT "FAULT_AT"
/// What is done: `fail` once with an errno, `fail-on` from then on at all calls that take room,
/// `short` to move a part of the bytes only, `kill-before` and `kill-after` to end the process, and
/// `stop-after` to stop it. A line `struck` in the log tells that it was.
#define FAULT_DEED "FAULT_DEED"
/// The number of the error.
#define FAULT_ERRNO "FAULT_ERRNO"
/// Where it is set, keys are derived from passwords at the least cost, whatever cost is asked for.
#define FAULT_CHEAP_KEYS "FAULT_CHEAP_KEYS"

// The traits of a call, a letter each.

/// May change something that outlives the process.
#define FAULT_CHANGES 'c'
/// May fail for whatever reason a disk has, or be interrupted by a signal.
#define FAULT_MAY_FAIL 'f'
/// May fail where there is no room left.
#define FAULT_TAKES_ROOM 'r'
/// May fail where a quota is used up.
#define FAULT_TAKES_QUOTA 'q'
/// May move fewer bytes than it was asked to.
#define FAULT_MAY_BE_SHORT 's'
