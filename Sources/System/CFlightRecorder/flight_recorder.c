#define _GNU_SOURCE
#include "flight_recorder.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/// The signals that end a process which has gone wrong. A Swift trap is SIGILL or SIGTRAP.
static const int crash_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS};
enum { SIGNAL_COUNT = sizeof crash_signals / sizeof crash_signals[0] };

static struct sigaction previous[SIGNAL_COUNT];
static tessera_crash *_Atomic armed;
static size_t record_count;
/// Two threads may crash at once; the first is the cause.
static atomic_flag has_crashed = ATOMIC_FLAG_INIT;

static __thread tessera_name current;
static __thread int has_stack;
/// Frees the signal stack of a thread that ends.
static pthread_key_t stack_key;

/// Enough for the handler, which needs no library function but memcpy and system calls. The kernel saves the registers
/// there too, some 10 KB with the widest of them.
enum { STACK_SIZE = 64 << 10 };

uint32_t tessera_sum(const void *bytes, size_t count)
{
  const uint8_t *next = bytes;
  uint32_t sum = 2166136261u;
  for (size_t i = 0; i < count; i++) sum = (sum ^ next[i]) * 16777619u;
  return sum;
}

static uint32_t sum_of(const tessera_crash *record)
{
  return tessera_sum(&record->count, sizeof *record - sizeof record->sum);
}

const uint8_t *tessera_crash_name(const tessera_crash *record) { return record->name; }

int tessera_crash_is_valid(const tessera_crash *record)
{
  return record->count > 0 && record->length <= TESSERA_NAME_LIMIT && record->sum == sum_of(record);
}

/// Counts a crash in the record of the name, or in a free record, or in that of the oldest crash.
static void record_crash(tessera_crash *records, int signal)
{
  size_t length = current.count < TESSERA_NAME_LIMIT ? current.count : TESSERA_NAME_LIMIT;
  tessera_crash *found = 0, *free_one = 0, *oldest = records;
  for (size_t i = 0; i < record_count && !found; i++) {
    tessera_crash *record = records + i;
    if (!tessera_crash_is_valid(record)) {
      if (!free_one) free_one = record;
      continue;
    }
    if (record->length == length && memcmp(record->name, current.bytes, length) == 0) found = record;
    if (record->time < oldest->time) oldest = record;
  }
  if (!found) {
    found = free_one ? free_one : oldest;
    memset(found, 0, sizeof *found);
    found->length = (uint32_t)length;
    memcpy(found->name, current.bytes, length);
  }
  if (found->count < UINT32_MAX) found->count++;
  found->signal = (uint32_t)signal;
  found->time = (int64_t)time(0);
  found->sum = sum_of(found);
}

static void crashed(int signal, siginfo_t *info, void *context)
{
  (void)context;
  // A signal that another process sent says nothing about what this thread does. One that the thread sent to itself
  // does: abort() raises SIGABRT.
  int is_own = info->si_code > 0 || (info->si_code != SI_USER && info->si_pid == getpid());
  tessera_crash *records = atomic_load(&armed);
  if (is_own && records && current.count > 0 && !atomic_flag_test_and_set(&has_crashed))
    record_crash(records, signal);
  for (int i = 0; i < SIGNAL_COUNT; i++)
    if (crash_signals[i] == signal) sigaction(signal, &previous[i], 0);
  // A fault happens again on return, now with the action as it was before; a signal that was sent is sent again.
  if (info->si_code <= 0) raise(signal);
}

static void free_stack(void *stack)
{
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, 0);
  munmap(stack, STACK_SIZE);
}

/// Gives the calling thread a stack for signals: a handler cannot run on one that has overflowed.
static void prepare_thread(void)
{
  has_stack = 1;
  void *memory = mmap(0, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack = {.ss_sp = memory, .ss_size = STACK_SIZE};
  if (sigaltstack(&stack, 0) == 0) pthread_setspecific(stack_key, memory);
}

void tessera_recorder_arm(tessera_crash *records, size_t count)
{
  if (atomic_load(&armed)) return;
  if (pthread_key_create(&stack_key, free_stack) != 0) return;
  record_count = count;
  atomic_store(&armed, records);
  for (int i = 0; i < SIGNAL_COUNT; i++) {
    struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(crash_signals[i], &action, &previous[i]);
  }
}

tessera_name tessera_recorder_swap(tessera_name next)
{
  if (!has_stack && atomic_load_explicit(&armed, memory_order_relaxed)) prepare_thread();
  tessera_name before = current;
  // A signal sees no name, or a whole one.
  current.count = 0;
  atomic_signal_fence(memory_order_seq_cst);
  current.bytes = next.bytes;
  atomic_signal_fence(memory_order_seq_cst);
  current.count = next.count;
  atomic_signal_fence(memory_order_seq_cst);
  return before;
}

tessera_name tessera_recorder_current(void) { return current; }

int64_t tessera_change_time(int descriptor)
{
  struct stat status;
  if (fstat(descriptor, &status) != 0) return 0;
  return (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
}
