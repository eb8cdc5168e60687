import JSON
import LayoutEngine

/// Which elements a diff lists.
package enum DiffScope: String, CaseIterable {
  /// The elements that are visible before or after.
  case visible
  case all
}

/// How a client wants a diff.
package struct DiffOptions {
  /// The elements that the diff lists.
  package var scope: DiffScope
  /// The element that stays in its place on screen.
  package var anchor: DiffAnchor
  /// Whether equal shifts of consecutive elements are folded into one entry.
  package var foldsRuns: Bool
  /// Whether to find the first element that the reader saw, if it has moved on screen. Views in a page do not ask for it.
  var findsDisplaced = true

  /// Creates the options of a diff.
  package init(scope: DiffScope, anchor: DiffAnchor = .automatic, foldsRuns: Bool = false) {
    self.scope = scope
    self.anchor = anchor
    self.foldsRuns = foldsRuns
  }
}

/// The fields of a body that make up `DiffOptions`, in any order.
package struct DiffOptionMembers {
  /// The elements that the diff lists; nil if the body does not say.
  package var scope: DiffScope?
  /// Decoded last, because it may name an item.
  package var anchor: JSONValue?
  /// Whether equal shifts of consecutive elements are folded into one entry.
  package var foldsRuns = false

  /// Creates the members of a body, by default of one that gives none.
  package init(scope: DiffScope? = nil, anchor: JSONValue? = nil, foldsRuns: Bool = false) {
    self.scope = scope
    self.anchor = anchor
    self.foldsRuns = foldsRuns
  }

  /// Decodes the options; the default of the scope depends on whether the viewport has bounds.
  package func read(hasBounds: Bool, _ positions: ItemPositions, _ context: DecodingContext) -> DiffOptions {
    let scope = scope ?? (hasBounds ? .visible : .all)
    if foldsRuns, self.scope != .all {
      context.at("runs") { context.fault("\"runs\" requires \"scope\": \"all\"") }
    }
    let anchor = anchor.flatMap { value in context.at("anchor") { context.anchor(value, positions) } }
    return DiffOptions(scope: scope, anchor: anchor ?? .automatic, foldsRuns: foldsRuns)
  }
}

extension DiffOptions {
  /// The largest number of elements of a state in a diff that lists all elements: each takes memory in both states.
  static let elementLimit = 1_200_000

  /// Checks that a diff does not list too many elements.
  ///
  /// - Throws: `answerTooLarge` if all elements are requested and there are too many.
  package func check(hasBounds: Bool, elements: @autoclosure () -> Int) throws(Problem) {
    guard scope == .all || !hasBounds, case let count = elements(), count > Self.elementLimit else { return }
    throw Problem(
      .answerTooLarge,
      "All of \(count) elements are asked for; \(Self.elementLimit) is the most. Give \"bounds\" and ask for "
        + "what is visible.")
  }
}

extension DecodingContext {
  private enum AnchorName: String, CaseIterable { case automatic, start, end, none }

  private enum AnchorField: String, FieldNames { case id }

  /// Reads the anchor: the item or edge that the diff leaves at its position in the viewport.
  func anchor(_ value: JSONValue, _ positions: ItemPositions) -> DiffAnchor? {
    if value.kind == .object {
      var anchor: DiffAnchor?
      object(value, AnchorField.self, "an anchor") { _, value in
        anchor = itemPath(ofID: value, positions).map { .item($0) }
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
