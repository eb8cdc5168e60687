import Glibc

/// Asks the kernel whether the peer of a socket has closed it, or its half of it.
func hasHungUp(_ descriptor: Int32) -> Bool {
  let readHangUp: Int16 = 0x2000  // POLLRDHUP, which Glibc's module leaves out as a GNU extension
  let watched = readHangUp | Int16(POLLHUP) | Int16(POLLERR)
  var entry = pollfd(fd: descriptor, events: watched, revents: 0)
  return poll(&entry, 1, 0) > 0 && entry.revents & watched != 0
}
