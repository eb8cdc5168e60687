import Collections
import Diagnostics
import LayoutEngine
import Wire

/// A collection in an export.
package struct ExportedCollection: Sendable {
  /// The id of the collection.
  package let id: String
  /// The collection with its history.
  package let record: JournalRecord
  /// The number of the line with which it begins.
  let line: Int
}

/// A collection that an export names and does not have.
package struct SkippedCollection: Hashable, Sendable {
  /// The id of the collection.
  package let id: String
  /// The reason, in a sentence.
  package let detail: String
}

extension ExportedCollection {
  /// Replays the changes, and rejects a collection that a request could not have made.
  ///
  /// - Parameters:
  ///   - memory: what the request takes, this collection included.
  ///   - charge: takes the units of work that are about to be done.
  /// - Throws: `invalidRequest`, `tooManyItems`, `tooMuchMemory`, `memoryFull`, `contentTooLarge`, `tooManyCollections`,
  ///   and the errors of `charge`.
  /// - Complexity: that of laying the base out and of each change.
  package func check(
    _ limits: RequestLimits, within memory: RequestMemory,
    charge: (Double) throws(Problem) -> Void = { _ in }
  ) throws(Problem) {
    try Problem.rethrown(as: { $0.inLine(line) }, from: replay(limits, memory, charge))
  }

  private func replay(
    _ limits: RequestLimits, _ memory: RequestMemory, _ charge: (Double) throws(Problem) -> Void
  ) throws(Problem) {
    guard record.viewports.count < limits.viewports else {
      throw Problem(.tooManyCollections, "A collection may have at most \(limits.viewports) viewports.")
    }
    try limits.check(ownOutlines: record.viewports.values.count { $0.ownOutline != nil })
    if let space = record.base.measurementSpace, !CollectionID.isSpaceName(space) {
      throw Problem(.invalidRequest, "A measurement space has a name of another length.")
    }
    _ = try TemplateLibrary.shared.templates(record.base.contentSizing.templates, limits: limits)
    try checkViewports(limits)
    try limits.check(record.base.sections)
    let kind = record.base.layout.kind
    try charge(RequestCost(layingOut: record.base.sections, as: kind).work)
    var replay = try ReplayError.rethrown(as: Problem.init, from: Replay(record))
    try replay.solved.layout.checkCoordinates()
    for entry in record.entries {
      let cost = RequestCost(entry.change, of: replay.solved.state)
      // Beside what is kept of the change, its layout takes memory until the next one.
      var memory = memory
      memory.add(max(0, cost.bytes - RequestCost(keeping: entry.change, as: kind).bytes))
      try memory.check()
      try charge(cost.work)
      _ = try ReplayError.rethrown(as: Problem.init, from: replay.next())
      try limits.check(replay.solved.state.sections)
      guard replay.solved.state.sections.storedItemCount == entry.itemCount else {
        throw Problem(.invalidRequest, "Version \(entry.version) has another number of items than it says.")
      }
    }
    try replay.solved.layout.checkCoordinates()
  }

  /// Rejects viewports with another container than their JSON text describes.
  private func checkViewports(_ limits: RequestLimits) throws(Problem) {
    let saved = [record.base.main, record.main].compactMap { $0 } + record.viewports.values
    let shown = record.entries.flatMap { [$0.before, $0.main].compactMap { $0 } }
    var last: (jsonText: [UInt8], container: Container)?
    for viewport in saved + shown {
      // Most changes leave the container as it is.
      if let last, last == (viewport.containerJSON, viewport.container) { continue }
      let described = try Problem.rethrown(
        as: { Problem(.invalidRequest, "The container of a viewport cannot be read. \($0.detail)") },
        from: DecodingContext.read(viewport.containerJSON, limits: limits, isCancelled: { false }) {
          root, context in context.container(root)
        })
      guard described == viewport.container else {
        throw Problem(.invalidRequest, "A viewport has another container than its JSON text describes.")
      }
      last = (viewport.containerJSON, viewport.container)
    }
  }
}

extension Problem {
  fileprivate init(_ error: ReplayError) { self.init(.invalidRequest, error.detail) }
}
