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

/// Whether shared libraries get the `recv` of this target.
int csg_is_linked(void);

#endif
