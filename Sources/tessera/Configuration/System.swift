import Glibc

/// What the machine has.
enum Processors {
  static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// Where things are kept.
enum Folders {
  /// The folder for a program's data of its own (the XDG base directories); of a process without a home, that of a
  /// system's services.
  static var data: String {
    if let data = variable("XDG_DATA_HOME") { return data + "/tessera" }
    if let home = variable("HOME") { return home + "/.local/share/tessera" }
    return "/var/lib/tessera"
  }

  /// Makes a folder that only its owner may use, and those above it that are missing, as far as it can.
  static func make(_ path: String) {
    guard mkdir(path, 0o700) != 0, errno == ENOENT else { return }
    let names = path.split(separator: "/")
    guard names.count > 1 else { return }
    make((path.hasPrefix("/") ? "/" : "") + names.dropLast().joined(separator: "/"))
    mkdir(path, 0o700)
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") && $0.count > 1 ? $0 : nil }
  }
}

/// What the process talks to.
enum Terminal {
  static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }
}

/// Whole files, and the standard streams.
enum File {
  /// The bytes of a file, `-` being standard input; nil when it cannot be read.
  static func read(_ path: String) -> [UInt8]? {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  /// Writes all of the bytes, or as many as the other end takes; answers whether it took all.
  @discardableResult
  static func write(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < buffer.count {
      let count = Glibc.write(descriptor, buffer.baseAddress! + sent, buffer.count - sent)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { write($0, to: descriptor) }
  }

  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    write(Array(text.utf8), to: descriptor)
  }
}
