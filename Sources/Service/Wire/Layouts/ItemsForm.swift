/// The form in which a section describes its items: JSON pointers in responses depend on it.
package enum ItemsForm: UInt8 {
  case items
  case itemCount
  case itemSizes
  /// `itemSizes` as `[w, h, w, h, …]`.
  case flatItemSizes
  /// `itemSizes` as columns of widths and heights.
  case columnsOfItemSizes
  /// `items` with parents, which are not in the order of the shown ones.
  case outlinedItems

  /// Returns the JSON pointer to an item, relative to its section.
  func pointer(to item: Int) -> String {
    switch self {
    case .items: "/items/\(item)"
    case .itemCount: "/itemCount"
    case .outlinedItems: "/items"
    case .itemSizes: "/itemSizes/\(item)"
    case .flatItemSizes: "/itemSizes/\(item * 2)"
    case .columnsOfItemSizes: "/itemSizes/widths/\(item)"
    }
  }
}
