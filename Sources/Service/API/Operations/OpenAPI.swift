import CAssets
import HTTPServer
import Wire

extension Service {
  /// Responds to `GET /openapi.yaml` with the description of the API that the binary was built with.
  static func describeAPI(_ call: Call) throws(Problem) -> Response {
    try apiDocument.response(to: call)
  }

  private static let apiDocument: PreparedDocument = {
    var length = 0
    let start = tessera_openapi(&length)
    return PreparedDocument(
      ImmortalBytes(UnsafeRawBufferPointer(start: start, count: length)),
      headers: [("Content-Type", "application/yaml")])
  }()
}
