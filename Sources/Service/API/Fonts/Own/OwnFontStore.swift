import Collections
import Diagnostics
import Support
import Synchronization
import Text
import Wire

/// The fonts that clients send, each for its tenant.
final class OwnFontStore: Sendable {
  /// The fonts of an owner.
  private struct Owned {
    /// Sorted by their ids, so that the same fonts have the same order after a restart.
    var fonts: [OwnFont]
    /// Measures with these fonts; nil until the first request, and after other owners have measured.
    var cells: CellSizing?
    /// When `cells` was used last, as a number that grows.
    var lastUse = 0
  }

  private struct State {
    /// Measures with the fonts of the server.
    var server: CellSizing
    var owners: [String: Owned] = [:]
    /// Bytes of the fonts of all owners.
    var memory = 0
    var uses = 0

    /// Reads the fonts of owners, as far as the limits allow.
    ///
    /// - Returns: a sentence for the operator about each file that was skipped.
    mutating func read(
      _ owners: [String], _ files: OwnFontFiles, _ limits: OwnFontLimits
    ) throws(JournalError) -> [String] {
      var warnings: [String] = []
      for owner in owners where limits.perOwner > 0 {
        let loaded = try files.load(owner, limits)
        warnings += loaded.warnings
        for font in loaded.fonts {
          guard memory + font.file.memory <= limits.memory else {
            warnings.append("The font \(font.id) is skipped: all fonts together take too much memory.")
            continue
          }
          self.owners[owner, default: Owned(fonts: [])].fonts.append(font)
          memory += font.file.memory
        }
      }
      return warnings
    }

    /// Makes room for another measurer.
    mutating func dropLeastUsedMeasurer() {
      let loaded = owners.filter { $0.value.cells != nil }
      guard loaded.count >= measurerLimit else { return }
      guard let owner = loaded.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else { return }
      owners[owner]?.cells = nil
    }
  }

  private let limits: OwnFontLimits
  private let state: Mutex<State>
  /// Held while fonts are stored or deleted, one after the other; requests that measure do not wait for it.
  private let files: Mutex<OwnFontFiles?>
  /// A sentence for the operator about each file that was skipped at the start.
  let warnings: [String]

  /// The most owners whose measurers are in memory.
  private static let measurerLimit = 16

  /// Reads the fonts of some owners.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder for their files; nil keeps them in memory alone.
  ///   - server: measures with the fonts of the server.
  /// - Throws: `unavailable` if the process has no descriptor or memory left to read them all.
  /// - Complexity: O(n) for n bytes of fonts.
  init(
    _ limits: OwnFontLimits, folder: String?, owners: [String], server: CellSizing
  ) throws(JournalError) {
    self.limits = limits
    let files = folder.map { OwnFontFiles(folder: $0) }
    var state = State(server: server)
    warnings = try files.map { (files) throws(JournalError) in try state.read(owners, files, limits) } ?? []
    self.state = Mutex(state)
    self.files = Mutex(files)
  }

  /// Reads the fonts of owners of which none is in memory.
  ///
  /// - Returns: a sentence for the operator about each file that was skipped.
  /// - Throws: `unavailable` if the process has no descriptor or memory left to read them all; nothing has changed then.
  /// - Complexity: O(n) for n bytes of fonts.
  func load(_ owners: [String]) throws(JournalError) -> [String] {
    try files.withLock { (files) throws(JournalError) in
      guard let files else { return [] }
      var known = state.withLock { $0 }
      let new = owners.filter { known.owners[$0] == nil }
      let warnings = try known.read(new, files, limits)
      state.withLock { state in
        for owner in new {
          guard let owned = known.owners[owner] else { continue }
          state.owners[owner] = owned
          state.memory += owned.fonts.reduce(0) { $0 + $1.file.memory }
        }
      }
      return warnings
    }
  }

  /// What measures with the fonts of the server.
  var server: CellSizing { state.withLock { $0.server } }

  /// Puts other fonts of the server into force, for the requests that measure from now on.
  ///
  /// - Complexity: O(n) for n owners.
  func replaceServer(_ cells: CellSizing) {
    state.withLock { state in
      guard state.server !== cells else { return }
      state.server = cells
      for owner in state.owners.keys { state.owners[owner]?.cells = nil }
    }
  }

  /// Returns what measures with the fonts of an owner and of the server.
  ///
  /// - Complexity: O(1); O(n) for n owners if the measurer is not in memory.
  func cells(of owner: String) -> CellSizing {
    state.withLock { state in
      guard var owned = state.owners.removeValue(forKey: owner) else { return state.server }
      if owned.cells == nil { state.dropLeastUsedMeasurer() }
      let cells = owned.cells ?? CellSizing(state.server, adding: owned.fonts.map(\.file))
      state.uses += 1
      owned.cells = cells
      owned.lastUse = state.uses
      state.owners[owner] = owned
      return cells
    }
  }

  /// Returns the fonts of an owner, sorted by their ids.
  ///
  /// - Complexity: O(1).
  func fonts(of owner: String) -> [OwnFont] { state.withLock { $0.owners[owner]?.fonts ?? [] } }

  /// Returns a font of an owner by its id; nil if the owner has none of it.
  ///
  /// - Complexity: O(n) for n fonts of the owner.
  func font(_ id: String, of owner: String) -> OwnFont? { fonts(of: owner).first { $0.id == id } }

  /// The number of fonts of all owners, and the memory that they take, in bytes.
  var usage: (fonts: Int, bytes: Int) {
    state.withLock { state in (state.owners.values.reduce(0) { $0 + $1.fonts.count }, state.memory) }
  }

  /// Stores a font, unless the owner has it.
  ///
  /// - Returns: the font, and whether it is new.
  /// - Throws: `fontTooLarge`, `tooManyFonts`, `invalidFont`, `storeFull`, `storeUnavailable`, `deadlineExceeded`.
  /// - Complexity: O(n) for n bytes, and for n code points of each face.
  func add(_ bytes: [UInt8], of owner: String) throws(Problem) -> (font: OwnFont, isNew: Bool) {
    guard limits.perOwner > 0 else {
      throw Problem(.tooManyFonts, "The service stores no fonts of clients.")
    }
    guard bytes.count <= limits.fileBytes else {
      throw Problem(
        .fontTooLarge, "The file has \(bytes.count) bytes; a font may have at most \(limits.fileBytes).")
    }
    let id = OwnFont.id(of: bytes)
    if let known = font(id, of: owner) { return (known, false) }
    // Before the work of reading the font.
    try checkRoom(for: 0, of: owner)
    let font = try FontFileError.rethrown(
      as: Problem.init, from: OwnFont(bytes, id: id, limit: limits.fontBytes))
    return try files.withLock { (files) throws(Problem) in
      if let known = self.font(id, of: owner) { return (known, false) }
      try checkRoom(for: font.file.memory, of: owner)
      try files?.write(bytes, id: id, of: owner)
      change(owner, memory: font.file.memory) { fonts in
        fonts.insert(font, at: fonts.firstIndex { $0.id > id } ?? fonts.count)
      }
      return (font, true)
    }
  }

  /// Deletes a font of an owner; returns whether there was one.
  ///
  /// - Throws: `storeUnavailable`.
  /// - Complexity: O(n) for n fonts of the owner.
  func remove(_ id: String, of owner: String) throws(Problem) -> Bool {
    try files.withLock { (files) throws(Problem) in
      guard let font = font(id, of: owner) else { return false }
      try files?.remove(id, of: owner)
      change(owner, memory: -font.file.memory) { fonts in fonts.removeAll { $0.id == id } }
      return true
    }
  }

  /// The number of fonts of each owner that has some, those among them that are not in memory.
  ///
  /// - Throws: `storeUnavailable`.
  func counts() throws(Problem) -> [String: Int] {
    try files.withLock { (files) throws(Problem) in
      guard let files else { return state.withLock { $0.owners.mapValues { $0.fonts.count } } }
      return try SystemError.rethrown(as: OwnFontFiles.problem, from: files.counts())
    }
  }

  /// Deletes all fonts of an owner; returns how many there were.
  ///
  /// - Throws: `storeUnavailable`.
  func removeAll(of owner: String) throws(Problem) -> Int {
    try files.withLock { (files) throws(Problem) in
      let fonts = fonts(of: owner)
      var count = fonts.count
      if let files {
        count = try SystemError.rethrown(as: OwnFontFiles.problem, from: files.removeAll(of: owner))
      }
      change(owner, memory: -fonts.reduce(0) { $0 + $1.file.memory }) { $0 = [] }
      return count
    }
  }

  /// Changes the fonts of an owner. Sizes that were measured with the fonts before are not found any more.
  private func change(_ owner: String, memory: Int, _ body: (inout [OwnFont]) -> Void) {
    state.withLock { state in
      var fonts = state.owners[owner]?.fonts ?? []
      body(&fonts)
      state.owners[owner] = fonts.isEmpty ? nil : Owned(fonts: fonts)
      state.memory += memory
    }
  }

  private func checkRoom(for bytes: Int, of owner: String) throws(Problem) {
    let (count, memory) = state.withLock { ($0.owners[owner]?.fonts.count ?? 0, $0.memory) }
    guard count < limits.perOwner else {
      throw Problem(
        .tooManyFonts, "\(limits.perOwner) fonts are stored for a tenant at most; delete one first.")
    }
    guard memory + bytes <= limits.memory else {
      throw Problem(
        .tooManyFonts, "All fonts together may take at most \(limits.memory) bytes of memory.")
    }
  }
}
