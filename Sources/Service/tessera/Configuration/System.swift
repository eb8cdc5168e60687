import Glibc

/// Directories of the file system.
enum Folders {
  /// The directory for the data of this program (the XDG base directories); that of a system service if the process
  /// has no home directory.
  static var data: String {
    if let data = variable("XDG_DATA_HOME") { return data + "/tessera" }
    if let home = variable("HOME") { return home + "/.local/share/tessera" }
    return "/var/lib/tessera"
  }

  /// Creates a directory that only its owner may use, and its missing parents, as far as possible.
  static func make(_ path: String) {
    guard mkdir(path, 0o700) != 0, errno == ENOENT else { return }
    let names = path.split(separator: "/")
    guard names.count > 1 else { return }
    make((path.hasPrefix("/") ? "/" : "") + names.dropLast().joined(separator: "/"))
    mkdir(path, 0o700)
  }

  /// Whether a directory is there.
  static func exist(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") && $0.count > 1 ? $0 : nil }
  }
}

/// The terminal of the process.
enum Terminal {
  /// Whether standard output is a terminal.
  static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }
}

/// Whole files, and the standard streams.
enum File {
  /// Returns the bytes of a file, or nil if it cannot be read; `-` is standard input.
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

  /// Returns the mode of a file that users other than that of this process can use; nil if none can, or if there is no
  /// such file.
  ///
  /// The groups of this process may use it: the file of a service may belong to an administrator.
  static func modeIfShared(_ path: String) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    var groups = [gid_t](repeating: 0, count: 256)
    let count = max(0, Int(getgroups(Int32(groups.count), &groups)))
    let isOfOwnGroup = status.st_gid == getegid() || groups.prefix(count).contains(status.st_gid)
    let mode = status.st_mode & 0o777
    return mode & (isOfOwnGroup ? 0o007 : 0o077) == 0 ? nil : mode
  }

  /// Writes the bytes; returns whether the other end took all of them.
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
