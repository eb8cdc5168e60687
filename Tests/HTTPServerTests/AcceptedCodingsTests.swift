import Testing

@testable import HTTPServer

/// `Accept-Encoding`, lists and quality values (RFC 9110, 5.6 and 12.4).
struct AcceptedCodingsTests {
  private static func codings(_ fields: [String]) -> AcceptedCodings {
    var headers = Headers()
    for field in fields { headers.append("Accept-Encoding", field) }
    return AcceptedCodings(headers)
  }

  @Test(
    arguments: [
      ([], false, true, false), ([""], false, true, false), (["gzip"], true, true, true),
      (["x-gzip"], true, true, true), (["*"], true, true, true), (["identity"], false, true, false),
      (["gzip;q=0.5, identity"], true, true, false), (["gzip;q=0.5", "identity;q=0.4"], true, true, true),
      (["gzip;q=0.5, *;q=0.8"], true, true, false), (["gzip;q=0.5"], true, true, true),
      (["gzip, identity;q=0"], true, false, true), (["*;q=0"], false, false, false),
      (["gzip;q=0"], false, true, false), (["gzip;q=0.000"], false, true, false),
      (["gzip;q=abc"], false, true, false), (["gzip;q="], false, true, false),
      (["gzip;q=-1"], false, true, false), (["gzip;q=nan"], false, true, false),
      (["gzip;q=1e0"], false, true, false), (["gzip;q=7"], true, true, true),
      (["gzip ; Q=0.3 ,identity; q=0.2"], true, true, true), (["gzip;a=\"b,c\";q=0"], false, true, false),
    ] as [([String], Bool, Bool, Bool)])
  func `codings are accepted and preferred by their quality`(
    fields: [String], gzip: Bool, identity: Bool, prefersGzip: Bool
  ) {
    let codings = Self.codings(fields)
    #expect(codings.includeGzip == gzip)
    #expect(codings.includeIdentity == identity)
    #expect(codings.preferGzip == prefersGzip)
  }

  @Test(
    arguments: [
      ([], false, false), (["*"], false, false), (["gzip"], false, false), (["br"], true, true),
      (["gzip, deflate, br, zstd"], true, true), (["br;q=0.5, gzip"], true, false),
      (["br;q=0.5, gzip;q=0.5"], true, true), (["br;q=0"], false, false),
      (["br;q=0.5, identity"], true, false),
      (["br;q=x"], false, false), (["gzip", "BR"], true, true),
    ] as [([String], Bool, Bool)])
  func `a client gets Brotli that names it`(fields: [String], brotli: Bool, prefersBrotli: Bool) {
    let codings = Self.codings(fields)
    #expect(codings.includeBrotli == brotli)
    #expect(codings.preferBrotli == prefersBrotli)
  }

  @Test(
    arguments: [
      ("", []), (" , ,", []), ("a", ["a"]), ("a, b ,\tc", ["a", "b", "c"]),
      ("\"a,b\", c", ["\"a,b\"", "c"]), ("\"a\\\",b\", c", ["\"a\\\",b\"", "c"]), ("\"a, b", ["\"a, b"]),
    ] as [(String, [Substring])])
  func `a list is split outside of quoted strings`(text: String, elements: [Substring]) {
    #expect(FieldList.elements(of: text) == elements)
  }

  @Test func `a backslash in an entity tag is a character like any other`() {
    #expect(FieldList.entityTags(of: "\"a\\\", \"b\"") == ["\"a\\\"", "\"b\""])
  }
}
