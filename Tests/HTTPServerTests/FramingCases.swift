import Testing

@testable import HTTPServer

/// Requests that a server must refuse because another could read them differently, and requests that it must not.
enum FramingCases {
  struct Refused: Sendable, CustomTestStringConvertible {
    var name: String
    /// `é` stands for the byte 0xE9 alone.
    var bytes: String
    var status = 400

    init(_ name: String, _ bytes: String, _ status: Int = 400) {
      self.name = name
      self.bytes = bytes
      self.status = status
    }

    var testDescription: String { name }
  }

  struct Accepted: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: String
    var framing: RequestFraming

    init(_ name: String, _ bytes: String, _ framing: RequestFraming = .none) {
      self.name = name
      self.bytes = bytes
      self.framing = framing
    }

    var testDescription: String { name }
  }

  static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private static func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

  private static func field(_ line: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n" }

  /// A request with a body of five bytes, and these fields.
  private static func post(_ fields: String, _ body: String = "hello") -> String {
    "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
  }

  private static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked", body) }

  static let refused: [Refused] = lines + targets + fields + lengths + codings + hosts + chunks

  private static let lines = [
    Refused("a line without a version", "GET /\r\n\r\n"),
    Refused("a line without a target", "GET\r\n\r\n"),
    Refused("a line with two spaces before the target", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Refused("a line with two spaces before the version", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n"),
    Refused("a line with a space at its end", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
    Refused("a line with a space at its beginning", " GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Refused("a target with a space", get("/a b")),
    Refused("a line separated by tabs", "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n"),
    Refused("a method that is no token", "GE(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Refused("a method without end", String(repeating: "A", count: 65)),
    Refused("a version in small letters", "GET / http/1.1\r\nHost: a\r\n\r\n"),
    Refused("a version without a point", "GET / HTTP/11\r\nHost: a\r\n\r\n"),
    Refused("a version with two digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
    Refused("HTTP/2.0 without negotiation", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    Refused("HTTP/9.9", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", 505),
    Refused("HTTP/0.9 by name", "GET / HTTP/0.9\r\n\r\n", 505),
    Refused("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505),
    Refused("a ClientHello of TLS", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}"),
    Refused("zeros", "\u{0}\u{0}\u{0}\r\n\r\n"),
    Refused("two empty lines before a request", "\r\n\r\n" + get("/")),
    Refused("a bare line feed before a request", "\n" + get("/")),
    Refused("lines ended by line feeds", "GET / HTTP/1.1\nHost: a\n\n"),
    Refused("a request line ended by a line feed", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
    Refused("a field ended by a line feed", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n"),
    Refused("a head ended by a line feed", "GET / HTTP/1.1\r\nHost: a\r\n\n"),
    Refused("a carriage return without a line feed after the line", "GET / HTTP/1.1\rHost: a\r\n\r\n"),
  ]

  private static let targets = [
    "\u{E9}", "\u{0}", "\t", "\u{1}", "\u{7F}", "\\", "\"", "<", ">", "#", "\u{80}",
  ]
  .map { Refused("a target with \($0.debugDescription)", get("/a\($0)b")) }

  private static let fields = [
    Refused("a name with a space before the colon", post("Content-Length : 5")),
    Refused("a name with a tab before the colon", post("Content-Length\t: 5")),
    Refused(
      "Transfer-Encoding with a space before the colon, beside a length",
      post("Transfer-Encoding : chunked\r\nContent-Length: 5")),
    Refused("Transfer-Encoding folded", post("Transfer-Encoding:\r\n chunked", "5\r\nhello\r\n0\r\n\r\n")),
    Refused(
      "Transfer-Encoding folded, beside a length", post("Transfer-Encoding:\r\n chunked\r\nContent-Length: 5")
    ),
    Refused("Content-Length folded", post("Content-Length:\r\n 5")),
    Refused("Content-Length folded between its digits", post("Content-Length: 7\r\n 7")),
    Refused("a fold by a tab", field("X: a\r\n\tb")),
    Refused("a blank before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
    Refused("a length with a NUL", post("Content-Length: 7\u{0}7")),
    Refused("a coding with a NUL", post("Transfer-Encoding: chunked\u{0}")),
    Refused("an id with a NUL", field("X-Request-Id: abc\u{0}def")),
    Refused("a line that begins with a NUL", post("\u{0}Transfer-Encoding: chunked")),
    Refused("a bare carriage return in a value", field("X: a\rContent-Length: 77")),
    Refused("a control character in a value", field("Accept: */*\u{1}")),
    Refused("a DEL in a value", field("Accept-Encoding: gzip;q=\u{7F}")),
    Refused("a DEL far inside a value", field("X: 0123456789abcdef\u{7F}0123456789abcdef")),
    Refused("a NUL far inside a value", field("X: 0123456789abcdef\u{0}0123456789abcdef")),
    Refused("a name with a parenthesis", field("X(A: b")),
    Refused("a name with a raw byte", field("X\u{E9}: b")),
    Refused("a name with a space", field("X A: b")),
    Refused("an empty name", field(": b")),
    Refused("a line without a colon", field("X")),
  ]

  private static let lengths =
    [
      "+5", "-1", "0x4d", "1e1", "", "5\t", "5 ", "5, 5", "5,5", "5;", "5.0", "5 5", "\"5\"", "\u{B}5",
    ]
    .map { Refused("a length of \($0.debugDescription)", post("Content-Length: \($0)")) }
    + [
      Refused("two lengths alike", post("Content-Length: 5\r\nContent-Length: 5")),
      Refused("two different lengths", post("Content-Length: 5\r\ncontent-length: 6")),
      Refused("a length of 2^63", post("Content-Length: 9223372036854775808"), 413),
      Refused("a length of 2^64", post("Content-Length: 18446744073709551616"), 413),
      Refused("a length of 2^64 and five", post("Content-Length: 18446744073709551621"), 413),
      Refused("a length of thirty digits", post("Content-Length: \(String(repeating: "9", count: 30))"), 413),
    ]

  private static let codings =
    [
      "xchunked", "identity", "gzip, chunked", "chunked, chunked", "chunked,", ", chunked", "\"chunked\"", "",
      "chunked\u{B}", "chunked ", "chunked;q=1", "chunke", "chunkedd",
    ]
    .map { Refused("a coding of \($0.debugDescription)", post("Transfer-Encoding: \($0)")) }
    + [
      Refused("a length before a coding", post("Content-Length: 5\r\nTransfer-Encoding: chunked")),
      Refused("a length after a coding", post("Transfer-Encoding: chunked\r\nContent-Length: 5")),
      Refused("two codings", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked")),
      Refused("a coding in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
      Refused(
        "a coding in HTTP/1.0 that keeps the connection",
        "POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ]

  private static let hosts =
    [
      "a b/c@", "a, b", "a/b", "a@b", "a\u{E9}", "[::1", "[::1]x", "a:b", "a:80:80", ":80", "a b", "\"a\"",
      "a?",
    ]
    .map { Refused("a Host of \($0.debugDescription)", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n") }
    + [
      Refused("no Host in HTTP/1.1", "GET / HTTP/1.1\r\nX: a\r\n\r\n"),
      Refused("no field at all in HTTP/1.1", "GET / HTTP/1.1\r\n\r\n"),
      Refused("two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
      Refused("two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
      Refused("a Host whose name only begins so", "GET / HTTP/1.1\r\nHosts: a\r\n\r\n"),
      Refused("a Host whose name lacks a letter", "GET / HTTP/1.1\r\nHos: a\r\n\r\n"),
    ]

  private static let chunks =
    ["0x5", "+5", "-5", " 5", "5 ", "", "g", "4g", "5 ;a"].map {
      Refused("a chunk's size of \($0.debugDescription)", chunked("\($0)\r\nhello\r\n0\r\n\r\n"))
    } + [
      Refused("a chunk's size of 2^64 and 77", chunked("1000000000000004d\r\nhello"), 413),
      Refused("a chunk's size of sixteen digits", chunked("0000000000000005\r\nhello"), 413),
      Refused("a chunk's line with a bare carriage return", chunked("5;a\rX\nhello\r\n0\r\n\r\n")),
      Refused("a chunk's size ended by a line feed", chunked("5\nhello\r\n0\r\n\r\n")),
      Refused("an extension with a line feed", chunked("5;a\nb\r\nhello\r\n0\r\n\r\n")),
      Refused("an extension that is too long", chunked("5;\(String(repeating: "a", count: 257))\r\n")),
      Refused("a chunk ended by a line feed", chunked("5\r\nhello\n0\r\n\r\n")),
      Refused("a chunk without an end", chunked("5\r\nhello0\r\n\r\n")),
      Refused("a chunk with a byte too many", chunked("5\r\nhellox\r\n0\r\n\r\n")),
      Refused("a last chunk ended by line feeds", chunked("5\r\nhello\r\n0\n\n")),
      Refused("a trailer without a colon", chunked("0\r\nX\r\n\r\n")),
      Refused("a trailer with a blank before the colon", chunked("0\r\nX : a\r\n\r\n")),
      Refused("a folded trailer", chunked("0\r\nX: a\r\n b\r\n\r\n")),
      Refused("a trailer with a NUL", chunked("0\r\nX: \u{0}\r\n\r\n")),
      Refused("a trailer ended by a line feed", chunked("0\r\nX: a\n\r\n")),
    ]

  static let accepted: [Accepted] =
    [
      Accepted("a plain request", get("/")),
      Accepted("an empty line before a request", "\r\n" + get("/")),
      Accepted("another method", "M-SEARCH / HTTP/1.1\r\nHost: a\r\n\r\n"),
      Accepted("HTTP/1.0 without a field", "GET / HTTP/1.0\r\n\r\n"),
      Accepted("HTTP/1.0 with a length", "POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nab", .length(2)),
      Accepted("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
      Accepted("a length", post("Content-Length: 5"), .length(5)),
      Accepted("a length without a blank before it", post("CONTENT-LENGTH:5"), .length(5)),
      Accepted("a length with leading zeros", post("Content-Length: 0000000000000000000000005"), .length(5)),
      Accepted("a length of 0", post("Content-Length: 0", ""), .length(0)),
      Accepted("chunks", chunked("5\r\nhello\r\n0\r\n\r\n"), .chunked),
      Accepted(
        "a coding in large letters", post("TRANSFER-encoding:\t CHUNKED", "1\r\na\r\n0\r\n\r\n"), .chunked),
      Accepted("no chunk but the last", chunked("0\r\n\r\n"), .chunked),
      Accepted("a last chunk of several zeros", chunked("1\r\na\r\n000\r\n\r\n"), .chunked),
      Accepted(
        "sizes in hexadecimal digits", chunked("0A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n"), .chunked),
      Accepted("extensions", chunked("5;a=\"b c\";d\r\nhello\r\n0;e\r\n\r\n"), .chunked),
      Accepted("trailers", chunked("5\r\nhello\r\n0\r\nX: a\r\nY:\r\nContent-Length: 9\r\n\r\n"), .chunked),
      Accepted("a chunk that looks like an end", chunked("7\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n"), .chunked),
      Accepted(
        "a body that looks like a request", post("Content-Length: 18", "GET / HTTP/1.1\r\n\r\n"), .length(18)),
      Accepted("an empty value", field("X:")),
      Accepted("a value of blanks", field("X: \t ")),
      Accepted("blanks behind a value", field("X: a \t ")),
      Accepted("bytes above ASCII in a value", field("X: \u{E9}\u{80}\u{FF} and more of \u{E9}")),
      Accepted(
        "names that begin like others", field("Content-Lengt: 5\r\nContent-Lengths: 6\r\nhos: 7\r\ncook: 8")),
      Accepted("a cookie", field("Cookie: a=b; c=\"d\"")),
      Accepted("a cookie that is a quotation mark", field("Cookie: c=\"")),
      Accepted("a cookie that is empty", field("Cookie:")),
      Accepted("an absolute target", get("http://a/b?c")),
      Accepted("a target for the whole server", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
    ]
    + ["a:80", "a:", "127.0.0.1:8080", "[::1]", "[::1]:8080", "a_b.example", "xn--e-xga", "a%41", " a \t"]
    .map { Accepted("a Host of \($0.debugDescription)", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n") }
    + ["{", "|", "}", "^", "`", "[", "]", "'", "~", "%41", "!$&()*+,;=:@?"]
    .map { Accepted("a target with \($0)", get("/?a\($0)b")) }
}
