import CSocketGate
import Glibc

/// The sockets that libmicrohttpd receives from, each with a gate before it.
///
/// libmicrohttpd owns its sockets and does not show the bytes that it parses. So this program defines `recv`, and the
/// dynamic linker gives that definition to libmicrohttpd; on the event thread it ends up here. No byte is read twice or
/// copied, except those that a client sends before it has the response to its last request.
///
/// Event thread only.
final class GatedSockets {
  /// By descriptor.
  private var connections: [Connection?] = []
  /// Connections whose client has sent bytes of a further request, which libmicrohttpd can take now.
  private(set) var ready: [Connection] = []

  /// Whether libmicrohttpd receives with this program's `recv`.
  static var areLinked: Bool { csg_is_linked() != 0 }
  static var notLinked: String {
    "the program is linked so that libmicrohttpd does not receive through it: requests could not be checked"
  }

  func add(_ connection: Connection) {
    let index = Int(connection.descriptor)
    while connections.count <= index { connections.append(nil) }
    connections[index] = connection
  }

  func remove(_ connection: Connection) { connections[Int(connection.descriptor)] = nil }

  fileprivate subscript(descriptor: Int32) -> Connection? {
    connections.indices.contains(Int(descriptor)) ? connections[Int(descriptor)] : nil
  }

  /// Whether a connection is open still.
  func contains(_ connection: Connection) -> Bool { self[connection.descriptor] === connection }

  /// Whether there are such connections.
  var hasReady: Bool { !ready.isEmpty }

  func markReady(_ connection: Connection) { ready.append(connection) }

  func takeReady() -> [Connection] {
    defer { ready = [] }
    return ready
  }
}

extension EventLoop {
  /// Makes libmicrohttpd receive through the gates on the calling thread, get the events of this loop, and send no
  /// length with status 304: that would be the length of a body that the response stands for (RFC 9110, 8.6).
  func beginGating() {
    events.install()
    let context = Unmanaged.passUnretained(self).toOpaque()
    csg_install(
      { context, descriptor, buffer, room in
        Unmanaged<EventLoop>.fromOpaque(context!).takeUnretainedValue().receive(descriptor, buffer!, room)
      }, context)
    csg_install_sender(
      { context, descriptor in
        Unmanaged<EventLoop>.fromOpaque(context!).takeUnretainedValue().sendsUnchanged(descriptor) ? 1 : 0
      }, context)
  }

  /// Makes the calling thread receive and wait without gates again.
  func endGating() {
    SocketEvents.uninstall()
    csg_install(nil, nil)
    csg_install_sender(nil, nil)
  }

  /// Whether the response that a socket is sent has status 304, and so no body.
  private func sendsUnchanged(_ descriptor: Int32) -> Bool {
    sockets[descriptor]?.exchange?.response?.status == 304
  }

  /// Receives for libmicrohttpd, which gets nothing beyond the end of a request: it reads again when it has responded.
  private func receive(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ room: Int) -> Int {
    guard let connection = sockets[descriptor] else { return csg_receive(descriptor, buffer, room) }
    if let serial = connection.overdueSerial, connection.isArriving(serial) {
      core.refuse(connection, .requestTimeout)
      return 0
    }
    var count = connection.takeEarly(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
    if count < room {
      let received = csg_receive(descriptor, buffer + count, room - count)
      if received <= 0, count == 0 { return received }
      // An end behind early bytes: libmicrohttpd gets these first.
      if received == 0 || received < 0 && errno != EAGAIN { csg_announce_again(descriptor) }
      count += max(0, received)
    }
    let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: count)
    switch connection.gate.consume(bytes) {
    case .more: return count
    case .complete(let end):
      if end < count { connection.early.insert(contentsOf: bytes[end...], at: 0) }
      return end
    case .refused(let error):
      core.refuse(connection, error)
      // The end of the stream, to libmicrohttpd: it closes the connection.
      return 0
    }
  }
}

extension Connection {
  /// Moves bytes that arrived too early into a buffer; returns how many.
  fileprivate func takeEarly(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard !early.isEmpty else { return 0 }
    let count = min(early.count, buffer.count)
    buffer.copyBytes(from: early[..<count])
    early.removeFirst(count)
    return count
  }
}
