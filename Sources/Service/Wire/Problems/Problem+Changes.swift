import CollectionModel
import Diagnostics
import JSON
import LayoutEngine

/// The problems that clients get for the errors of the engine.
extension Problem {
  /// Creates the problem of a change that cannot be made.
  package init(_ error: ChangeError) {
    switch error {
    case .conflicts(let conflicts): self.init(conflicts)
    case .layout(let error): self.init(error)
    case .outlines(let error): self.init(error)
    case .noSuchViewport(let name): self = .noSuchViewport(name)
    // An error of the stored collection has no pointer into the body.
    case .identities(let problems): self.init(problems) { $0 == .after ? "/sections" : nil }
    }
  }

  /// Creates the problem of content that cannot be measured.
  package init(_ error: ContentSizingError<Problem>) {
    switch error {
    case .layout(let error): self.init(error)
    case .measuring(let problem): self = problem
    }
  }

  /// Creates the problem of a batch that does not fit the outlines.
  package init(_ error: OutlineError) {
    let pointer = "/updates/\(error.operation)"
    self.init(
      .invalidRequest, "\(pointer): \(error.detail)", faults: [Fault(pointer: pointer, detail: error.detail)])
  }

  /// Creates the problem of a layout that cannot be computed.
  package init(_ error: LayoutError) {
    var pointer = JSONPointer()
    pointer.push("layout")
    for step in error.parameter { pointer.push(step) }
    let item = error.indexPath.map { " for item [\($0.section), \($0.item)]" } ?? ""
    let fault = Fault(
      pointer: pointer.limited, detail: error.detail + item, column: error.offset.map { $0 + 1 })
    self.init(.invalidRequest, "\(fault.pointer): \(fault.detail)", faults: [fault])
  }

  /// Creates the problem of a batch that contradicts itself.
  package init(_ conflicts: BatchError) {
    let faults = conflicts.conflicts.map { conflict in
      Fault(pointer: "/updates/\(conflict.operations.first ?? 0)", detail: conflict.message)
    }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    self.init(
      .invalidRequest, "The updates contradict each other: \(faults.first?.detail ?? "")\(more)",
      faults: faults)
  }

  /// Creates the problem of states whose ids do not identify their members.
  ///
  /// - Parameter pointer: the JSON pointer to the sections of a state; nil for a state that is not in the body.
  package init(_ problems: SnapshotError, sectionsAt pointer: (SnapshotConflict.State) -> String?) {
    let faults = problems.conflicts.map { problem in
      Fault(
        pointer: pointer(problem.state).map { problem.pointer(from: $0) } ?? "", detail: problem.message)
    }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    let position = faults.first.map { $0.pointer.isEmpty ? "the collection" : $0.pointer } ?? ""
    self.init(.invalidRequest, "\(position): \(faults.first?.detail ?? "")\(more)", faults: faults)
  }
}

extension SnapshotConflict {
  /// Returns the JSON pointer to the first item or section concerned.
  fileprivate func pointer(from sections: String) -> String {
    if let path = items.first { return "\(sections)/\(path.section)/items/\(path.item)" }
    return self.sections.first.map { "\(sections)/\($0)" } ?? sections
  }
}

extension Problem {
  /// Returns the problem of a name that no viewport may have.
  package static func invalidViewportName(_ name: String) -> Problem {
    Problem(
      .badRequest,
      "The viewport name \"\(name.shortened(to: 60))\" does not follow the rules of a collection id: 1 to "
        + "\(CollectionID.lengthLimit) letters, digits, \"-\", \"_\", \".\" and \"~\".")
  }

  /// Returns the problem of a viewport that the collection does not have.
  ///
  /// - Parameter isCreatable: whether the same request with a container would create the viewport.
  package static func noSuchViewport(_ name: String, isCreatable: Bool = false) -> Problem {
    let remedy = isCreatable ? " To create it, send its \"container\" too." : ""
    let start = String(name.unicodeScalars.prefix(60))
    return Problem(.notFound, "The collection has no viewport \"\(start)\".\(remedy)")
  }
}
