import CAssets
import HTTPServer

extension Service {
  /// Responds to `GET /openapi.yaml` with the description of the API that the binary was built with.
  static func describeAPI(_ call: Call) throws(Problem) -> Response {
    Response(status: 200, headers: [("Content-Type", "application/yaml")], body: .immortal(document))
  }

  private static var document: ImmortalBytes {
    var length = 0
    let start = tessera_openapi(&length)
    return ImmortalBytes(UnsafeRawBufferPointer(start: start, count: length))
  }
}
