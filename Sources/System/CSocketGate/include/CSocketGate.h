#ifndef CSOCKETGATE_H
#define CSOCKETGATE_H

#include <stddef.h>
#include <sys/types.h>

/// Receives into `buffer` in place of `recv`, with its results and its `errno`.
typedef ssize_t (*csg_receiver)(void *context, int descriptor, void *buffer, size_t size);

/// Makes every plain `recv` of the calling thread a call of `receiver`; NULL ends that.
///
/// This target defines `recv`. An executable that contains it gives this definition to its shared libraries, and
/// libmicrohttpd receives with it.
void csg_install(csg_receiver receiver, void *context);

/// Receives from a non-blocking socket past any receiver. Without a system call where the calling thread has
/// events of the socket, has received everything, and no event has come since.
ssize_t csg_receive(int descriptor, void *buffer, size_t size);

/// Announces once more to libmicrohttpd, on a thread with events, that there is something to receive from a socket. The
/// kernel announces an end once: a receiver that has seen it, and returns other bytes first, calls this.
void csg_announce_again(int descriptor);

/// Whether the response that is sent to a socket has no content whose length could be stated.
typedef int (*csg_omits_length)(void *context, int descriptor);

/// Makes every `send` of the calling thread leave out the `Content-Length: 0` that libmicrohttpd adds to the head of
/// such a response with status 304; NULL ends that.
///
/// This target defines `send`, too, and libmicrohttpd sends with it.
void csg_install_sender(csg_omits_length omits_length, void *context);

/// The events of the sockets that libmicrohttpd waits for on one thread.
struct csg_events;

/// Creates an empty set of events; NULL when memory has run out.
struct csg_events *csg_create_events(void);
void csg_destroy_events(struct csg_events *events);

/// Makes a set that of an epoll instance, whose sockets are to be added later.
void csg_attach(struct csg_events *events, int instance);

/// Makes the calling thread wait for the events of the set's instance with `csg_wait` alone; NULL ends that.
///
/// Every `epoll_wait` of the thread on the instance returns at once, with the events that `csg_wait` has found.
/// `epoll_ctl` registers a socket once: a socket that is deleted stays registered until `csg_forget`, and its events are
/// held back until it is added again. This target defines both functions, and libmicrohttpd calls them.
void csg_install_events(struct csg_events *events);

/// The kinds of descriptors with events.
enum csg_kind {
  /// An event descriptor, reported once for each time that it is written to.
  csg_signal = 1,
  /// A socket, reported as long as it can be read.
  csg_reader = 2,
  /// A socket of libmicrohttpd.
  csg_socket = 4,
};

/// Adds a signal or a reader, a descriptor of the program's own, to the instance; -1 if the system rejects it. It is removed when it is closed.
int csg_watch(struct csg_events *events, int descriptor, enum csg_kind kind);

/// Removes a socket, which is about to be closed, from the instance. Its events are lost.
void csg_forget(struct csg_events *events, int descriptor);

/// Waits for events, at most so long; -1 waits without end. Returns the kinds of descriptors that have some.
unsigned csg_wait(struct csg_events *events, int milliseconds);

/// Accepts a connection as a socket that does not block and is closed when a program is executed; -1 as `accept`.
///
/// `address` has room for a `sockaddr_storage`, and the result `length` bytes of it.
int csg_accept(int listener, void *address, unsigned *length);

/// Whether shared libraries get the functions that this target defines.
int csg_is_linked(void);

#endif
