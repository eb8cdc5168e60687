import TestSupport

extension JSONTree {
  /// Whether both are the same but for the noise of sums.
  func isNear(_ other: JSONTree) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): abs(a - b) <= 1e-9 * max(1, abs(a), abs(b))
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isNear($1) }
    case (.object(let a), .object(let b)):
      a.count == b.count && a.allSatisfy { name, value in b[name].map { value.isNear($0) } ?? false }
    default: self == other
    }
  }

  /// The first pointer at which two trees differ, with both values; nil if they are near.
  func difference(from other: JSONTree, at place: String = "") -> String? {
    if isNear(other) { return nil }
    switch (self, other) {
    case (.array(let a), .array(let b)) where a.count == b.count:
      return zip(a, b).enumerated().lazy.compactMap { index, pair in
        pair.0.difference(from: pair.1, at: "\(place)/\(index)")
      }.first
    case (.object(let a), .object(let b)) where Set(a.keys) == Set(b.keys):
      return a.lazy.compactMap { name, value in value.difference(from: b[name]!, at: "\(place)/\(name)") }
        .first
    default:
      return "\(place): \("\(self)".prefix(300)) is not \("\(other)".prefix(300))"
    }
  }

  /// The object without some of its members.
  func without(_ names: String...) -> JSONTree {
    var copy = self
    for name in names { copy[name] = nil }
    return copy
  }
}
