internal import CHarfBuzz

/// The fonts that text is measured with: those of a list of paths, in its order, which is also the order in which they
/// stand in for one another.
///
/// Loaded once and shared by all measurers; nothing in it changes.
public final class FontLibrary: Sendable {
  let families: [FontFamily]
  /// The face that stands for each family.
  let regularFaces: [FontFace]
  /// The families by their folded names.
  private let indices: [String: Int]
  /// The families made for each script, in the order of the list.
  private let byScript: [UInt32: [Int]]
  /// The families in colour.
  let emojiFamilies: [Int]
  /// What of the list could not be used, and why.
  public let warnings: [FontWarning]

  /// The names of the families, in the order of the list.
  public var familyNames: [String] { families.map(\.name) }

  /// The fonts of a list of files and patterns (`/usr/share/fonts/truetype/noto/*.ttf`); a file that several entries
  /// name counts for the first.
  ///
  /// - Throws: `FontLibraryError.noFonts` if nothing of the list is a font.
  /// - Complexity: O(n), where n is the number of code points that the fonts have glyphs for.
  public init(paths: [String] = FontLibrary.defaultPaths) throws(FontLibraryError) {
    var families: [FontFamily] = []
    var indices: [String: Int] = [:]
    var warnings: [FontWarning] = []
    for path in FontPaths.expand(paths) {
      let (faces, warning) = Self.load(path)
      if let warning { warnings.append(warning) }
      for face in faces {
        for name in face.familyNames {
          let folded = Self.fold(name)
          let index = indices[folded] ?? families.count
          if index == families.count {
            indices[folded] = index
            families.append(FontFamily(name: name))
          }
          families[index].add(face)
        }
      }
    }
    guard !families.isEmpty else { throw .noFonts(warnings) }
    var byScript: [UInt32: [Int]] = [:]
    let regularFaces = families.map { $0.face(weight: 400, isItalic: false) }
    for (index, face) in regularFaces.enumerated() {
      guard let script = face.designScript() else { continue }
      for served in Self.served(by: script) { byScript[served, default: []].append(index) }
    }
    self.families = families
    self.regularFaces = regularFaces
    self.indices = indices
    self.byScript = byScript
    self.warnings = warnings
    emojiFamilies = regularFaces.indices.filter { regularFaces[$0].isColor }
  }

  /// The index of a family by its name, whose case does not matter; nil if it is not in the list.
  ///
  /// - Complexity: O(n) in the length of the name.
  func index(ofFamily name: String) -> Int? { indices[Self.fold(name)] }

  /// The families made for a script, in the order of the list.
  func families(madeFor script: UInt32) -> [Int] { byScript[script] ?? [] }

  /// The scripts that a font made for one of them serves: Han's characters stand beside those of its neighbours.
  private static func served(by script: UInt32) -> [UInt32] {
    guard script == HB_SCRIPT_HAN.rawValue else { return [script] }
    return [HB_SCRIPT_HAN, HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_BOPOMOFO, HB_SCRIPT_HANGUL].map(
      \.rawValue)
  }

  private static func fold(_ name: String) -> String { name.lowercased() }

  private static func load(_ path: String) -> (faces: [FontFace], warning: FontWarning?) {
    guard let blob = hb_blob_create_from_file_or_fail(path) else {
      return ([], FontWarning(path: path, reason: .unreadable))
    }
    defer { hb_blob_destroy(blob) }
    let faces = (0..<hb_face_count(blob)).compactMap { FontFace(blob: blob, index: $0) }
    return (faces, faces.isEmpty ? FontWarning(path: path, reason: .notAFont) : nil)
  }
}
