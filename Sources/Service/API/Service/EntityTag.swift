import Collections
import Digest
import HTTPServer
import LayoutEngine
import Wire

/// The entity tag of a representation that the service sends (RFC 9110, 8.8.3).
///
/// It begins with the version of the collection: `"7"`. The rest distinguishes the representations of one version: by
/// the viewports that they show, where these were moved at this version, and by the format, as in
/// `"7.b5d4045c3f466fa9-svg"`. The HTTP server appends the content coding: `"7-gzip"`.
struct EntityTag: Hashable, Sendable {
  /// The part that `If-Match` compares.
  let version: String
  /// The rest of the tag, which begins with `.` or `-`, or is empty.
  private let variant: String

  /// Creates the tag of a representation of a collection.
  ///
  /// - Parameters:
  ///   - viewports: the fingerprint of the viewports that the representation shows; nil if the version determines them.
  ///   - format: the format of the representation; objects by default.
  init(version: Int, viewports: String? = nil, format: ResponseFormat = .objects) {
    self.version = "\(version)"
    variant = (viewports.map { "." + $0 } ?? "") + (format == .objects ? "" : "-\(format.rawValue)")
  }

  /// Creates the tag of a document, from its bytes.
  init(document: some Sequence<UInt8>) {
    version = String(SHA256.hexadecimal(document).prefix(32))
    variant = ""
  }

  /// The characters between the quotation marks.
  var opaque: String { version + variant }

  /// The header field.
  var field: (name: String, value: String) { Self.field(opaque) }

  static func field(_ opaque: some StringProtocol) -> (name: String, value: String) {
    ("ETag", "\"\(opaque)\"")
  }
}

/// An entity tag in a precondition of a client.
struct GivenTag: Hashable, Sendable {
  /// The characters between the quotation marks.
  let opaque: Substring
  let isWeak: Bool

  /// The part that `If-Match` compares.
  var version: Substring { opaque.prefix { $0 != "." && $0 != "-" } }

  /// Reads a list of entity tags; nil if it is not such a list, or empty.
  static func list(_ text: String) -> [GivenTag]? {
    var tags: [GivenTag] = []
    for element in FieldList.entityTags(of: text) {
      let isWeak = element.hasPrefix("W/")
      let quoted = isWeak ? element.dropFirst(2) : element
      guard quoted.utf8.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") else { return nil }
      let opaque = quoted.dropFirst().dropLast()
      guard !opaque.contains("\"") else { return nil }
      tags.append(GivenTag(opaque: opaque, isWeak: isWeak))
    }
    return tags.isEmpty ? nil : tags
  }
}

extension SolvedCollection {
  /// Returns what distinguishes the viewports of these names from others at the same version; nil if there is nothing:
  /// viewports that have not been moved since the last change are as the change left them.
  ///
  /// It is made of their content, not counted, so that it also holds after a restart.
  /// - Complexity: O(n) in the number of viewports and of bytes of their containers and layouts.
  func fingerprint(of names: [String]) -> String? {
    let shown = names.compactMap { name in viewport(name).map { (name, $0) } }
    guard shown.count > 1 || shown.contains(where: { $0.1.movedAt == version }) else { return nil }
    var bytes: [UInt8] = []
    for (name, viewport) in shown {
      let bounds = viewport.bounds.map { "\($0.x) \($0.y) \($0.width) \($0.height)" } ?? ""
      let edges = viewport.overscan.edges
      let overscan = "\(edges.top) \(edges.left) \(edges.bottom) \(edges.right) \(viewport.overscan.unit)"
      let layout = viewport.ownLayout?.jsonText ?? []
      let policy = viewport.policy == ReadingPolicy() ? "" : "\(viewport.policy)"
      let across = viewport.orthogonalOffsets.all.map { "\($0.section) \($0.offset)" }
      let outline = viewport.ownOutline.map { "\($0.text)" } ?? ""
      // With their lengths, so that the parts of two viewports cannot run into one another.
      for part in [
        Array(name.utf8), Array(bounds.utf8), Array(overscan.utf8), Array(policy.utf8),
        Array(across.joined(separator: " ").utf8), Array(outline.utf8), viewport.containerJSON, layout,
      ] {
        bytes += Array("\(part.count):".utf8) + part
      }
    }
    return String(SHA256.hexadecimal(bytes).prefix(16))
  }
}
