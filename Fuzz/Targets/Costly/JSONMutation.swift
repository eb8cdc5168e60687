/// Changes of a JSON text that leave it JSON and mostly make it ask for more: repeated elements, longer strings, larger
/// numbers, deeper nesting, and parts of other texts.
struct JSONMutation {
  /// The most bytes of a changed text.
  let limit: Int
  var random: SplitMix

  init(limit: Int, random: SplitMix) {
    self.limit = limit
    self.random = random
  }

  /// Returns the text with a change; as it was if the change does not suit it, or makes it too long.
  ///
  /// - Parameter other: a text that lends its values.
  mutating func mutated(_ text: [UInt8], with other: [UInt8]) -> [UInt8] {
    guard let own = JSONSpans(text)?.spans else {
      var bytes = text
      bytes.mutate(with: other, using: &random)
      return bytes.count <= limit ? bytes : text
    }
    let foreign = JSONSpans(other)?.spans ?? []
    let changed: [UInt8]? =
      switch Int.random(in: 0..<16, using: &random) {
      case 0, 1, 2: otherNumber(text, own)
      case 3, 4, 5: repeatedElement(text, own)
      case 6: repeatedElements(text, own)
      case 7, 8: longerString(text, own)
      case 9, 10: replacedValue(text, own, other, foreign)
      case 11: removed(text, own)
      case 12, 13: addedMember(text, own, other, foreign)
      case 14: nested(text, own)
      default: changedBytes(text, other)
      }
    guard let changed, changed.count <= limit else { return text }
    return changed
  }

  private typealias Span = JSONSpans.Span

  private mutating func pick(_ spans: [Span], where suits: (Span) -> Bool) -> Span? {
    spans.filter(suits).randomElement(using: &random)
  }

  private mutating func otherNumber(_ text: [UInt8], _ spans: [Span]) -> [UInt8]? {
    let isNumber = { (span: Span) in
      let first = text[span.range.lowerBound]
      return first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    }
    guard let span = pick(spans, where: isNumber), let value = Double(Array(text[span.range]).text) else {
      return nil
    }
    let numbers = [0, 1, 2, value + 1, value / 2, value * 2, value * 10, value * 1000, 0.001, 1e6, -value]
    let number = numbers.randomElement(using: &random) ?? value
    let whole = Int(exactly: number).map { "\($0)" }
    return text.replacing(span.range, by: [UInt8](whole ?? "\(number)"))
  }

  /// Repeats an element of an array, 1 to 63 times.
  private mutating func repeatedElement(_ text: [UInt8], _ spans: [Span]) -> [UInt8]? {
    guard let span = pick(spans, where: \.isElement) else { return nil }
    let room = (limit - text.count) / (span.range.count + 8)
    guard room > 0 else { return nil }
    let element = Array(text[span.range])
    let times = min(room, (1 << Int.random(in: 1...6, using: &random)) - 1)
    var copies: [UInt8] = []
    for _ in 0..<times { copies += [UInt8(ascii: ",")] + withFreshIDs(element) }
    return text.inserting(copies, at: span.range.upperBound)
  }

  /// Repeats all elements of an array.
  private mutating func repeatedElements(_ text: [UInt8], _ spans: [Span]) -> [UInt8]? {
    let isFull = { (span: Span) in text[span.range.lowerBound] == UInt8(ascii: "[") && span.range.count > 2 }
    guard let span = pick(spans, where: isFull) else { return nil }
    let elements = Array(text[span.range].dropFirst().dropLast())
    let copies = [UInt8(ascii: ",")] + withFreshIDs(elements)
    return text.inserting(copies, at: span.range.upperBound - 1)
  }

  private mutating func longerString(_ text: [UInt8], _ spans: [Span]) -> [UInt8]? {
    let isFull = { (span: Span) in text[span.range.lowerBound] == UInt8(ascii: "\"") && span.range.count > 2 }
    guard let span = pick(spans, where: isFull) else { return nil }
    let content = Array(text[span.range].dropFirst().dropLast())
    let room = (limit - text.count) / content.count
    guard room > 0 else { return nil }
    let times = min(room, (1 << Int.random(in: 1...8, using: &random)) - 1)
    let copies = Array(repeatElement(content, count: times).joined())
    return text.inserting(copies, at: span.range.upperBound - 1)
  }

  /// Puts a value of the same name in the place of a value.
  private mutating func replacedValue(
    _ text: [UInt8], _ spans: [Span], _ other: [UInt8], _ foreign: [Span]
  ) -> [UInt8]? {
    guard let span = pick(spans, where: { $0.key != nil }), let key = span.key else { return nil }
    let isAlike = { (span: Span) in span.key.map { other[$0].elementsEqual(text[key]) } ?? false }
    guard let value = pick(foreign, where: isAlike) else { return nil }
    return text.replacing(span.range, by: Array(other[value.range]))
  }

  /// Removes a member or an element, with a comma beside it.
  private mutating func removed(_ text: [UInt8], _ spans: [Span]) -> [UInt8]? {
    guard let span = pick(spans, where: { $0.key != nil || $0.isElement }) else { return nil }
    return text.removing(span)
  }

  /// Adds a member of another text to an object.
  private mutating func addedMember(
    _ text: [UInt8], _ spans: [Span], _ other: [UInt8], _ foreign: [Span]
  ) -> [UInt8]? {
    guard let object = pick(spans, where: { text[$0.range.lowerBound] == UInt8(ascii: "{") }),
      let member = pick(foreign, where: { $0.key != nil })
    else { return nil }
    var added = Array(other[member.start..<member.range.upperBound])
    if object.range.count > 2 { added.append(UInt8(ascii: ",")) }
    return text.inserting(added, at: object.range.lowerBound + 1)
  }

  /// Puts a value in the place of one of the same name inside of it.
  private mutating func nested(_ text: [UInt8], _ spans: [Span]) -> [UInt8]? {
    guard let inner = pick(spans, where: { $0.key != nil }), let key = inner.key else { return nil }
    let contains = { (span: Span) in
      span.range.lowerBound < inner.range.lowerBound && span.range.upperBound > inner.range.upperBound
        && (span.key.map { text[$0].elementsEqual(text[key]) } ?? false)
    }
    guard let outer = pick(spans, where: contains) else { return nil }
    return text.replacing(inner.range, by: Array(text[outer.range]))
  }

  private mutating func changedBytes(_ text: [UInt8], _ other: [UInt8]) -> [UInt8] {
    var bytes = text
    bytes.mutate(with: other, using: &random)
    return bytes
  }

  /// Returns a part of a text with other ids: a collection has each id once.
  private mutating func withFreshIDs(_ part: [UInt8]) -> [UInt8] {
    var fresh = part
    for span in (JSONSpans(part)?.spans ?? []).reversed() {
      guard let key = span.key, part[key].elementsEqual("id".utf8) else { continue }
      let number = UInt32.random(in: .min ... .max, using: &random)
      fresh = fresh.replacing(span.range, by: [UInt8]("\"n\(String(number, radix: 36))\""))
    }
    return fresh
  }
}

extension [UInt8] {
  fileprivate func replacing(_ range: Range<Int>, by bytes: [UInt8]) -> [UInt8] {
    var changed = self
    changed.replaceSubrange(range, with: bytes)
    return changed
  }

  fileprivate func inserting(_ bytes: [UInt8], at index: Int) -> [UInt8] {
    replacing(index..<index, by: bytes)
  }
}
