import LayoutEngine

/// The text size that a part of a template is read for, and the style with which its lengths scale.
package struct TextSizeScope: Sendable {
  /// The text size of the container.
  private let preferred: ContentSizeCategory
  /// The limits that the views around the part set, and it itself.
  package var limits = ContentSizeCategory.all
  /// The style with whose size lengths grow; nil for lengths that do not.
  package var style: TextStyle?
  /// Whether anything that was read depends on the text size.
  package var isVarying = false

  /// Creates the scope of a whole template.
  package init(_ category: ContentSizeCategory) { preferred = category }

  /// The text size, within the limits.
  package var category: ContentSizeCategory { preferred.limited(to: limits) }

  /// How much larger lengths are than at the text size `large`.
  package var factor: Double { style.map { DynamicType.growth(of: $0, category) } ?? 1 }
}
