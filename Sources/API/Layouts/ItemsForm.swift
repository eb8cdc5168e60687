/// How a section says which items it has: the member that an answer points back into.
enum ItemsForm: UInt8 {
  case items
  case itemCount
  case itemSizes
  /// `itemSizes` as `[w, h, w, h, …]`.
  case flatItemSizes
  /// `itemSizes` as columns of widths and heights.
  case columnsOfItemSizes

  /// The JSON pointer to an item, from its section.
  func pointer(to item: Int) -> String {
    switch self {
    case .items: "/items/\(item)"
    case .itemCount: "/itemCount"
    case .itemSizes: "/itemSizes/\(item)"
    case .flatItemSizes: "/itemSizes/\(item * 2)"
    case .columnsOfItemSizes: "/itemSizes/widths/\(item)"
    }
  }
}
