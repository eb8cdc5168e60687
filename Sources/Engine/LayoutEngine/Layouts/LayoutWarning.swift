/// A likely mistake in the client's data, which does not stop the layout.
public struct LayoutWarning: Hashable, Sendable {
  /// The kinds of mistakes, as responses name them.
  public enum Code: String, Sendable {
    case itemWiderThanLine = "item_wider_than_line"
    case supplementaryNotPlaced = "supplementary_not_placed"
    case memberLargerThanGroup = "member_larger_than_group"
    case fractionOfEstimate = "fraction_of_estimate"
    case insetsOfEstimate = "insets_of_estimate"
    case visibleItemWithoutResult = "visible_item_without_result"
  }

  /// The kind of the mistake.
  public var code: Code
  /// The section concerned, from 0.
  public var section: Int
  /// The first item concerned, where items are.
  public var item: Int?
  /// How many elements of the section are concerned.
  public var count: Int
  /// The kind of supplementary view concerned, where one is.
  public var kind: String?
  /// Whether that view is the section's own header or footer, and not one of its supplementary views.
  public var isStrip = false
  /// The member of the layout's parameters concerned, one name or index a step; empty where the data is.
  public var parameter: [String] = []
}
