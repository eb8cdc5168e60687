import TestSupport
import Testing

@testable import HTTPServer

/// The gate by itself: what it lets pass, what it refuses, and that the pieces in which bytes arrive change nothing.
struct RequestGateTests {
  private static let limits = RequestGate.Limits(target: 64, head: 4096, body: 1000)

  /// What a gate says of bytes that arrive in pieces: the ends of requests, and the refusal.
  private struct Outcome: Equatable {
    var ends: [Int] = []
    var framings: [RequestFraming] = []
    var refusal: TransportError?
  }

  private func outcome(of bytes: [UInt8], in pieces: [Int]) -> Outcome {
    var gate = RequestGate(limits: Self.limits)
    var outcome = Outcome()
    var start = 0
    for end in pieces + [bytes.count] {
      var index = start
      while index < end {
        var piece = Array(bytes[index..<end])
        let verdict = piece.withUnsafeMutableBytes { gate.consume($0) }
        switch verdict {
        case .more: index = end
        case .complete(let count):
          index += count
          outcome.ends.append(index)
          outcome.framings.append(gate.framing)
        case .refused(let error):
          outcome.refusal = error
          return outcome
        }
      }
      start = end
    }
    return outcome
  }

  /// The outcome, which has to be the same for bytes that arrive at once, one at a time, or in any two or three pieces.
  private func outcome(of text: String, _ location: SourceLocation = #_sourceLocation) -> Outcome {
    let bytes = FramingCases.bytes(text)
    let whole = outcome(of: bytes, in: [])
    #expect(outcome(of: bytes, in: Array(1..<bytes.count)) == whole, sourceLocation: location)
    for first in 1..<bytes.count {
      #expect(outcome(of: bytes, in: [first]) == whole, "cut at \(first)", sourceLocation: location)
      guard bytes.count < 200 else { continue }
      for second in stride(from: first + 1, to: bytes.count, by: 7) {
        #expect(outcome(of: bytes, in: [first, second]) == whole, sourceLocation: location)
      }
    }
    return whole
  }

  @Test(arguments: FramingCases.refused)
  func `a request that is malformed or ambiguous is refused, in whatever pieces it arrives`(
    item: FramingCases.Refused
  ) {
    let outcome = outcome(of: item.bytes)
    #expect(outcome.refusal?.status == item.status, "\(item)")
    #expect(outcome.ends.isEmpty)
  }

  @Test(arguments: FramingCases.accepted)
  func `a valid request ends where its framing says, in whatever pieces it arrives`(
    item: FramingCases.Accepted
  ) {
    let count = FramingCases.bytes(item.bytes).count
    #expect(outcome(of: item.bytes) == Outcome(ends: [count], framings: [item.framing]), "\(item)")
    let twice = outcome(of: item.bytes + item.bytes)
    #expect(twice == Outcome(ends: [count, 2 * count], framings: [item.framing, item.framing]))
  }

  @Test(arguments: FramingCases.refused)
  func `a valid request before a bad one passes`(item: FramingCases.Refused) {
    let good = "GET /first HTTP/1.1\r\nHost: a\r\n\r\n"
    let bytes = FramingCases.bytes(good + item.bytes)
    let outcome = outcome(of: bytes, in: [])
    #expect(outcome.ends == [good.utf8.count])
    #expect(outcome.refusal?.status == item.status, "\(item)")
  }

  @Test func `a closed gate stays closed`() {
    var gate = RequestGate(limits: Self.limits)
    for text in ["G\u{0}", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"] {
      var bytes = Array(text.utf8)
      let verdict = bytes.withUnsafeMutableBytes { gate.consume($0) }
      guard case .refused = verdict else {
        Issue.record("\(verdict)")
        return
      }
    }
    #expect(gate.heads == 0)
  }

  @Test func `libmicrohttpd sees no separator in a cookie`() {
    let seen: [UInt8] = [
      UInt8(ascii: "a"), 0xBD, UInt8(ascii: "b"), 0xBB, 0xA0, UInt8(ascii: "c"), 0xBD, 0xA2,
    ]
    for cut in 0...50 {
      var gate = RequestGate(limits: Self.limits)
      var bytes = Array("GET / HTTP/1.1\r\ncookie:  a=b; c=\"\r\nHost: a\r\nX: a=\"\r\n\r\n".utf8)
      for range in [0..<cut, cut..<bytes.count] where !range.isEmpty {
        _ = bytes[range].withUnsafeMutableBytes { gate.consume($0) }
      }
      #expect(
        bytes == Array("GET / HTTP/1.1\r\ncookie:  ".utf8) + seen
          + Array("\r\nHost: a\r\nX: a=\"\r\n\r\n".utf8))
      #expect(gate.heads == 1)
    }
  }

  @Test func `the sets of bytes are those of the standards`() {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    func check(_ set: ByteSet, _ others: String) {
      let expected = Set(letters + Array(others.utf8))
      for byte in UInt8.min...UInt8.max { #expect(set.contains(byte) == expected.contains(byte), "\(byte)") }
    }
    check(.token, "!#$%&'*+-.^_`|~")
    check(.hostName, "-._~!$&'()*+,;=%")
    check(.hostLiteral, "-._~!$&'()*+,;=%:")
    check(.target, "-._~!$&'()*+,;=%:@/?[]^`{|}")
  }

  @Test func `a target, a head and its fields have limits`() {
    func refusal(_ text: String) -> TransportError? { outcome(of: Array(text.utf8), in: []).refusal }
    func get(_ target: String, _ fields: String = "") -> String {
      "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
    }
    #expect(refusal("GET /" + String(repeating: "a", count: 4091)) == nil)
    #expect(refusal("GET /" + String(repeating: "a", count: 4092)) == .targetTooLong(limit: 64))
    let field = { (count: Int) in "X: " + String(repeating: "a", count: count) + "\r\n" }
    // The request line, Host, the field's frame and two records.
    let frame = "GET / HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n".utf8.count - 1 + 2 * 64
    #expect(refusal(get("/", field(4096 - frame))) == nil)
    #expect(refusal(get("/", field(4097 - frame))) == .headTooLarge(limit: 4096))
    #expect(refusal(get("/", String(repeating: "a:b\r\n", count: 31))) == nil)
    #expect(refusal(get("/", String(repeating: "a:b\r\n", count: 32))) == .headTooLarge(limit: 4096))
    #expect(refusal(get("/?" + String(repeating: "&", count: 40))) == .headTooLarge(limit: 4096))
    let cookie = { (count: Int) in "Cookie: " + String(repeating: ";", count: count) + "\r\n" }
    #expect(refusal(get("/", cookie(1700))) == nil)
    #expect(refusal(get("/", cookie(2000))) == .headTooLarge(limit: 4096))
    let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    #expect(refusal(chunked + String(repeating: "a: b\r\n", count: 10) + "\r\n") == nil)
    #expect(refusal(chunked + String(repeating: "a: b\r\n", count: 30)) == .headTooLarge(limit: 2048))
  }
}
