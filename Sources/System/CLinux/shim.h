// The parts of Linux that Glibc's module leaves out.
#include <malloc.h>
#include <semaphore.h>
#include <sys/eventfd.h>
#include <time.h>

// GNU's extensions are not declared for Swift; this one waits for a semaphore by a clock that cannot be set.
int sem_clockwait(sem_t *__restrict semaphore, clockid_t clock, const struct timespec *__restrict end);
