import Glibc

/// The address of a Unix socket: the path of its file, or the name of an abstract one behind `@`.
package struct UnixAddress: Sendable {
  private let path: [UInt8]

  /// More bytes than a path may have.
  private static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

  /// Nil for a path that is empty, or longer than an address takes: 107 bytes.
  package init?(_ path: String) {
    self.path = Array(path.utf8)
    guard (1..<Self.pathLimit).contains(self.path.count), !self.path.contains(0) else { return nil }
  }

  /// Gives a socket the address; 0 if that succeeds, as `bind`.
  package func bind(_ descriptor: Int32) -> Int32 { withAddress { Glibc.bind(descriptor, $0, $1) } }

  /// Connects a socket to the address; 0 if that succeeds, as `connect`.
  package func connect(_ descriptor: Int32) -> Int32 { withAddress { Glibc.connect(descriptor, $0, $1) } }

  /// Sends one message to the address; it is lost if there is no receiver.
  package func send(_ message: [UInt8], from descriptor: Int32) {
    _ = withAddress { sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), $0, $1) }
  }

  private func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { name in
      name.copyBytes(from: path)
      if name[0] == UInt8(ascii: "@") { name[0] = 0 }
    }
    // The path stands behind the family.
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
