// Makes ThreadSanitizer see the mutexes of Swift.
//
// A thread that has to wait for a `Mutex` waits inside the Synchronization library, whose code has no instrumentation:
// without this, all that such a thread does next looks like a race. tools/task links these functions into the tests and
// the server. They stand in for those that wait, call them, and report that the mutex was locked or is unlocked.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void lock_mutex(uint32_t thread, CONTEXT void *handle) __asm__(LOCK);
SWIFT void unlock_mutex(CONTEXT void *handle) __asm__(UNLOCK);
SWIFT bool try_to_lock_mutex(CONTEXT void *handle) __asm__(TRY_LOCK);

SWIFT void lock_mutex(uint32_t thread, CONTEXT void *handle) {
  SWIFT void (*original)(uint32_t, CONTEXT void *) = dlsym(RTLD_NEXT, LOCK);
  original(thread, handle);
  __tsan_acquire(handle);
}

SWIFT void unlock_mutex(CONTEXT void *handle) {
  SWIFT void (*original)(CONTEXT void *) = dlsym(RTLD_NEXT, UNLOCK);
  __tsan_release(handle);
  original(handle);
}

SWIFT bool try_to_lock_mutex(CONTEXT void *handle) {
  SWIFT bool (*original)(CONTEXT void *) = dlsym(RTLD_NEXT, TRY_LOCK);
  bool isLocked = original(handle);
  if (isLocked) __tsan_acquire(handle);
  return isLocked;
}
