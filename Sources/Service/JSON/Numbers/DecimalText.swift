/// Any finite number as JavaScript writes it, from the digits of the standard library's description.
///
/// For very large and very small numbers, which are rare here.
enum DecimalText {
  /// Writes a number that is not negative and returns its length.
  static func write(_ magnitude: Double, to place: UnsafeMutablePointer<UInt8>) -> Int {
    let (digits, point) = shortestDigits(of: magnitude)
    var text: [UInt8] = []
    switch point {
    case digits.count...21 where digits.count <= 21:
      text = digits + zeros(point - digits.count)
    case 1...21:
      text = digits[..<point] + [UInt8(ascii: ".")] + digits[point...]
    case -5...0:
      text = [UInt8(ascii: "0"), UInt8(ascii: ".")] + zeros(-point) + digits
    default:
      text = [digits[0]]
      if digits.count > 1 { text += [UInt8(ascii: ".")] + digits[1...] }
      text += Array("e\(point > 0 ? "+" : "-")\((point - 1).magnitude)".utf8)
    }
    for (offset, byte) in text.enumerated() { place[offset] = byte }
    return text.count
  }

  /// The digits without zeros at either end, and how many of them stand before the point (negative: how many zeros
  /// follow it before them).
  private static func shortestDigits(of magnitude: Double) -> (digits: [UInt8], point: Int) {
    var digits: [UInt8] = []
    var point: Int?
    var exponent = 0
    let description = magnitude.description
    for (offset, byte) in description.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "."): point = digits.count
      case UInt8(ascii: "e"):
        exponent = Int(String(decoding: description.utf8.dropFirst(offset + 1), as: UTF8.self))!
      case _ where exponent == 0 && byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
        digits.append(byte)
      default: break
      }
    }
    let before = (point ?? digits.count) + exponent
    let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(leading)
    while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return digits.isEmpty ? ([UInt8(ascii: "0")], 1) : (digits, before - leading)
  }

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: "0"), count: count) }
}
