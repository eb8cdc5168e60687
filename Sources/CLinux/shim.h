// What Glibc's module leaves out of Linux.
#include <sys/eventfd.h>
