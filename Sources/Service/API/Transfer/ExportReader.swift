import Collections
import Digest
import LayoutEngine
import Wire

/// Reads an export line by line, and checks that nothing of it is missing or changed.
package struct ExportReader {
  private let limits: RequestLimits
  private let layouts: StoredLayouts
  private let isCancelled: () -> Bool
  private var hash = SHA256.Running()
  /// The lines that have been read.
  private var lineCount = 0
  private var isBegun = false
  private var isEnded = false
  private var ids: Set<String> = []
  /// The collection that is being read.
  private var collection: Draft?
  /// What the lines of a stored form have had so far; nil between two stored forms.
  private var piece: (line: ExportLine, bytes: [UInt8])?
  /// The collections that the export names and does not have, so far.
  package private(set) var skipped: [SkippedCollection] = []
  /// The memory of the collections that have been read.
  package private(set) var memory: RequestMemory

  /// The most bytes of a line; `ExportWriter` writes shorter ones.
  package static let lineLimit = 1 << 20

  /// Creates a reader of an export, which expects its first line.
  ///
  /// - Parameter limits: what a collection may have; the memory of the request limits that of each layout.
  package init(limits: RequestLimits, isCancelled: @escaping () -> Bool = { false }) {
    self.limits = limits
    self.isCancelled = isCancelled
    layouts = StoredLayouts(limits: limits)
    memory = RequestMemory(limits)
  }

  /// Counts bytes that the caller holds beside the collections.
  ///
  /// - Throws: `tooMuchMemory`, `memoryFull`.
  package mutating func hold(_ bytes: Int) throws(Problem) {
    memory.add(bytes)
    try memory.check()
  }

  /// Notes that the caller holds none of the collections any more.
  package mutating func release() { memory = RequestMemory(limits) }

  /// Reads a line, without its line feed, and returns the collection that is complete with it, if one is.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest`, `tooManyItems`, `tooMuchMemory`, `memoryFull` with the number of the
  ///   line, and a pointer into it.
  /// - Complexity: O(n) for n bytes of the line, and of the stored form that it completes.
  package mutating func read(_ bytes: [UInt8]) throws(Problem) -> ExportedCollection? {
    lineCount += 1
    do throws(Problem) {
      guard !isEnded else { throw .fault("", "the line before is the last one of the export") }
      guard bytes.count <= Self.lineLimit else {
        throw .fault("", "the line has \(bytes.count) bytes; a line may have \(Self.lineLimit)")
      }
      var limits = limits
      limits.depth = 4
      limits.stringLength = Self.lineLimit
      let line = try ExportLine.decode(bytes, limits: limits, isCancelled: isCancelled)
      let complete = try read(line)
      hash.update(bytes)
      hash.update([UInt8(ascii: "\n")])
      return complete
    } catch {
      throw error.inLine(lineCount)
    }
  }

  /// Checks that the last line has been read.
  ///
  /// - Throws: `invalidRequest` for an export that was cut.
  package func finish() throws(Problem) {
    guard !isEnded else { return }
    let place = lineCount == 0 ? "It has no lines." : "It ends with line \(lineCount)."
    throw Problem(.invalidRequest, "The export is not complete: its last line has the type \"end\". \(place)")
  }

  private mutating func read(_ line: ExportLine) throws(Problem) -> ExportedCollection? {
    if let piece { try requireMore(of: piece.line, in: line) }
    guard isBegun == (line.type != .header) else {
      throw .fault("/type", isBegun ? "only the first line is a header" : "the first line is a header")
    }
    switch line.type {
    case .header:
      guard line.format == ExportLine.format else {
        throw .fault(
          "/format", "the service reads format \(ExportLine.format), and the export has format \(line.format)"
        )
      }
      isBegun = true
      return nil
    case .collection:
      let complete = try completed()
      guard ids.insert(line.id).inserted else {
        throw .fault("/id", "the export has the collection \"\(line.id)\" already")
      }
      collection = Draft(line, lineCount)
      return complete
    case .base, .entry, .viewport:
      // Taken out, so that the bytes before are not copied.
      var bytes = piece.take()?.bytes ?? []
      bytes += line.stored
      piece = line.more ? (line, bytes) : nil
      if !line.more { try add(line, bytes) }
      return nil
    case .skipped:
      let complete = try completed()
      skipped.append(SkippedCollection(id: line.id, detail: line.detail))
      return complete
    case .end:
      let complete = try completed()
      try check(line)
      isEnded = true
      return complete
    }
  }

  private func requireMore(of before: ExportLine, in line: ExportLine) throws(Problem) {
    guard line.type == before.type, line.version == before.version, line.name == before.name else {
      throw .fault("/type", "the line before says that more of its stored form follows")
    }
  }

  private mutating func add(_ line: ExportLine, _ bytes: [UInt8]) throws(Problem) {
    guard var draft = collection else {
      throw .fault("/type", "a line of the type \"collection\" comes before")
    }
    collection = nil
    do throws(StoredFormError) { try draft.add(line, bytes, reading: layouts) } catch {
      let reason =
        switch error {
        case .damaged(let reason), .layout(let reason): reason
        case .tooMany: throw limits.tooManyItems
        case .newer(let format): "a later version of the service wrote it, in format \(format)"
        }
      throw .fault("/stored", "the stored form cannot be read: \(reason)")
    }
    if line.type != .viewport { try hold(draft.newestBytes) }
    collection = draft
  }

  /// Returns the collection of the lines before, of which no more follows; nil if there is none.
  private mutating func completed() throws(Problem) -> ExportedCollection? {
    guard let draft = collection else { return nil }
    collection = nil
    guard let complete = draft.complete else {
      let line = draft.line
      throw .fault(
        "/type",
        "the collection \"\(line.id)\" is to have version \(line.version) with \(line.itemCount) items, and its lines end at "
          + (draft.record.map { "version \($0.version) with \($0.itemCount) items" } ?? "no version"))
    }
    return complete
  }

  private func check(_ end: ExportLine) throws(Problem) {
    guard end.lines == lineCount - 1 else {
      throw .fault("/lines", "there are \(lineCount - 1) lines before")
    }
    guard end.collections == ids.count else {
      throw .fault("/collections", "there are \(ids.count) collections before")
    }
    guard end.sha256 == hash.hexadecimal else {
      throw .fault("/sha256", "the lines before have the digest \(hash.hexadecimal): they were changed")
    }
  }
}

/// A collection of which lines have been read.
private struct Draft {
  let line: ExportLine
  let lineNumber: Int
  var record: JournalRecord?

  init(_ line: ExportLine, _ lineNumber: Int) {
    self.line = line
    self.lineNumber = lineNumber
  }

  /// Adds a stored form.
  mutating func add(
    _ line: ExportLine, _ bytes: [UInt8], reading layouts: StoredLayouts
  ) throws(StoredFormError) {
    switch line.type {
    case .base:
      guard record == nil else { throw .damaged("the collection has a base already") }
      let state = try CollectionState(stored: bytes, reading: layouts)
      try Self.require(line.version, state.version)
      record = JournalRecord(incarnation: 0, base: state, baseByteCount: bytes.count)
    case .entry:
      guard let newest = record?.version else { throw .damaged("the base comes before") }
      let entry = try JournalEntry(stored: bytes, reading: layouts)
      try Self.require(line.version, entry.version)
      guard entry.version == newest + 1 else {
        throw .damaged("version \(newest + 1) follows version \(newest)")
      }
      record?.entries.append(entry)
    case .viewport:
      guard record != nil else { throw .damaged("the base comes before") }
      let viewport = try Viewport(stored: bytes, reading: layouts)
      guard CollectionID.isValid(line.name) else { throw .damaged("its name is none of a viewport") }
      let isMain = line.name == Viewport.main
      if isMain { try viewport.checkMain() }
      guard (isMain ? record?.main : record?.viewports[line.name]) == nil else {
        throw .damaged("the collection has the viewport already")
      }
      if isMain { record?.main = viewport } else { record?.viewports[line.name] = viewport }
    case .header, .collection, .skipped, .end: break
    }
  }

  private static func require(_ said: Int, _ stored: Int) throws(StoredFormError) {
    guard said == stored else { throw .damaged("it is version \(stored)") }
  }

  /// The bytes of memory that the base, or else the newest change, takes.
  var newestBytes: Int {
    guard let record else { return 0 }
    let kind = record.base.layout.kind
    let cost =
      record.entries.last.map { RequestCost(keeping: $0.change, as: kind) }
      ?? RequestCost(layingOut: record.base.sections, as: kind)
    return cost.bytes
  }

  /// The collection, if it has the version and the items that it is to have.
  var complete: ExportedCollection? {
    guard let record, record.version == line.version, record.itemCount == line.itemCount else { return nil }
    return ExportedCollection(id: line.id, record: record, line: lineNumber)
  }
}

extension Problem {
  /// An error at a place in a line.
  fileprivate static func fault(_ pointer: String, _ detail: String) -> Problem {
    Problem(
      .invalidRequest, "\(pointer.isEmpty ? "the line" : pointer): \(detail)",
      faults: [Fault(pointer: pointer, detail: detail)])
  }

  /// The error with the number of the line in which it is.
  func inLine(_ number: Int) -> Problem {
    var problem = self
    problem.place = TextPlace(line: number, column: place?.column ?? 1)
    // The position in a malformed line is that in a text of one line.
    let ofOneLine = "Line 1, "
    problem.detail =
      "Line \(number), " + (detail.hasPrefix(ofOneLine) ? String(detail.dropFirst(ofOneLine.count)) : detail)
    return problem
  }
}
