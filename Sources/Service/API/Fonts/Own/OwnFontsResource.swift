import HTTPServer
import JSON
import Text
import Wire

extension Service {
  /// `POST /v1/fonts`: stores a font of the client's key.
  static func addFont(_ call: Call) throws(Problem) -> Response {
    let bytes = try call.body()
    let limit = call.service.configuration.ownFonts.fontBytes
    guard call.head.share.cover(FontFile.memoryToRead(bytes, limit: limit)) else { throw .memoryFull }
    let (font, isNew) = try call.service.ownFonts.add(bytes, of: call.owner)
    var response = try call.response(isNew ? 201 : 200, OwnFontBody(font: font), as: .objects)
    response.headers.append(("Location", "/v1/fonts/\(font.id)"))
    return response
  }

  /// `GET /v1/fonts/{font}`: describes a font of the client's key.
  static func describeFont(_ call: Call) throws(Problem) -> Response {
    let font = try call.service.ownFonts.font(call.fontID, of: call.owner).orMissing(call)
    // The id is the hash of the file, and the file determines its description.
    return try call.representation(EntityTag(document: font.id.utf8), of: "font") { () throws(Problem) in
      try call.response(200, OwnFontBody(font: font), as: .objects)
    }
  }

  /// `DELETE /v1/fonts/{font}`: deletes a font of the client's key.
  static func deleteFont(_ call: Call) throws(Problem) -> Response {
    guard try call.service.ownFonts.remove(call.fontID, of: call.owner) else { throw .noSuchFont(call) }
    return Response(status: 204)
  }
}

extension Call {
  fileprivate var fontID: String { parameters["font"] ?? "" }
}

extension OwnFont? {
  fileprivate func orMissing(_ call: Call) throws(Problem) -> OwnFont {
    guard let self else { throw .noSuchFont(call) }
    return self
  }
}

extension Problem {
  fileprivate static func noSuchFont(_ call: Call) -> Problem {
    Problem(.notFound, "There is no font \"\(call.fontID.prefix(64))\".")
  }
}

/// A font of a client, as a response.
private struct OwnFontBody: ResponseBody {
  let font: OwnFont

  var expectedBytes: Int { 512 + FontList.expectedBytes(of: font.families) }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.font(font)
  }
}

extension ResponseWriter where Self: ~Copyable {
  mutating func font(_ font: OwnFont) {
    beginObject()
    key("id")
    string(font.id)
    key("bytes")
    number(font.bytes)
    key("families")
    list(font.families) { $0.family($1) }
    endObject()
  }
}
