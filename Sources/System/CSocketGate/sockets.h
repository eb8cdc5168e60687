#ifndef CSOCKETGATE_SOCKETS_H
#define CSOCKETGATE_SOCKETS_H

#include <stdint.h>
#include <sys/epoll.h>

/// A socket of libmicrohttpd, as this target knows it.
struct csg_watched {
  /// The data that libmicrohttpd gets with an event.
  void *owner;
  /// Events that libmicrohttpd has not been given.
  uint32_t missed;
  /// Whether the kernel watches the socket.
  uint8_t is_registered;
  /// Whether libmicrohttpd wants events.
  uint8_t is_watched;
  /// Whether there may be something to receive.
  uint8_t is_readable;
  /// Whether the peer has ended its direction, or the connection is broken.
  uint8_t has_ended;
  /// Whether the socket is in the list of those whose missed events are due.
  uint8_t is_due;
};

/// The socket with a descriptor, if the calling thread watches it; else NULL.
struct csg_watched *csg_watched_of(int descriptor);

/// Notes the result of a receive of `size` bytes.
void csg_has_received(int descriptor, struct csg_watched *socket, ssize_t result, size_t size);

#endif
