#ifndef TESSERA_FLIGHT_RECORDER_H
#define TESSERA_FLIGHT_RECORDER_H

#include <stddef.h>
#include <stdint.h>

// A signal handler may call only functions that are safe at any instruction, and reads the thread's own variables: Swift
// promises neither, so both are C. `FlightRecorder` is the only importer.

/// The name of the thing that a thread works on; no bytes if it works on nothing.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} tessera_name;

/// The largest number of bytes of a name that are recorded.
enum { TESSERA_NAME_LIMIT = 992 };

/// A crash record, as it lies in the file. The sum covers the members after it.
typedef struct {
  uint32_t sum;
  /// The number of crashes.
  uint32_t count;
  /// The last signal.
  uint32_t signal;
  uint32_t length;
  /// The time of the last crash, in seconds since 1970.
  int64_t time;
  uint8_t padding[8];
  uint8_t name[TESSERA_NAME_LIMIT];
} tessera_crash;

/// Returns the sum of bytes, FNV-1a, which differs whenever one byte does.
uint32_t tessera_sum(const void *bytes, size_t count);

/// Returns the first byte of a record's name.
const uint8_t *tessera_crash_name(const tessera_crash *record);

/// Whether a record is as it was written.
int tessera_crash_is_valid(const tessera_crash *record);

/// From now on, a crash of the process adds a record to this memory, a shared mapping of a file. The memory stays in use
/// until the process ends.
void tessera_recorder_arm(tessera_crash *records, size_t count);

/// Sets the name of the thing that the calling thread works on, whose bytes must live until it is set again.
///
/// Returns the name before.
tessera_name tessera_recorder_swap(tessera_name next);

/// Returns the name of the thing that the calling thread works on.
tessera_name tessera_recorder_current(void);

/// The time of a file's last change, in nanoseconds since 1970: the fields are macros, which Swift does not import.
int64_t tessera_change_time(int descriptor);

#endif
