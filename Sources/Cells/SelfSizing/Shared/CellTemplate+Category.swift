import LayoutEngine

extension CellTemplate {
  /// Returns whether the size of a cell may depend on the content size category.
  ///
  /// - Complexity: O(v) for v views, and O(n) for content of n bytes that may have a text style of its own.
  func followsCategory(showing content: Content) -> Bool {
    if views.contains(where: { $0.setting?.followsCategory ?? false }) { return true }
    guard case .sizeThatFits = design, views[0].setting != nil else { return false }
    return Self.categoryMembers.contains { content.jsonText.contains($0) }
  }

  /// The members of a text's JSON that make it follow the category even if its template does not.
  private static let categoryMembers = ["textStyle", "adjustsFontForContentSizeCategory"].map {
    Array($0.utf8)
  }
}
