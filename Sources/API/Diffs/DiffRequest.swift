import LayoutEngine

/// Two states of a collection and what is asked of the way between them: what `POST /v1/diffs` takes.
struct DiffRequest {
  /// Which elements the answer tells of.
  enum Scope: String, CaseIterable {
    /// Those that are visible before or after.
    case visible
    case all
  }

  /// How the second state is given.
  enum Change {
    case updates([BatchUpdate])
    case after(LayoutRequest)
  }

  /// The state before; its visible rect is the bounds that the user sees, if any.
  var before: LayoutRequest
  var change: Change
  var scope: Scope
  var anchor: DiffAnchor
  /// Whether equal shifts of consecutive elements are folded into one entry.
  var foldsRuns: Bool
}
