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

/// Receives from a socket past any receiver.
ssize_t csg_receive(int descriptor, void *buffer, size_t size, int flags);

/// Whether the response that is sent to a socket has no content whose length could be stated.
typedef int (*csg_omits_length)(void *context, int descriptor);

/// Makes every `send` of the calling thread leave out the `Content-Length: 0` that libmicrohttpd adds to the head of
/// such a response with status 304; NULL ends that.
///
/// This target defines `send`, too, and libmicrohttpd sends with it.
void csg_install_sender(csg_omits_length omits_length, void *context);

/// Whether shared libraries get the `recv` of this target.
int csg_is_linked(void);

#endif
