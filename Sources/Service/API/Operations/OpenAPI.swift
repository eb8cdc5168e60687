import CAssets
import HTTPServer
import Wire

extension Service {
  /// Responds to `GET /openapi.yaml` with the description of the API that the binary was built with.
  static func describeAPI(_ call: Call) throws(Problem) -> Response {
    try apiDocument.response(to: call)
  }

  /// Responds to `GET /openapi.json` with the same description in JSON, if `tools/generate` had made it for the build.
  static func describeAPIInJSON(_ call: Call) throws(Problem) -> Response {
    guard let document = apiDocumentInJSON else { throw .noResource(at: call.request.head.path) }
    return try document.response(to: call)
  }

  private static let apiDocument: PreparedDocument = {
    var length = 0
    let start = tessera_openapi(&length)
    return PreparedDocument(
      ImmortalBytes(UnsafeRawBufferPointer(start: start, count: length)),
      headers: [("Content-Type", "application/yaml")])
  }()

  private static let apiDocumentInJSON = WebFile.all["playground/openapi.json"].map {
    PreparedDocument($0.source, headers: [("Content-Type", "application/json")])
  }
}
