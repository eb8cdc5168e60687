#define _GNU_SOURCE
#include "CSocketGate.h"

#include <dlfcn.h>
#include <sys/socket.h>

static _Thread_local csg_receiver thread_receiver;
static _Thread_local void *thread_context;

void csg_install(csg_receiver receiver, void *context)
{
  thread_receiver = receiver;
  thread_context = context;
}

ssize_t csg_receive(int descriptor, void *buffer, size_t size, int flags)
{
  return recvfrom(descriptor, buffer, size, flags, NULL, NULL);
}

__attribute__((visibility("default"))) ssize_t recv(int descriptor, void *buffer, size_t size, int flags)
{
  if (thread_receiver && flags == 0) {
    return thread_receiver(thread_context, descriptor, buffer, size);
  }
  return csg_receive(descriptor, buffer, size, flags);
}

int csg_is_linked(void)
{
  // A shared library gets the first definition in the search order of the dynamic linker.
  return dlsym(RTLD_DEFAULT, "recv") == (void *)recv;
}
