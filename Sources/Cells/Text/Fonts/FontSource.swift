internal import CHarfBuzz
internal import Glibc

/// A file in the list of fonts, with its faces. Two are equal if they are the same state of the same file.
struct FontSource: Equatable {
  /// Tells the states of a file apart: one that is replaced is another file, and one that is written to has another time.
  private struct State: Equatable {
    var device: UInt64
    var file: UInt64
    var size: Int64
    var changed: [Int]

    /// Creates the state of a file; nil if there is none.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(status.st_dev)
      file = UInt64(status.st_ino)
      size = Int64(status.st_size)
      changed = [Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec)]
    }
  }

  let path: String
  private let state: State?
  let faces: [FontFace]
  /// Why the file has no faces; nil if it has some.
  let warning: FontWarning?

  /// Reads the files of a list.
  ///
  /// - Parameter known: files that were read before; those that have not changed are not read again.
  /// - Throws: `FontLibraryError.exhausted` if the process could not open a file or a folder.
  /// - Complexity: O(n) for n code points with glyphs in the files that are read, and for n files.
  static func list(_ paths: [String], sharing known: [FontSource] = []) throws(FontLibraryError)
    -> [FontSource]
  {
    let known = Dictionary(known.map { ($0.path, $0) }) { first, _ in first }
    var sources: [FontSource] = []
    do throws(FileShortage) {
      for path in try FontPaths.expand(paths) {
        // Taken before the file is read: a file that changes meanwhile is read again by the next list.
        let state = State(of: path)
        if let same = known[path], same.warning == nil, same.state == state {
          sources.append(same)
        } else {
          sources.append(try FontSource(path, state))
        }
      }
    } catch {
      throw .exhausted(path: error.path, reason: error.reason)
    }
    return sources
  }

  private init(_ path: String, _ state: State?) throws(FileShortage) {
    self.path = path
    self.state = state
    errno = 0
    guard let blob = hb_blob_create_from_file_or_fail(path) else {
      if let shortage = FileShortage(path, reportedBy: errno) { throw shortage }
      (faces, warning) = ([], FontWarning(path: path, reason: .unreadable))
      return
    }
    defer { hb_blob_destroy(blob) }
    faces = (0..<hb_face_count(blob)).compactMap { FontFace(blob: blob, index: $0) }
    warning = faces.isEmpty ? FontWarning(path: path, reason: .notAFont) : nil
  }

  static func == (a: FontSource, b: FontSource) -> Bool {
    a.path == b.path && a.state == b.state && a.warning == b.warning
  }
}
