/// What browsers may do with the files of the web client and the playground.
enum WebPolicy {
  /// Header fields of modules: pages of any origin may load them, if the service's settings let their origin read.
  static let module: [(name: String, value: String)] = [("Cross-Origin-Resource-Policy", "cross-origin")]

  /// Header fields of the playground: it loads nothing from other origins, sends nothing there, and stands in no frame.
  /// It compiles the engine for pages, which is WebAssembly; this allows no `eval` of JavaScript.
  static let page: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
  ]
}
