// What Glibc's module leaves out of Linux.
#include <malloc.h>
#include <sys/eventfd.h>
