import HTTPServer
import Wire

extension Service {
  /// Responds to `GET /client/{file}` with the entry of a module, or the types of one.
  static func sendClientEntry(_ call: Call) throws(Problem) -> Response {
    let types = call.webPath.hasSuffix(".d.ts") ? WebFile.all[call.webPath]?.document : nil
    guard let document = types ?? WebClient.entries[call.webPath] else {
      throw .noResource(at: call.request.head.path)
    }
    return try document.response(to: call)
  }

  /// Responds to `GET /client/{version}/{file}` and `GET /client/{version}/{folder}/{file}` with a module.
  static func sendClientModule(_ call: Call) throws(Problem) -> Response {
    // Modules of two versions do not fit together, so that another version does not stand for the one that is gone.
    let version = call.parameters["version"] ?? ""
    guard version == WebClient.version else { throw .noSuchClientVersion(version) }
    guard let module = WebClient.modules["client/" + call.webPath] else {
      throw .noResource(at: call.request.head.path)
    }
    return try module.document.response(to: call)
  }

  /// Responds to `GET /`, and to `GET /playground`, which people guess, with the page of the playground.
  static func showPlayground(_ call: Call) throws(Problem) -> Response {
    try call.page("playground/index.html")
  }

  /// Responds to `GET /playground/{file}` and `GET /playground/{folder}/{file}` with a file of the playground.
  static func sendPlaygroundFile(_ call: Call) throws(Problem) -> Response {
    try call.page("playground/" + call.webPath)
  }

  /// Responds to `GET /reference` with the description of the API as a page, if `tools/generate` had made it for the build.
  static func showReference(_ call: Call) throws(Problem) -> Response {
    try call.page("playground/reference.html")
  }

  /// Responds to `GET /examples` with the list of the example pages.
  static func listExamplePages(_ call: Call) throws(Problem) -> Response {
    try call.page("examples/index.html")
  }

  /// Responds to `GET /examples/{file}` with an example page.
  static func showExamplePage(_ call: Call) throws(Problem) -> Response {
    try call.page("examples/" + call.webPath)
  }
}

extension Call {
  /// The path of the file that the request names, within its folder of web.
  fileprivate var webPath: String {
    [parameters["folder"], parameters["file"]].compactMap { $0 }.joined(separator: "/")
  }

  /// Returns a file that only the pages of the service need.
  fileprivate func page(_ path: String) throws(Problem) -> Response {
    guard service.configuration.playground == .on, let file = WebFile.all[path] else {
      throw .noResource(at: request.head.path)
    }
    return try file.document.response(to: self)
  }
}

extension Problem {
  fileprivate static func noSuchClientVersion(_ version: String) -> Problem {
    Problem(
      .notFound,
      "The service has another version of the client than \"\(version.prefix(64))\"; reload the page, or "
        + "import \"/client/tessera.js\".")
  }
}
