import Collections
import Diagnostics
import Support
import Text
import Wire

/// The files of the fonts that clients send: a folder for each owner, in which a file's name is its SHA-256.
struct OwnFontFiles: Sendable {
  let folder: String

  /// Reads the fonts of an owner.
  ///
  /// - Returns: the fonts, and a sentence for the operator about each file that was skipped.
  /// - Throws: `unavailable` if the process has no descriptor or memory left to read them all.
  /// - Complexity: O(n) for n bytes of files.
  func load(
    _ owner: String, _ limits: OwnFontLimits
  ) throws(JournalError) -> (fonts: [OwnFont], warnings: [String]) {
    var fonts: [OwnFont] = []
    var warnings: [String] = []
    let files = files(of: owner)
    let names = try SystemError.rethrown(
      as: { JournalError.unavailable("The fonts in \(files.path) cannot be read: \($0).") },
      from: files.names())
    for name in names {
      do throws(Skipped) {
        fonts.append(try font(name, in: files, limits))
      } catch {
        if error.isShortage {
          throw .unavailable("The font \(files.path)/\(name) cannot be read: \(error.reason).")
        }
        warnings.append("The font \(files.path)/\(name) is skipped: \(error.reason).")
      }
    }
    return (fonts, warnings)
  }

  /// Stores a file.
  ///
  /// - Throws: `storeFull`, `storeUnavailable`.
  func write(_ bytes: [UInt8], id: String, of owner: String) throws(Problem) {
    try SystemError.rethrown(as: Self.problem, from: files(of: owner).write(bytes, as: id))
  }

  /// Deletes a file.
  ///
  /// - Throws: `storeUnavailable`.
  func remove(_ id: String, of owner: String) throws(Problem) {
    try SystemError.rethrown(as: Self.problem, from: files(of: owner).remove(id))
  }

  /// Returns the number of files of each owner that has some.
  ///
  /// - Throws: an error if the folders cannot be read.
  func counts() throws(SystemError) -> [String: Int] {
    var counts: [String: Int] = [:]
    for name in try FileFolder(path: folder).names() {
      let count = try FileFolder(path: folder + "/" + name).names().count
      if count > 0 { counts[TenantName.owner(name)] = count }
    }
    return counts
  }

  /// Gives the files of an owner to another.
  ///
  /// - Throws: an error if a folder cannot be written. Another call then does the rest.
  func move(_ owner: String, to other: String) throws(SystemError) {
    try files(of: owner).move(to: files(of: other))
  }

  /// Deletes the files of an owner; returns how many there were.
  ///
  /// - Throws: an error if the folder cannot be written. Another call then does the rest.
  @discardableResult
  func removeAll(of owner: String) throws(SystemError) -> Int {
    let files = files(of: owner)
    let names = try files.names()
    for name in names { try files.remove(name) }
    return names.count
  }

  private func files(of owner: String) -> FileFolder {
    FileFolder(path: folder + "/" + TenantName.text(owner))
  }

  private func font(_ name: String, in files: FileFolder, _ limits: OwnFontLimits) throws(Skipped) -> OwnFont
  {
    let bytes = try SystemError.rethrown(
      as: { Skipped(reason: "\($0)", isShortage: $0.isShortage) },
      from: files.read(name, limit: limits.fileBytes))
    guard OwnFont.id(of: bytes) == name else {
      throw Skipped(reason: "its bytes are not those that were stored")
    }
    return try FontFileError.rethrown(
      as: { Skipped(reason: $0.reason, isShortage: $0 == .outOfMemory) },
      from: OwnFont(bytes, id: name, limit: limits.fontBytes))
  }

  private struct Skipped: Error {
    let reason: String
    /// Whether that says nothing about the file: later it may be read.
    var isShortage = false
  }

  static func problem(_ error: SystemError) -> Problem {
    var problem =
      error.isOutOfSpace
      ? Problem(.storeFull, "The store is full; nothing was changed.")
      : Problem(
        .storeUnavailable, "The store is unavailable at present; nothing was changed.",
        headers: [("Retry-After", "5")])
    problem.cause = "the folder of fonts fails: \(error)"
    return problem
  }
}
