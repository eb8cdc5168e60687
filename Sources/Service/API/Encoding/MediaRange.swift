import HTTPServer

/// One entry of an `Accept` header (RFC 9110, 12.5.1).
struct MediaRange: Equatable {
  var type: Substring
  var subtype: Substring
  var quality: Double

  /// Returns the entries of a header, without those that are not media ranges.
  static func parse(_ header: String) -> [MediaRange] {
    FieldList.elements(of: header).compactMap { entry in
      let parts = FieldList.parameters(of: entry)
      let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
      guard names.count == 2, names.allSatisfy({ FieldList.isToken($0) }) else { return nil }
      return MediaRange(
        type: names[0], subtype: names[1], quality: FieldList.quality(among: parts.dropFirst()))
    }
  }

  /// Returns the quality of a media type: that of the most specific range that includes it, or 0.
  static func quality(of mediaType: String, in ranges: [MediaRange]) -> Double {
    let names = mediaType.split(separator: "/")
    var best = (specificity: -1, quality: 0.0)
    for range in ranges {
      let specificity: Int
      switch (range.type, range.subtype) {
      case ("*", "*"): specificity = 0
      case (let type, "*") where type.lowercased() == names[0]: specificity = 1
      case (let type, let subtype) where type.lowercased() == names[0] && subtype.lowercased() == names[1]:
        specificity = 2
      default: continue
      }
      if specificity > best.specificity { best = (specificity, range.quality) }
    }
    return best.quality
  }
}

extension Substring {
  var trimmed: Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
