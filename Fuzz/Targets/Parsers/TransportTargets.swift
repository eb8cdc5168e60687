@testable import HTTPServer

extension FuzzTarget {
  /// Reads bytes as the target of a request line. No decoded part has a zero byte.
  static let requestTargets = FuzzTarget(
    "request-targets", longestInput: 300, seeds: { targetSeeds.map([UInt8].init) }
  ) { (input) throws(Violation) in
    guard let target = RequestTarget(input.text) else { return }
    try promise(!target.path.utf8.contains(0), "the path has a zero byte")
    for item in target.query {
      try promise(!item.name.utf8.contains(0) && !item.value.utf8.contains(0), "the query has a zero byte")
    }
    try promise(target.raw == input.text, "the target is \(target.raw)")
    let router = Router([
      Route(.get, "/v1/{id}", 1), Route(.put, "/v1/{id}/viewports/{name}", 2), Route(.get, "/v1/layouts", 3),
    ])
    for method in [Method.get, .put, .options, .head] {
      if case .found(_, let parameters, _) = router.match(method, target.rawPath) {
        try promise(parameters["id"]?.utf8.contains(0) != true, "an id has a zero byte")
      }
    }
  }

  private static let targetSeeds = [
    "/v1/collections/a%2Fb/viewports/main?format=svg&bounds=0,1,2,3", "http://h/%00?a=%ff&=+", "*",
  ]

  /// Reads bytes as header fields that choose how a request is read and a response is written.
  static let headerFields = FuzzTarget(
    "header-fields", longestInput: 300,
    seeds: {
      ["Accept-Encoding:gzip;q=0.5, *;q=0\nContent-Encoding:x-gzip\nX-Request-Id:a-b"].map([UInt8].init)
    }
  ) { (input) throws(Violation) in
    var headers = Headers()
    for line in input.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      parts[0].withUnsafeBytes { name in parts[1].withUnsafeBytes { headers.append(name, $0) } }
    }
    try promise(headers.all.count == headers.count, "\(headers.count) fields, and \(headers.all.count)")
    for (name, _) in headers.all where name.utf8.allSatisfy({ $0 < 0x80 }) {
      try promise(!headers.values(name).isEmpty, "the field \(name) cannot be found")
    }
    let codings = AcceptedCodings(headers)
    try promise(!codings.preferGzip || codings.includeGzip, "a coding is preferred that is not accepted")
    for (_, value) in headers.all {
      for element in FieldList.elements(of: value) {
        try promise(!element.isEmpty, "an empty element is listed in \(value)")
        let parameters = FieldList.parameters(of: element)
        try promise(!parameters.isEmpty, "the element \(element) has no value")
        let quality = FieldList.quality(among: parameters.dropFirst())
        try promise(0...1 ~= quality, "the quality of \(element) is \(quality)")
      }
      _ = FieldList.entityTags(of: value)
    }
    _ = ContentCoding(headers)
  }

  /// Inflates bytes within a limit, and deflates and inflates them.
  static let gzip = FuzzTarget("gzip", longestInput: 1000, seeds: { [gzipSeed] }) {
    (input) throws(Violation) in
    let limit = 10_000
    if let output = try? Gzip.inflate(input, limit: limit) {
      try promise(output.count <= limit, "\(output.count) bytes are inflated")
    }
    if let packed = input.withUnsafeBytes({ Gzip.deflate($0, level: 6) }) {
      let output = try? Gzip.inflate(packed, limit: input.count)
      try promise(output == input, "deflated bytes are inflated to others")
    }
  }

  private static let gzipSeed =
    Array(String(repeating: "abc {\"kind\": \"flow\"}", count: 9).utf8)
    .withUnsafeBytes { Gzip.deflate($0, level: 6) } ?? []
}
