import LayoutEngine

/// Two states of a collection and what is asked of the way between them: what `POST /v1/diffs` takes.
struct DiffRequest {
  /// How the second state is given.
  enum Change {
    case updates([BatchUpdate])
    case after(LayoutRequest)
  }

  /// The state before; its visible rect is the bounds that the user sees, if any.
  var before: LayoutRequest
  var change: Change
  var options: DiffOptions
}
