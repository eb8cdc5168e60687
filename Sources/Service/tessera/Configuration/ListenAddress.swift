import HTTPServer
import Support

/// A host and a port, written `127.0.0.1:8080`, `[::1]:8080` or `localhost:0`, or a Unix socket, `unix:/run/tessera.sock`.
struct ListenAddress: Equatable, Sendable, CustomStringConvertible {
  var host: String
  var port: UInt16
  /// The path of a Unix socket, which has no host and no port; nil for an address of a network.
  var path: String?

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// The address of a server that listens.
  init(_ address: SocketAddress) {
    self.init(host: address.host, port: address.port)
    path = address.path
  }

  /// Parses an address; nil if the text is none.
  init?(_ text: String) {
    if text.hasPrefix("unix:/") {
      let path = String(text.dropFirst(5))
      guard UnixAddress(path) != nil, !path.hasSuffix("/") else { return nil }
      self.init(host: "", port: 0)
      self.path = path
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      return nil
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.init(host: String(host), port: port)
  }

  var description: String {
    if let path { return "unix:\(path)" }
    return host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// A resource of a server that listens here, as messages name it: by its URL, if it has one.
  func url(_ target: String = "") -> String {
    path == nil ? "http://\(self)\(target)" : target.isEmpty ? description : "\(self), \(target)"
  }

  /// The address at which a client on this machine reaches a server that listens here: one that listens on all addresses
  /// listens on the local one too.
  var local: ListenAddress {
    switch host {
    case "0.0.0.0": ListenAddress(host: "127.0.0.1", port: port)
    case "::": ListenAddress(host: "::1", port: port)
    default: self
    }
  }

  /// Whether only this machine can reach it.
  var isLoopback: Bool { path != nil || host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

extension ValueFormat<ListenAddress> {
  static var address: Self {
    Self(
      takes: "host:port, such as 127.0.0.1:8080 or [::1]:0, or the path of a socket, unix:/path",
      parse: { ListenAddress($0) },
      text: { $0.description })
  }
}

extension ValueFormat<ListenAddress?> {
  /// An address, or an empty text for none.
  static var optionalAddress: Self {
    let address = ValueFormat<ListenAddress>.address
    return Self(
      takes: address.takes,
      parse: { text in text.isEmpty ? .some(nil) : address.parse(text).map { .some($0) } },
      text: { $0?.description ?? "" })
  }
}
