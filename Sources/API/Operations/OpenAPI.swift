import CAssets
import HTTPServer

extension Service {
  /// Responds to `GET /openapi.yaml` with the description of the API that the binary was built with.
  static func describeAPI(_ call: Call) throws(Problem) -> Response {
    let document = APIDocument.shared
    return try call.representation(document.tag, of: "document") {
      let isPacked =
        AcceptedCodings(call.request.head.headers).preferGzip
        && document.plain.bodyCount >= call.service.configuration.server.gzipFloor
      return isPacked ? document.packed : document.plain
    }
  }
}

/// The description of the API, as responses. It is compressed once: the event thread sends it and must not compute.
private struct APIDocument: Sendable {
  let tag: EntityTag
  let plain: Response
  let packed: Response

  static let shared = APIDocument()

  private init() {
    var length = 0
    let start = tessera_openapi(&length)
    let bytes = ImmortalBytes(UnsafeRawBufferPointer(start: start, count: length))
    tag = EntityTag(document: bytes.buffer)
    plain = Response(
      status: 200, headers: [("Content-Type", "application/yaml"), tag.field], body: .immortal(bytes))
    packed = plain.compressedRepresentation(level: ServerConfiguration().gzipLevel)
  }
}
