import Glibc

/// A folder of files that are written as a whole: a crash leaves the old file or the new one.
package struct FileFolder: Sendable {
  /// The path of the folder.
  package let path: String

  /// What the name of a file ends with until all of it is written.
  private static let unfinished = ".new"

  /// Creates a value for the folder at a path, which need not exist yet.
  package init(path: String) { self.path = path }

  /// Returns the names of the files, sorted; none if there is no such folder. Deletes what a crash left unfinished.
  ///
  /// - Throws: `SystemError` if the process has no descriptor or memory left to read the folder.
  /// - Complexity: O(n log n) for n files.
  package func names() throws(SystemError) -> [String] {
    guard let folder = opendir(path) else {
      let error = SystemError.current
      guard !error.isShortage else { throw error }
      return []
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(Self.unfinished) {
        unlink(file(name))
      } else if !name.hasPrefix(".") {
        names.append(name)
      }
    }
    return names.sorted()
  }

  /// Returns the bytes of a file.
  ///
  /// - Throws: `SystemError` if it cannot be read, is no file, or has more bytes than `limit` (`EFBIG`).
  /// - Complexity: O(n) for n bytes.
  package func read(_ name: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = open(file(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .current }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
    guard Int(status.st_size) <= limit else { throw SystemError(code: EFBIG) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes {
        let rest = UnsafeMutableRawBufferPointer(rebasing: $0[count...])
        return Glibc.read(descriptor, rest.baseAddress, rest.count)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw .current }
      guard read > 0 else { break }
      count += read
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Writes a file, and creates the folder and its missing parent. The file is on the disk when this returns.
  ///
  /// - Throws: `SystemError`.
  /// - Complexity: O(n) for n bytes.
  package func write(_ bytes: [UInt8], as name: String) throws(SystemError) {
    try make()
    let temporary = file(name + Self.unfinished)
    unlink(temporary)
    let descriptor = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .current }
    do throws(SystemError) {
      defer { close(descriptor) }
      try Self.write(bytes, to: descriptor)
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, file(name)) == 0 else {
      let error = SystemError.current
      unlink(temporary)
      throw error
    }
    try Self.synchronize(path)
  }

  /// Deletes a file, if there is one.
  ///
  /// - Throws: `SystemError`.
  package func remove(_ name: String) throws(SystemError) {
    guard unlink(file(name)) == 0 || errno == ENOENT else { throw .current }
    try Self.synchronize(path)
  }

  /// Moves all files to another folder of the same disk, which is created if it is missing. A file there of the same name is
  /// replaced.
  ///
  /// - Throws: `SystemError`; some of the files may be there then.
  /// - Complexity: O(n log n) for n files.
  package func move(to other: FileFolder) throws(SystemError) {
    let names = try names()
    guard !names.isEmpty else { return }
    try other.make()
    for name in names {
      guard rename(file(name), other.file(name)) == 0 else { throw .current }
    }
    try Self.synchronize(other.path)
    try Self.synchronize(path)
    rmdir(path)
  }

  private func file(_ name: String) -> String { path + "/" + name }

  private func make() throws(SystemError) {
    var made = [path]
    if mkdir(path, 0o700) != 0 {
      guard errno == ENOENT, mkdir(parent, 0o700) == 0, mkdir(path, 0o700) == 0 else { return }
      made.append(parent)
    }
    do throws(SystemError) {
      for folder in made { try Self.synchronize(FileFolder(path: folder).parent) }
    } catch {
      // The next write makes them again: a name that is not durable may lose an acknowledged file.
      for folder in made { rmdir(folder) }
      throw error
    }
  }

  private var parent: String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var count = 0
    while count < bytes.count {
      let written = bytes.withUnsafeBytes {
        let rest = UnsafeRawBufferPointer(rebasing: $0[count...])
        return Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { throw .current }
      count += written
    }
    guard fsync(descriptor) == 0 else { throw .current }
  }

  /// Makes the names in a folder durable, if the process may read the folder.
  private static func synchronize(_ folder: String) throws(SystemError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = SystemError.current
      guard !error.isShortage else { throw error }
      return
    }
    fsync(descriptor)
    close(descriptor)
  }
}

extension SystemError {
  /// Whether a file could not be written because there is no room for it.
  package var isOutOfSpace: Bool { [ENOSPC, EDQUOT, EFBIG].contains(code) }
}
