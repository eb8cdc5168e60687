/// The position of a request in a distributed trace (W3C Trace Context, level 1).
///
/// Every request is a span of its own. Its trace, and the span that caused it, are those of `traceparent` if the request
/// has a valid one; else the request begins a trace.
public struct TraceContext: Sendable, Hashable {
  static let header = "traceparent"

  private let traceHigh: UInt64
  private let traceLow: UInt64
  private let span: UInt64
  /// The span of the client that sent the request; 0 if the request begins the trace.
  private let parent: UInt64
  /// Whether the span is to be recorded: as the client has decided for its own, or by the ratio of a trace that begins here.
  public let isSampled: Bool

  /// Creates the context of a request that begins a trace.
  ///
  /// - Parameter ratio: the part of such traces that are recorded, from 0 to 1.
  public init(ratio: Double = 0) {
    var words = RandomWords.three()
    // Zeros stand for no id.
    while words.0 | words.1 == 0 || words.2 == 0 { words = RandomWords.three() }
    (traceHigh, traceLow, span) = words
    parent = 0
    // By the bits that the other services of a trace decide by, too.
    isSampled = ratio > 0 && Double(words.1 & (1 << 56 - 1)) >= (1 - ratio) * 0x1p56
  }

  /// Creates the context of a request: within the trace that its `traceparent` names, or else in a new one.
  ///
  /// - Parameter ratio: the part of the new traces that are recorded, from 0 to 1.
  init(_ headers: Headers, ratio: Double = 0) {
    guard let value = headers.only(Self.header), let context = TraceContext(traceparent: value) else {
      self.init(ratio: ratio)
      return
    }
    self = context
  }

  /// Creates the context of a request with a value of `traceparent`; nil if the value is not valid.
  ///
  /// A later version may be longer than the form of version 00, with which it begins; `ff` is no version.
  init?(traceparent value: ArraySlice<UInt8>) {
    let start = value.startIndex
    func part(_ from: Int, _ count: Int) -> ArraySlice<UInt8> { value[start + from..<start + from + count] }
    let hyphen = UInt8(ascii: "-")
    guard value.count >= Self.length, [2, 35, 52].allSatisfy({ value[start + $0] == hyphen }),
      let version = Hexadecimal.number(part(0, 2)), version != 0xFF,
      value.count == Self.length || (version > 0 && value[start + Self.length] == hyphen),
      let high = Hexadecimal.number(part(3, 16)), let low = Hexadecimal.number(part(19, 16)), high | low != 0,
      let parent = Hexadecimal.number(part(36, 16)), parent != 0,
      let flags = Hexadecimal.number(part(53, 2))
    else { return nil }
    var span = RandomWords.one()
    while span == 0 { span = RandomWords.one() }
    (traceHigh, traceLow) = (high, low)
    self.parent = parent
    self.span = span
    isSampled = flags & 1 == 1
  }

  /// The bytes of a value of version 00: version, trace id, span id and flags in hexadecimal digits, with hyphens.
  private static let length = 55
}

// Texts.
extension TraceContext {
  /// The metric of `Server-Timing` that tells the client the span of this request.
  public var serverTiming: String {
    let prefix: StaticString = "traceparent;desc=\""
    let count = prefix.utf8CodeUnitCount
    return String(unsafeUninitializedCapacity: count + Self.length + 1) { buffer in
      for index in 0..<count { buffer[index] = prefix.utf8Start[index] }
      writeTraceparent(to: UnsafeMutableBufferPointer(rebasing: buffer[count...]))
      buffer[count + Self.length] = UInt8(ascii: "\"")
      return count + Self.length + 1
    }
  }

  /// Writes the value of `traceparent` with the span of this request, in version 00.
  private func writeTraceparent(to buffer: UnsafeMutableBufferPointer<UInt8>) {
    func hyphen(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> UnsafeMutableBufferPointer<UInt8> {
      buffer[0] = UInt8(ascii: "-")
      return UnsafeMutableBufferPointer(rebasing: buffer[1...])
    }
    var rest = hyphen(Hexadecimal.write(0, digits: 2, to: buffer))
    rest = hyphen(Hexadecimal.write(traceLow, to: Hexadecimal.write(traceHigh, to: rest)))
    rest = hyphen(Hexadecimal.write(span, to: rest))
    _ = Hexadecimal.write(isSampled ? 1 : 0, digits: 2, to: rest)
  }

  /// Appends the 32 digits of the trace's id.
  public func appendTraceID(to bytes: inout [UInt8]) {
    Self.append(traceHigh, to: &bytes)
    Self.append(traceLow, to: &bytes)
  }

  /// Appends the 16 digits of the id of this request's span.
  public func appendSpanID(to bytes: inout [UInt8]) { Self.append(span, to: &bytes) }

  /// Appends the 16 digits of the id of the client's span; nothing if the request begins the trace.
  public func appendParentID(to bytes: inout [UInt8]) { if parent != 0 { Self.append(parent, to: &bytes) } }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for digit in 0..<16 { bytes.append(Hexadecimal.digit(number >> UInt64(60 - 4 * digit))) }
  }
}
