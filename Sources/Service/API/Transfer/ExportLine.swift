import JSON
import Wire

/// A line of an export: an object, whose `type` says which of the other members it has.
struct ExportLine {
  /// The number of the format that is written, and the only one that is read.
  static let format = 1
  /// Bytes of a stored form in one line; the next lines have the rest.
  static let pieceLength = 48 << 10
  /// The greatest version: changes have room above it.
  private static let versionLimit = 1 << 52

  enum Kind: String, CaseIterable {
    /// The first line.
    case header
    /// A collection begins: its base, entries and viewports follow.
    case collection
    /// The stored form of a whole version, or a piece of it.
    case base
    /// The stored form of a change, or a piece of it.
    case entry
    /// The stored form of a viewport, or a piece of it.
    case viewport
    /// A collection that could not be exported.
    case skipped
    /// The last line.
    case end
  }

  var type = Kind.header
  var format = 0
  var history = false
  var id = ""
  var version = 0
  var itemCount = 0
  var name = ""
  var stored: [UInt8] = []
  /// Whether the next line has more of the stored form.
  var more = false
  var detail = ""
  var collections = 0
  var lines = 0
  var sha256 = ""
}

extension ExportLine {
  fileprivate enum Field: String, FieldNames {
    case type, format, service, history, id, version, itemCount, name, stored, more, detail, collections
    case lines, sha256
  }

  /// Decodes a line.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error.
  static func decode(
    _ bytes: [UInt8], limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> ExportLine {
    try DecodingContext.read(bytes, limits: limits, isCancelled: isCancelled) { root, context in
      guard let type = kind(of: root, context) else { return nil }
      var line = ExportLine(type: type)
      let whole = 0...Int.largestExactInteger
      context.object(root, Field.self, among: [.type] + type.members, "an object") { field, value in
        switch field {
        case .type: break
        case .format: context.set(&line.format, context.integer(value, in: whole))
        case .service: _ = context.string(value)
        case .history: context.set(&line.history, context.bool(value))
        case .id: context.set(&line.id, context.collectionID(value))
        case .version: context.set(&line.version, context.integer(value, in: 1...versionLimit))
        case .itemCount: context.set(&line.itemCount, context.integer(value, in: whole))
        case .name: context.set(&line.name, context.string(value))
        case .stored: context.set(&line.stored, context.bytes(value))
        case .more: context.set(&line.more, context.bool(value))
        case .detail: context.set(&line.detail, context.string(value))
        case .collections: context.set(&line.collections, context.integer(value, in: whole))
        case .lines: context.set(&line.lines, context.integer(value, in: whole))
        case .sha256: context.set(&line.sha256, context.string(value))
        }
      }
      for field in type.members where field != .more {
        _ = context.required(root.member(named: field.rawValue), field.rawValue)
      }
      return line
    }
  }

  /// Reads the type of a line, which comes first: it decides about the others.
  private static func kind(of root: JSONValue, _ context: DecodingContext) -> Kind? {
    guard root.kind == .object else { return context.mismatch(root, "an object") }
    guard let value = context.required(root["type"], "type") else { return nil }
    return context.at("type") { context.name(value, of: Kind.self) }
  }
}

extension ExportLine.Kind {
  /// The members of a line of the type, in the order in which they are written.
  fileprivate var members: [ExportLine.Field] {
    switch self {
    case .header: [.format, .service, .history]
    case .collection: [.id, .version, .itemCount]
    case .base, .entry: [.version, .stored, .more]
    case .viewport: [.name, .stored, .more]
    case .skipped: [.id, .detail]
    case .end: [.collections, .lines, .sha256]
    }
  }
}

extension DecodingContext {
  /// Reads bytes in base64url.
  fileprivate func bytes(_ value: JSONValue) -> [UInt8]? {
    guard let text = string(value) else { return nil }
    if let bytes = Base64URL.decode(Substring(text).utf8) { return bytes }
    fault("the text is no base64url without padding")
    return nil
  }
}
