@testable import HTTPServer

extension FuzzTarget {
  /// Frames bytes as requests of a connection, in one piece and in many. Both find the same requests, and a request that
  /// passes can be read in one way only.
  static let framing = FuzzTarget("framing", longestInput: 1500, seeds: { FramingSeeds.all }) {
    (input) throws(Violation) in
    var decisions = Decisions(input)
    let pieceSize = decisions.pick([1, 2, 3, 7, 8, 64])
    let bytes = decisions.rest()
    let whole = FramedRequests(bytes, pieceSize: max(1, bytes.count))
    let pieces = FramedRequests(bytes, pieceSize: pieceSize)
    try promise(
      whole.ends == pieces.ends && whole.framings == pieces.framings,
      "requests end at \(whole.ends), in pieces at \(pieces.ends)")
    switch (whole.refusal, pieces.refusal) {
    case (let refusal?, let other?):
      // Only a size is judged by the bytes that have arrived together.
      try promise(refusal == other || refusal.isOfSize || other.isOfSize, "\(refusal), in pieces \(other)")
    case (nil, nil): break
    default:
      throw Violation("\(String(describing: whole.refusal)), in pieces \(String(describing: pieces.refusal))")
    }
    var start = 0
    for (end, framing) in zip(whole.ends, whole.framings) {
      try ReadRequest(bytes[start..<end]).check(framing)
      start = end
    }
  }
}

/// The requests that a gate finds in the bytes of a connection.
struct FramedRequests {
  private(set) var ends: [Int] = []
  private(set) var framings: [RequestFraming] = []
  private(set) var refusal: TransportError?
  /// The number of heads that passed.
  private(set) var headCount = 0

  init(_ bytes: [UInt8], pieceSize: Int) {
    var gate = RequestGate(limits: RequestGate.Limits(target: 200, head: 1200, body: 100_000))
    defer { headCount = gate.heads }
    for start in stride(from: 0, to: bytes.count, by: pieceSize) {
      let end = min(bytes.count, start + pieceSize)
      var index = start
      while index < end {
        var piece = Array(bytes[index..<end])
        switch piece.withUnsafeMutableBytes({ gate.consume($0) }) {
        case .more: index = end
        case .complete(let count):
          index += count
          ends.append(index)
          framings.append(gate.framing)
        case .refused(let error):
          refusal = error
          return
        }
      }
    }
  }
}

/// A complete request, read in the obvious way.
private struct ReadRequest {
  let lines: [[UInt8]]
  let bodyCount: Int
  let body: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) throws(Violation) {
    var rest = bytes
    if rest.starts(with: [13, 10]) { rest = rest.dropFirst(2) }
    var lines: [[UInt8]] = []
    while true {
      guard let end = rest.firstIndex(of: 13), rest.index(after: end) < rest.endIndex, rest[end + 1] == 10
      else {
        throw Violation("a head that passed has no end")
      }
      let line = Array(rest[..<end])
      rest = rest[(end + 2)...]
      if line.isEmpty { break }
      try promise(line.allSatisfy { $0 == 9 || $0 >= 32 && $0 != 127 }, "a line has a control character")
      lines.append(line)
    }
    self.lines = lines
    body = rest
    bodyCount = rest.count
  }

  /// The values of a field, without the blanks around them.
  private func values(_ name: String) -> [String] {
    lines.dropFirst().compactMap { line in
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard Array(parts[0]).text.lowercased() == name, parts.count == 2 else { return nil }
      let blanks: [UInt8] = [9, 32]
      return Array(parts[1].drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
        .text
    }
  }

  /// Checks that every reader finds the same framing.
  func check(_ framing: RequestFraming) throws(Violation) {
    let words = lines[0].split(separator: 32, omittingEmptySubsequences: false).map { Array($0).text }
    try promise(words.count == 3 && !words[1].isEmpty, "the request line \(lines[0].text) passed")
    try promise(FieldList.isToken(words[0]), "the method \(words[0]) passed")
    try promise(["HTTP/1.0", "HTTP/1.1"].contains(words[2]), "the version \(words[2]) passed")
    for line in lines.dropFirst() {
      let name = line.prefix { $0 != UInt8(ascii: ":") }
      try promise(
        name.count < line.count && FieldList.isToken(Array(name).text), "the line \(line.text) passed")
    }
    let (hosts, lengths, codings) = (values("host"), values("content-length"), values("transfer-encoding"))
    try promise(hosts.count == 1 || hosts.isEmpty && words[2] == "HTTP/1.0", "\(hosts.count) hosts passed")
    try promise(lengths.count + codings.count <= 1, "\(lengths) beside \(codings) passed")
    switch framing {
    case .none:
      try promise(
        codings.isEmpty && lengths.allSatisfy { Int($0) == 0 }, "\(lengths) and \(codings) is no body")
      try promise(bodyCount == 0, "\(bodyCount) bytes follow a head without a body")
    case .length(let length):
      try promise(lengths.map { Int($0) } == [length], "\(lengths) is read as \(length)")
      try promise(bodyCount == length, "\(bodyCount) bytes are a body of \(length)")
    case .chunked:
      try promise(
        codings.map { $0.lowercased() } == ["chunked"] && words[2] == "HTTP/1.1", "\(codings) is chunked")
      try promise(
        body.suffix(4).elementsEqual([13, 10, 13, 10]) || body.starts(with: [48]), "the last chunk has no end"
      )
    }
  }
}

extension TransportError {
  /// Whether something is too large.
  fileprivate var isOfSize: Bool {
    switch self {
    case .headTooLarge, .targetTooLong, .bodyTooLarge: true
    default: false
    }
  }
}

enum FramingSeeds {
  static let all: [[UInt8]] = requests.map { [0] + [UInt8]($0.replacing("\n", with: "\r\n")) }

  private static let requests = [
    "GET /v1/collections?limit=2 HTTP/1.1\nHost: localhost:8080\nAccept: */*\n\n",
    "POST /v1/layouts HTTP/1.1\nhost: [::1]:80\nContent-Length: 5\n\n{\"a\"}GET / HTTP/1.0\n\n",
    "PUT /a HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n5;a=b\nhello\n0\nX-Trailer: 1\n\nGET / HTTP/1.1\nHost: h\n\n",
    "\nOPTIONS * HTTP/1.1\nHost:\nCookie: a=b; c=d\nExpect: 100-continue\nConnection: close\n\n",
    "GET /a HTTP/1.1\nHost: h\nContent-Length: 1\nTransfer-Encoding: chunked\n\n0\n\n",
  ]
}
