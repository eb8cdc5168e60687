import JSON
import LayoutEngine

/// Which elements a diff tells of.
enum DiffScope: String, CaseIterable {
  /// Those that are visible before or after.
  case visible
  case all
}

/// What is asked of the way from one state to the next.
struct DiffOptions {
  var scope: DiffScope
  var anchor: DiffAnchor
  /// Whether equal shifts of consecutive elements are folded into one entry.
  var foldsRuns: Bool
}

/// The members of a body that make `DiffOptions`, as they are found in any order.
struct DiffOptionMembers {
  var scope: DiffScope?
  /// Read last: it may name an item.
  var anchor: JSONValue?
  var foldsRuns = false

  func read(hasBounds: Bool, _ places: ItemPlaces, _ context: DecodingContext) -> DiffOptions {
    let scope = scope ?? (hasBounds ? .visible : .all)
    if foldsRuns, self.scope != .all {
      context.at("runs") { context.fault("\"runs\" requires \"scope\": \"all\"") }
    }
    let anchor = anchor.flatMap { value in context.at("anchor") { context.anchor(value, places) } }
    return DiffOptions(scope: scope, anchor: anchor ?? .automatic, foldsRuns: foldsRuns)
  }
}

extension DecodingContext {
  private enum AnchorName: String, CaseIterable { case automatic, start, end, none }

  private enum AnchorField: String, FieldNames { case id }

  /// What keeps its place on screen.
  fileprivate func anchor(_ value: JSONValue, _ places: ItemPlaces) -> DiffAnchor? {
    if value.kind == .object {
      var anchor: DiffAnchor?
      object(value, AnchorField.self, "an anchor") { _, value in
        anchor = itemPath(ofID: value, places).map { .item($0) }
      }
      require("id", of: value)
      return anchor
    }
    guard let name = name(value, of: AnchorName.self) else { return nil }
    switch name {
    case .automatic: return .automatic
    case .start: return .start
    case .end: return .end
    case .none: return DiffAnchor.none
    }
  }
}
