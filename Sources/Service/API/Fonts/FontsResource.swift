import HTTPServer
import JSON
import Text
import Wire

extension Service {
  /// `GET /v1/fonts`: responds with the fonts that texts are measured with.
  static func listFonts(_ call: Call) throws(Problem) -> Response {
    let server = try call.service.cells.fontCatalog()
    let own = call.service.ownFonts.fonts(of: call.owner)
    let catalog = own.isEmpty ? server : try FontCatalog(server.families, own: own)
    return try call.representation(catalog.tag, of: "list") { () throws(Problem) in
      call.response(200, catalog.bytes, as: .objects)
    }
  }
}

/// The list of fonts as a response. For clients without fonts of their own it is made once, until fonts are reloaded.
struct FontCatalog: Sendable {
  let families: [FontFamilyDescription]
  let bytes: ByteBuffer
  let tag: EntityTag

  /// - Parameter own: the fonts of the client.
  init(_ families: [FontFamilyDescription], own: [OwnFont] = []) throws(Problem) {
    self.families = families
    let list = FontList(families: families, own: own)
    bytes = try list.encoded(as: .objects, EncodingBudget(bytes: .max))
    tag = EntityTag(document: bytes.withUnsafeBytes { Array($0) })
  }
}

/// The families that texts are measured with, in the order of fallbacks, and the fonts of the client.
struct FontList: ResponseBody {
  let families: [FontFamilyDescription]
  let own: [OwnFont]

  var expectedBytes: Int {
    own.reduce(256 + Self.expectedBytes(of: families)) { $0 + 128 + Self.expectedBytes(of: $1.families) }
  }

  static func expectedBytes(of families: [FontFamilyDescription]) -> Int {
    families.reduce(0) { $0 + 128 + $1.faces.count * 256 }
  }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("default")
    writer.string(orNull: families.first?.name)
    writer.key("families")
    writer.list(families) { $0.family($1) }
    if !own.isEmpty {
      writer.key("own")
      writer.list(own) { $0.font($1) }
    }
    writer.endObject()
  }
}

extension ResponseWriter where Self: ~Copyable {
  mutating func family(_ family: FontFamilyDescription) {
    beginObject()
    key("name")
    string(family.name)
    if let script = family.designScript {
      key("script")
      string(script)
    }
    key("scripts")
    list(family.scripts) { $0.string($1) }
    if family.isColor {
      key("color")
      bool(true)
    }
    key("faces")
    list(family.faces) { $0.face($1) }
    endObject()
  }

  private mutating func face(_ face: FontFaceDescription) {
    beginObject()
    key("weights")
    list([face.weights.lowerBound, face.weights.upperBound]) { $0.number($1) }
    key("style")
    string(face.isItalic ? "italic" : "normal")
    key("width")
    number(face.width)
    member("fullName", face.fullName)
    member("postScriptName", face.postScriptName)
    member("version", face.version)
    member("checksum", face.checksum)
    endObject()
  }

  private mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }
}
