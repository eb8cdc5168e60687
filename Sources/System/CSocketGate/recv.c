#define _GNU_SOURCE
#include "CSocketGate.h"
#include "sockets.h"

#include <errno.h>
#include <sys/socket.h>

static _Thread_local csg_receiver thread_receiver;
static _Thread_local void *thread_context;

void csg_install(csg_receiver receiver, void *context)
{
  thread_receiver = receiver;
  thread_context = context;
}

static ssize_t receive(int descriptor, void *buffer, size_t size, int flags)
{
  return recvfrom(descriptor, buffer, size, flags, NULL, NULL);
}

ssize_t csg_receive(int descriptor, void *buffer, size_t size)
{
  struct csg_watched *socket = csg_watched_of(descriptor);
  if (socket && !socket->is_readable) {
    errno = EAGAIN;
    return -1;
  }
  ssize_t result = receive(descriptor, buffer, size, 0);
  if (socket) {
    csg_has_received(descriptor, socket, result, size);
  }
  return result;
}

__attribute__((visibility("default"))) ssize_t recv(int descriptor, void *buffer, size_t size, int flags)
{
  if (thread_receiver && flags == 0) {
    return thread_receiver(thread_context, descriptor, buffer, size);
  }
  return receive(descriptor, buffer, size, flags);
}
