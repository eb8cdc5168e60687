import JSON

/// Values in the notation of CSS and of other interfaces, which a client writes for those of this one.
extension DecodingContext {
  /// The shapes of values that another notation writes in another way.
  package enum Shape {
    case number, bool, text, point, size, insets, rect
  }

  /// Returns the end of a message that shows how a value is written here; empty if its notation is unknown.
  ///
  /// A page leaves it to the service, which reads each request that a page refuses.
  func notation(of value: JSONValue, as shape: Shape) -> String {
    #if hasFeature(Embedded)
      return ""
    #else
      guard let written = written(value, as: shape) else { return "" }
      return "; write \(written)"
    #endif
  }

  #if !hasFeature(Embedded)
    private func written(_ value: JSONValue, as shape: Shape) -> String? {
      switch (shape, value.kind) {
      case (.bool, .string): return ["true", "false"].first { $0 == value.string?.lowercased() }
      case (.bool, .number): return value.number.flatMap { $0 == 0 ? "false" : $0 == 1 ? "true" : nil }
      case (.text, .number): return value.number.map { "\"\(plain($0))\"" }
      case (.bool, _), (.text, _): return nil
      // A count or a factor too, so that a unit is nothing to speak of.
      case (.number, .string) where value.string.flatMap({ Double($0) })?.isFinite == true:
        return "\(plain(Double(value.string ?? "") ?? 0)) without quotes"
      case (_, .string): return lengths(in: value.string ?? "").flatMap { written($0, as: shape) }
      case (.insets, .array), (.insets, .number), (.size, .number):
        return numbers(in: value).flatMap { written($0, as: shape) }
      default: return nil
      }
    }

    /// Returns the form of a shape for the lengths of another notation; nil if they are too many or too few.
    private func written(_ lengths: [Double], as shape: Shape) -> String? {
      let parts = lengths.map { plain($0) }
      func list(_ indices: Int...) -> String { "[\(indices.map { parts[$0] }.joined(separator: ", "))]" }
      switch (shape, parts.count) {
      case (.number, 1): return "\(parts[0]), a number of points without quotes"
      case (.size, 1): return list(0, 0)
      case (.size, 2), (.point, 2): return list(0, 1)
      case (.rect, 4): return list(0, 1, 2, 3)
      // CSS names the right edge second and may leave edges out, which are then those opposite.
      case (.insets, 1): return list(0, 0, 0, 0) + edges
      case (.insets, 2): return list(0, 1, 0, 1) + edges
      case (.insets, 3): return list(0, 1, 2, 1) + edges
      case (.insets, 4): return list(0, 3, 2, 1) + edges
      default: return nil
      }
    }

    private var edges: String { ": top, left, bottom, right" }

    /// Returns a number, or the numbers of an array of at most four; nil for anything else.
    private func numbers(in value: JSONValue) -> [Double]? {
      if let number = value.number { return [number] }
      guard value.kind == .array, (1...4).contains(value.count) else { return nil }
      let numbers = value.elements.compactMap { $0.number }
      return numbers.count == value.count ? numbers : nil
    }

    /// Returns the lengths in a text such as `8px 12px`, `50x50` or `8`; nil if a part is none, or has a unit other than
    /// points and CSS pixels.
    private func lengths(in text: String) -> [Double]? {
      guard text.utf8.count <= 64 else { return nil }
      let parts = text.lowercased().split { " ,;×[]()".contains($0) }.flatMap { part in
        // Sizes as in "50x80"; a unit has its "x" after a letter.
        part.contains("px") ? [part] : part.split(separator: "x", omittingEmptySubsequences: false)
      }
      var lengths: [Double] = []
      for part in parts {
        let unit = ["px", "pt", "dp"].first { part.hasSuffix($0) }
        guard let length = Double(part.dropLast(unit?.count ?? 0)), length.isFinite else { return nil }
        lengths.append(length)
      }
      return lengths.isEmpty ? nil : lengths
    }
  #endif
}
