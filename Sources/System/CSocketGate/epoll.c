#define _GNU_SOURCE
#include "CSocketGate.h"
#include "sockets.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { capacity = 128 };

struct csg_events {
  /// The epoll instance of libmicrohttpd.
  int instance;
  /// By descriptor.
  struct csg_watched *sockets;
  size_t room;
  /// Events of libmicrohttpd's sockets from the last wait.
  struct epoll_event arrived[capacity];
  int arrived_count;
  /// Descriptors of sockets with missed events that libmicrohttpd gets next.
  int *due;
  size_t due_count, due_room;
};

static _Thread_local struct csg_events *thread_events;

/// The part of an event's data that distinguishes the descriptors of `csg_watch` from sockets.
enum { kind_shift = 32 };

static int control(int instance, int operation, int descriptor, struct epoll_event *event)
{
  return (int)syscall(SYS_epoll_ctl, instance, operation, descriptor, event);
}

/// The socket with a descriptor, which need not be registered; NULL if there never was one.
static struct csg_watched *find(struct csg_events *events, int descriptor)
{
  return descriptor >= 0 && (size_t)descriptor < events->room ? &events->sockets[descriptor] : NULL;
}

struct csg_events *csg_create_events(void) { return calloc(1, sizeof(struct csg_events)); }

void csg_destroy_events(struct csg_events *events)
{
  free(events->sockets);
  free(events->due);
  free(events);
}

void csg_attach(struct csg_events *events, int instance) { events->instance = instance; }

void csg_install_events(struct csg_events *events) { thread_events = events; }

struct csg_watched *csg_watched_of(int descriptor)
{
  struct csg_watched *socket = thread_events ? find(thread_events, descriptor) : NULL;
  return socket && socket->is_registered ? socket : NULL;
}

/// Lists a socket whose missed events are due. Without memory for that, it gets them with its next event.
static void make_due(struct csg_events *events, int descriptor, struct csg_watched *socket)
{
  if (socket->is_due) {
    return;
  }
  if (events->due_count == events->due_room) {
    size_t room = events->due_room ? 2 * events->due_room : 64;
    int *due = realloc(events->due, room * sizeof *due);
    if (!due) {
      return;
    }
    events->due = due;
    events->due_room = room;
  }
  events->due[events->due_count++] = descriptor;
  socket->is_due = 1;
}

void csg_announce_again(int descriptor)
{
  struct csg_watched *socket = csg_watched_of(descriptor);
  if (socket) {
    socket->missed |= EPOLLIN;
    make_due(thread_events, descriptor, socket);
  }
}

void csg_has_received(int descriptor, struct csg_watched *socket, ssize_t result, size_t size)
{
  if (result < 0) {
    if (errno == EAGAIN) {
      socket->is_readable = 0;
    }
  } else if (result > 0 && (size_t)result < size) {
    if (socket->has_ended) {
      // The end has been announced together with these bytes; the kernel announces it once.
      csg_announce_again(descriptor);
    } else {
      socket->is_readable = 0;
    }
  }
}

/// Makes room for a descriptor; NULL when memory has run out.
static struct csg_watched *make_room(struct csg_events *events, int descriptor)
{
  if ((size_t)descriptor >= events->room) {
    size_t room = 2 * (size_t)descriptor + 64;
    struct csg_watched *sockets = realloc(events->sockets, room * sizeof *sockets);
    if (!sockets) {
      return NULL;
    }
    memset(sockets + events->room, 0, (room - events->room) * sizeof *sockets);
    events->sockets = sockets;
    events->room = room;
  }
  return &events->sockets[descriptor];
}

static int add(struct csg_events *events, int descriptor, const struct epoll_event *event)
{
  struct csg_watched *socket = make_room(events, descriptor);
  if (!socket) {
    errno = ENOMEM;
    return -1;
  }
  if (!socket->is_registered) {
    struct epoll_event own = {.events = event->events | EPOLLRDHUP, .data.u64 = (uint32_t)descriptor};
    if (control(events->instance, EPOLL_CTL_ADD, descriptor, &own) != 0) {
      return -1;
    }
    *socket = (struct csg_watched){.is_registered = 1, .is_readable = 1};
  }
  socket->owner = event->data.ptr;
  socket->is_watched = 1;
  if (socket->missed) {
    make_due(events, descriptor, socket);
  }
  return 0;
}

__attribute__((visibility("default"))) int epoll_ctl(
    int instance, int operation, int descriptor, struct epoll_event *event)
{
  struct csg_events *events = thread_events;
  if (events && instance == events->instance) {
    if (operation == EPOLL_CTL_ADD && descriptor >= 0) {
      return add(events, descriptor, event);
    }
    struct csg_watched *socket = find(events, descriptor);
    if (operation == EPOLL_CTL_DEL && socket) {
      // The kernel goes on watching a suspended connection, which is almost always watched again.
      socket->is_watched = 0;
      return 0;
    }
  }
  return control(instance, operation, descriptor, event);
}

void csg_forget(struct csg_events *events, int descriptor)
{
  struct csg_watched *socket = find(events, descriptor);
  if (socket && socket->is_registered) {
    control(events->instance, EPOLL_CTL_DEL, descriptor, NULL);
    // It stays in the list of due sockets, if it is there, until that is read.
    *socket = (struct csg_watched){.is_due = socket->is_due};
  }
}

int csg_watch(struct csg_events *events, int descriptor, enum csg_kind kind)
{
  uint32_t wanted = kind == csg_signal ? EPOLLIN | EPOLLET : EPOLLIN;
  struct epoll_event event = {
      .events = wanted, .data.u64 = (uint64_t)kind << kind_shift | (uint32_t)descriptor};
  return control(events->instance, EPOLL_CTL_ADD, descriptor, &event);
}

unsigned csg_wait(struct csg_events *events, int milliseconds)
{
  struct epoll_event arrived[capacity];
  int free_entries = capacity - events->arrived_count;
  if (free_entries == 0) {
    return 0;
  }
  int has_events = events->due_count > 0 || events->arrived_count > 0;
  // Not `epoll_wait`, which is defined below.
  int count = epoll_pwait(events->instance, arrived, free_entries, has_events ? 0 : milliseconds, NULL);
  unsigned kinds = 0;
  for (int i = 0; i < count; i++) {
    uint64_t data = arrived[i].data.u64;
    if (data >> kind_shift) {
      kinds |= (unsigned)(data >> kind_shift);
    } else {
      events->arrived[events->arrived_count++] = arrived[i];
      kinds |= csg_socket;
    }
  }
  return kinds;
}

int csg_accept(int listener, void *address, unsigned *length)
{
  *length = sizeof(struct sockaddr_storage);
  return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// Notes an event, and fills in the one that libmicrohttpd gets; returns whether it gets one now.
static int take(struct csg_watched *socket, uint32_t happened, struct epoll_event *result)
{
  if (!socket->is_registered) {
    return 0;
  }
  if (happened & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR | EPOLLPRI)) {
    socket->is_readable = 1;
  }
  if (happened & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) {
    socket->has_ended = 1;
  }
  happened |= socket->missed;
  if (!socket->is_watched) {
    socket->missed = happened;
    return 0;
  }
  socket->missed = 0;
  *result = (struct epoll_event){.events = happened & ~(uint32_t)EPOLLRDHUP, .data.ptr = socket->owner};
  return result->events != 0;
}

__attribute__((visibility("default"))) int epoll_wait(
    int instance, struct epoll_event *results, int room, int milliseconds)
{
  struct csg_events *events = thread_events;
  if (!events || instance != events->instance) {
    return epoll_pwait(instance, results, room, milliseconds, NULL);
  }
  int count = 0;
  size_t due = 0;
  while (due < events->due_count && count < room) {
    struct csg_watched *socket = &events->sockets[events->due[due++]];
    socket->is_due = 0;
    count += take(socket, 0, &results[count]);
  }
  if (due > 0) {
    events->due_count -= due;
    memmove(events->due, events->due + due, events->due_count * sizeof *events->due);
  }
  int used = 0;
  while (used < events->arrived_count && count < room) {
    const struct epoll_event *event = &events->arrived[used++];
    struct csg_watched *socket = find(events, (int)event->data.u64);
    if (socket) {
      count += take(socket, event->events, &results[count]);
    }
  }
  events->arrived_count -= used;
  memmove(events->arrived, events->arrived + used, (size_t)events->arrived_count * sizeof *events->arrived);
  return count;
}

int csg_is_linked(void)
{
  // A shared library gets the first definition in the search order of the dynamic linker.
  return dlsym(RTLD_DEFAULT, "recv") == (void *)recv && dlsym(RTLD_DEFAULT, "epoll_ctl") == (void *)epoll_ctl
    && dlsym(RTLD_DEFAULT, "epoll_wait") == (void *)epoll_wait;
}
