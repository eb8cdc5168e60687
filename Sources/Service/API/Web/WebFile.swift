import CAssets
import HTTPServer
import Synchronization
import WebAssets

/// A file for browsers that the binary carries: one of web or of the example pages, or a part of the engine for pages.
final class WebFile: Sendable {
  /// The path from web, such as `client/view/Cell.js`; that of an example page is `examples/chat.html`.
  let path: String
  /// The file as it was when the binary was built.
  let source: ImmortalBytes
  /// The same bytes in Brotli, which takes long to make; nil where they were not made beforehand.
  private let brotli: ImmortalBytes?
  private let caching: PreparedDocument.Caching
  private let headers: [(name: String, value: String)]
  private let prepared = Mutex<PreparedDocument?>(nil)

  private convenience init(_ asset: WebAsset) {
    self.init("\(asset.path)", asset.bytes, brotli: nil)
  }

  convenience init(_ file: tessera_file) {
    self.init(
      String(cString: file.path), UnsafeRawBufferPointer(start: file.bytes, count: file.length),
      brotli: UnsafeRawBufferPointer(start: file.brotli, count: file.brotli_length))
  }

  private init(_ path: String, _ bytes: UnsafeRawBufferPointer, brotli: UnsafeRawBufferPointer?) {
    self.path = path
    source = ImmortalBytes(bytes)
    self.brotli = brotli.map { ImmortalBytes($0) }
    let type = path.split(separator: ".").last.flatMap { Self.contentTypes[String($0)] } ?? ""
    caching = path.hasPrefix("client/") ? .immutable : .revalidated
    let policy =
      path.hasPrefix("playground/")
      ? WebPolicy.page : path.hasPrefix("examples/") ? WebPolicy.policy(of: Array(bytes)) : WebPolicy.module
    headers = [("Content-Type", type)] + policy
  }

  private static let contentTypes = [
    "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "json": "application/json", "ts": "text/plain; charset=utf-8", "wasm": "application/wasm",
  ]

  /// All files by path.
  static let all: [String: WebFile] = {
    let files = WebAsset.all.map { WebFile($0) }
    return (files + PageEngineFiles.all).reduce(into: [:]) { $0[$1.path] = $1 }
  }()

  /// The bytes as they are sent: modules and style sheets without comments and indentation, which the files of the bundle
  /// do not have.
  ///
  /// - Complexity: O(n) in the number of bytes.
  var text: [UInt8] {
    !path.hasPrefix("client/bundle/") && (path.hasSuffix(".js") || path.hasSuffix(".css"))
      ? ShortenedSource.shorten(source.buffer) : Array(source.buffer)
  }

  /// The responses with this file. They are prepared when the file is first requested: some tens of kilobytes.
  var document: PreparedDocument {
    prepared.withLock { document in
      if let document { return document }
      let new = PreparedDocument(text, headers: headers, caching: caching, brotli: brotli)
      document = new
      return new
    }
  }
}
