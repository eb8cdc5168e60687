import Digest

/// What browsers may do with the files of the web client, the playground and the example pages.
enum WebPolicy {
  /// Header fields of modules: pages of any origin may load them, if the service's settings let their origin read.
  static let module: [(name: String, value: String)] = [("Cross-Origin-Resource-Policy", "cross-origin")]

  /// Header fields of the playground: it loads nothing from other origins, sends nothing there, and stands in no frame.
  /// It compiles the engine for pages, which is WebAssembly; this allows no `eval` of JavaScript.
  static let page: [(name: String, value: String)] = policy(of: [])

  /// Header fields of a page that may do the same, and has scripts and style sheets within it.
  ///
  /// - Complexity: O(n) in the number of bytes.
  static func policy(of html: [UInt8]) -> [(name: String, value: String)] {
    [
      (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'\(sources("script", in: html)); "
          + "style-src 'self'\(sources("style", in: html)); img-src 'self' data: blob:; "
          + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      ),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Referrer-Policy", "no-referrer"),
    ]
  }

  /// Returns the source expression that allows a script or a style sheet by its SHA-256 hash.
  ///
  /// - Complexity: O(n) in the number of bytes.
  static func source(_ bytes: [UInt8]) -> String {
    let base64 = Base64URL.encode(SHA256.hash(bytes)).replacing("-", with: "+").replacing("_", with: "/")
    return "'sha256-\(base64)='"
  }

  /// Returns the source expressions of the elements with a name, each behind a space.
  private static func sources(_ element: String, in html: [UInt8]) -> String {
    let opening = Array("<\(element)".utf8)
    let closing = Array("</\(element)>".utf8)
    var result = ""
    var rest = html[...]
    while let start = rest.firstRange(of: opening)?.upperBound,
      let content = rest[start...].firstIndex(of: UInt8(ascii: ">")),
      let end = rest[content...].firstRange(of: closing)
    {
      result += " " + source(Array(rest[(content + 1)..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return result
  }
}
