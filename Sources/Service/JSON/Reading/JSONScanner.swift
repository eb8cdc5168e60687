import Cancellation

/// One pass over a text that accepts JSON, and nothing else, before any of it is read.
///
/// It checks the grammar, UTF-8, the limits, that numbers are finite, and that no object has a key twice. It keeps
/// nothing of the text but the ends of its large arrays and objects. It says where it stopped, but not why: `Jansson`
/// decides about a text that is not accepted.
///
/// The text begins and ends with brackets. The last byte stops every loop over a number, a literal or white space, so
/// only strings and closing brackets look for the end.
struct JSONScanner {
  /// Why a text is not accepted.
  struct Refusal: Error {
    /// Where the scanner stopped, in bytes.
    var offset: Int
    /// The text between the quotes of a key that its object had before.
    var repeatedKey: Range<Int>?
    /// Whether reading would take more memory than allowed. Else the text is no JSON, or beyond the limits of depth and
    /// strings, or the computation should stop.
    var isTooLarge: Bool
  }

  private enum Outcome {
    case accepted, refused, tooLarge
  }

  private struct Frame {
    var start: JSONBytes
    /// The number of keys of the objects around this one.
    var firstKey: Int
    var isObject: Bool
  }

  private let start: JSONBytes
  let end: JSONBytes
  private let limits: JSONLimits
  /// Where the scanner stopped.
  private var place: JSONBytes
  private var index = JSONIndex()
  private var keys = JSONKeyStack()
  private var pace = Pace()

  private init(_ text: UnsafeBufferPointer<UInt8>, from start: JSONBytes, _ limits: JSONLimits) {
    (self.start, self.limits) = (start, limits)
    end = start + text.count
    place = start
  }

  /// Returns the large arrays and objects of a text, which is part of some bytes.
  ///
  /// - Precondition: the text begins with an opening bracket or brace, and ends with a closing one.
  /// - Complexity: O(n) for n bytes, and O(k log k) for the k keys of a large object.
  static func index(
    of bytes: [UInt8], _ range: Range<Int>, _ limits: JSONLimits
  ) throws(Refusal) -> JSONIndex {
    try bytes.withUnsafeBufferPointer { (bytes) throws(Refusal) in
      guard let first = bytes.baseAddress else { throw Refusal(offset: 0, isTooLarge: false) }
      let text = UnsafeBufferPointer(rebasing: bytes[range])
      var scanner = JSONScanner(text, from: first + range.lowerBound, limits)
      let outcome = scanner.run()
      if case .accepted = outcome { return scanner.index.shifted(by: range.lowerBound) }
      throw Refusal(
        offset: scanner.place - first,
        repeatedKey: scanner.keys.repeated.map { $0.start - first..<$0.end - first },
        isTooLarge: outcome == .tooLarge)
    }
  }

  private mutating func run() -> Outcome {
    withUnsafeTemporaryAllocation(of: Frame.self, capacity: limits.depth + 1) { frames in
      frames.baseAddress.map { scan($0) } ?? .refused
    }
  }

  private mutating func scan(_ frames: UnsafeMutablePointer<Frame>) -> Outcome {
    var place = start
    defer { self.place = place }
    var depth = 0
    var isObject = false
    while true {
      // A value begins here.
      let first = place.pointee
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < limits.depth else { return .refused }
        isObject = first == UInt8(ascii: "{")
        depth &+= 1
        (frames + depth).initialize(to: Frame(start: place, firstKey: keys.count, isObject: isObject))
        place += 1
        skipSpace(&place)
        if place.pointee != (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          if isObject, let failure = scanKey(&place) { return failure }
          continue
        }
      case UInt8(ascii: "\""):
        guard skipString(&place) else { return .refused }
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        let number = place
        guard skipNumber(&place) else {
          place = number
          return .refused
        }
      default:
        guard skipLiteral(&place) else { return .refused }
      }
      // A value ends here, or an empty container does.
      while true {
        skipSpace(&place)
        let next = place.pointee
        if next == UInt8(ascii: ",") {
          if pace.isOver() { return .refused }
          place += 1
          skipSpace(&place)
          if isObject, let failure = scanKey(&place) { return failure }
          break
        }
        guard next == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return .refused }
        place += 1
        let frame = frames[depth]
        if isObject, !keys.close(from: frame.firstKey, &pace) { return .refused }
        if place - frame.start >= JSONIndex.leastLength {
          index.add(frame.start - start, place - start)
          if takesTooMuch { return .tooLarge }
        }
        depth &-= 1
        if depth == 0 { return place == end ? .accepted : .refused }
        guard place < end else { return .refused }
        isObject = frames[depth].isObject
      }
    }
  }

  /// Scans a key with its colon, and goes to the first byte of the value; returns nil if all is well.
  @inline(__always)
  private mutating func scanKey(_ place: inout JSONBytes) -> Outcome? {
    guard place.pointee == UInt8(ascii: "\"") else { return .refused }
    let opening = place
    var marks = StringMarks()
    place += 1
    guard skipText(&place, &marks), !marks.hasNUL else { return .refused }
    let length = place - opening - 1
    guard length <= limits.stringLength else { return .refused }
    keys.push(JSONKey(start: opening + 1, count: length, hasEscapes: marks.hasEscapes, end: end))
    if takesTooMuch { return .tooLarge }
    place += 1
    skipSpace(&place)
    guard place.pointee == UInt8(ascii: ":") else { return .refused }
    place += 1
    skipSpace(&place)
    return nil
  }

  @inline(__always)
  private var takesTooMuch: Bool { keys.bytes &+ index.bytes > limits.memory }

  @inline(__always)
  private func skipString(_ place: inout JSONBytes) -> Bool {
    let opening = place
    var marks = StringMarks()
    place += 1
    guard skipText(&place, &marks), place - opening - 1 <= limits.stringLength else { return false }
    place += 1
    return true
  }

  @inline(__always)
  private func skipSpace(_ place: inout JSONBytes) {
    while place.pointee <= 0x20, place.pointee.isSpace { place += 1 }
  }
}
