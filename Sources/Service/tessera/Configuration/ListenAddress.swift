import HTTPServer

/// A host and a port, written `127.0.0.1:8080`, `[::1]:8080` or `localhost:0`.
struct ListenAddress: Equatable, Sendable, CustomStringConvertible {
  var host: String
  var port: UInt16

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// The address of a server that listens.
  init(_ address: SocketAddress) { self.init(host: address.host, port: address.port) }

  /// Parses an address; nil if the text is none.
  init?(_ text: String) {
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

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

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
  var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

extension ValueFormat<ListenAddress> {
  static var address: Self {
    Self(
      takes: "host:port, such as 127.0.0.1:8080 or [::1]:0",
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
