import Cancellation

/// One pass over the bytes before jansson gets them: rejects everything that is cheap to reject early.
///
/// jansson recurses for each level and allocates for each value, so depth and memory are bounded here. It also skips a
/// raw NUL in some places, so control characters are rejected here. The pass knows strings and escapes and nothing else
/// of the grammar.
struct JSONPrescan {
  private let text: UnsafeRawBufferPointer
  private let limits: JSONLimits
  private var depth = 0
  /// The bytes of memory that the tree takes at most.
  private var treeBytes = Self.valueBytes
  private var sawValue = false

  // What jansson 2.14 takes from malloc on a 64-bit machine, rounded up: an object with its first eight
  // buckets, an array with its first eight places, a string, a scalar with its place in an array or object.
  private static let objectBytes = 256
  private static let arrayBytes = 144
  private static let stringBytes = 80
  private static let valueBytes = 64

  /// - Throws: the first error that is visible without parsing.
  /// - Complexity: O(n), where n is the length of the text.
  static func check(_ text: UnsafeRawBufferPointer, limits: JSONLimits) throws(RawSyntaxError) {
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { throw RawSyntaxError(offset: 0, reason: .byteOrderMark) }
    if text.count >= JSONLimits.greatestLength {
      throw RawSyntaxError(offset: 0, reason: .tooLarge(limit: JSONLimits.greatestLength))
    }
    var scan = JSONPrescan(text: text, limits: limits)
    if let error = scan.run() { throw error }
  }

  private init(text: UnsafeRawBufferPointer, limits: JSONLimits) {
    self.text = text
    self.limits = limits
  }

  private mutating func run() -> RawSyntaxError? {
    var offset = 0
    var pace = Pace()
    while offset < text.count, !pace.isOver() {
      let start = offset
      let byte = text[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        if let error = skipString(from: &offset) { return error }
        treeBytes += Self.stringBytes + offset - start
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > limits.depth {
          return RawSyntaxError(offset: start, reason: .tooDeep(limit: limits.depth))
        }
        treeBytes += byte == UInt8(ascii: "{") ? Self.objectBytes : Self.arrayBytes
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
      case UInt8(ascii: ","):
        treeBytes += Self.valueBytes
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        continue
      case ..<0x20:
        return RawSyntaxError(offset: start, reason: .controlCharacter(byte))
      default:
        break
      }
      sawValue = true
      if treeBytes > limits.memory {
        return RawSyntaxError(offset: start, reason: .tooLarge(limit: limits.memory))
      }
    }
    return sawValue ? nil : RawSyntaxError(offset: 0, reason: .empty)
  }

  /// Moves `offset` from behind an opening quote to behind the closing one, or to the end.
  private func skipString(from offset: inout Int) -> RawSyntaxError? {
    let start = offset
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: "\""):
        if offset - start > limits.stringLength {
          return RawSyntaxError(offset: start - 1, reason: .stringTooLong(limit: limits.stringLength))
        }
        offset += 1
        return nil
      case UInt8(ascii: "\\"):
        // An escaped character cannot end the string; a control character is handled in the next round.
        offset += offset + 1 < text.count && text[offset + 1] >= 0x20 ? 2 : 1
      case ..<0x20:
        return RawSyntaxError(offset: offset, reason: .controlCharacter(text[offset]))
      default:
        offset += 1
      }
    }
    return nil
  }
}
