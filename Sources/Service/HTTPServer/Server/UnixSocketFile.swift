import Glibc
import Support

/// The file of a Unix socket that a server has made.
struct UnixSocketFile {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Nil if there is no socket at the path.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    self.path = path
    device = status.st_dev
    inode = status.st_ino
  }

  /// Removes the file, unless another one has taken its place.
  func remove() {
    guard let current = UnixSocketFile(path), current.device == device, current.inode == inode else { return }
    unlink(path)
  }
}

extension ListenSocket {
  /// Listens on a Unix socket. The file of a server that has ended without removing it is replaced.
  ///
  /// - Parameter mode: the permissions of the file; connecting takes the right to write.
  static func open(path: String, mode: UInt32) throws(ServerError) -> ListenSocket {
    let wanted = SocketAddress(path: path)
    func failure(_ reason: String = SystemError.current.description) -> ServerError {
      .cannotListen(wanted, reason: reason)
    }
    guard let address = UnixAddress(path) else { throw failure("the path is too long") }
    // Of two servers that find the file of one that has ended, one must not remove that of the other.
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    let folder = Glibc.open("\(path[..<slash])/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0, flock(folder, LOCK_EX) == 0 else {
      let error = failure()
      if folder >= 0 { close(folder) }
      throw error
    }
    defer { close(folder) }
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, flags, 0)
    guard descriptor >= 0 else { throw failure() }
    // The file never has more permissions than it is to have; the mask of the process may leave it fewer.
    var isBound = fchmod(descriptor, mode) == 0 && address.bind(descriptor) == 0
    var fault = SystemError.current
    if !isBound, fault.code == EADDRINUSE, isLeftBehind(path, address) {
      unlink(path)
      isBound = address.bind(descriptor) == 0
      fault = .current
    }
    guard isBound, chmod(path, mode) == 0, listen(descriptor, 1024) == 0,
      let file = UnixSocketFile(path)
    else {
      if isBound { fault = .current }
      close(descriptor)
      throw failure(fault.description)
    }
    return ListenSocket(descriptor: descriptor, address: wanted, isIPv6: false, file: file)
  }

  /// Whether a file is a socket on which no process listens.
  private static func isLeftBehind(_ path: String, _ address: UnixAddress) -> Bool {
    guard UnixSocketFile(path) != nil else { return false }
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, flags, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return address.connect(descriptor) != 0 && errno == ECONNREFUSED
  }
}

extension sockaddr_storage {
  /// The local address, which a client over a Unix socket counts as.
  static var loopback: sockaddr_storage {
    var inet = sockaddr_in()
    inet.sin_family = sa_family_t(AF_INET)
    inet.sin_addr.s_addr = (0x7F00_0001 as UInt32).bigEndian
    var storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) { storage in
      withUnsafeBytes(of: inet) { storage.copyMemory(from: $0) }
    }
    return storage
  }
}
