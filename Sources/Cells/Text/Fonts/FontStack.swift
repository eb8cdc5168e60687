/// The fonts of a paragraph: the requested ones, and fallbacks for the characters that those lack.
///
/// It belongs to one measurer, and makes a fallback when a character first needs it.
final class FontStack {
  /// The fonts that a paragraph requests.
  struct Key: Hashable {
    var families: [String]
    var weight: Double
    var isItalic: Bool
  }

  let library: FontLibrary
  private let instances: FontInstances
  private let key: Key
  /// The requested families that the library has, or its first if it has none of them.
  let requested: [Int]
  /// The requested families that the library lacks.
  let missingFamilies: [String]
  /// The fonts in use; the first is that of the first family.
  private(set) var fonts: [FontInstance] = []
  /// For each family, the index of its font in `fonts`, or -1.
  private var fontIndices: [Int]
  private let cache = FallbackCache()
  /// The colour families, copied so that threads do not share the reference count of the library's array.
  private let emojiFamilies: [Int]

  init(_ key: Key, library: FontLibrary, instances: FontInstances) {
    self.key = key
    self.library = library
    self.instances = instances
    missingFamilies = key.families.filter { library.index(ofFamily: $0) == nil }
    let found = key.families.compactMap(library.index(ofFamily:))
    requested = found.isEmpty ? [0] : found
    emojiFamilies = library.emojiFamilies.map { $0 }
    fontIndices = Array(repeating: -1, count: library.families.count)
    _ = font(ofFamily: requested[0])
  }

  /// Returns the index of a family's font, or -1 if no text needed it yet.
  ///
  /// - Complexity: O(1).
  func fontIndex(ofFamily family: Int) -> Int { fontIndices[family] }

  private func font(ofFamily family: Int) -> Int {
    if fontIndices[family] < 0 {
      let face = library.families[family].face(weight: key.weight, isItalic: key.isItalic)
      // Two names of one face share its font, so that no run is divided between them.
      let shared = fonts.firstIndex { $0.source == ObjectIdentifier(face) }
      fontIndices[family] = shared ?? fonts.count
      if shared == nil { fonts.append(instances.instance(of: face, weight: key.weight)) }
    }
    return fontIndices[family]
  }

  /// Returns the font and the script of a cluster in a text of the script `around`.
  ///
  /// - Complexity: O(1) for a single character in the cache, else that of `font(for:script:around:)`.
  func find(_ cluster: CharacterCluster, around: UInt32) -> FallbackCache.Match {
    guard cluster.others.isEmpty else {
      let script = Script.of(cluster.base)
      return .init(font: Int32(font(for: cluster, script: script, around: around)), script: script)
    }
    if let known = cache.find(cluster, around: 0) {
      if known.font >= 0 { return known }
      if let known = cache.find(cluster, around: around) { return known }
    }
    let script = Script.of(cluster.base)
    let font = font(for: cluster, script: script, around: around)
    let match = FallbackCache.Match(font: Int32(font), script: script)
    if Script.isReal(script) {
      cache.insert(cluster, around: 0, match)
    } else {
      cache.insert(cluster, around: 0, .init(font: -1, script: script))
      cache.insert(cluster, around: around, match)
    }
    return match
  }

  /// Returns the index of the font for a cluster of a script, or of none in a text of the script `around`.
  ///
  /// It is the first font with glyphs for the whole cluster, among the requested fonts, then the fonts designed for the
  /// script, then all others in the order of the list. Explicit emoji prefer a colour font to all of these; implicit
  /// emoji prefer it to fonts that were not requested. If no font has the whole cluster, the first that has its base.
  ///
  /// - Complexity: O(n · m), where n is the number of families and m the number of characters.
  private func font(for cluster: CharacterCluster, script: UInt32, around: UInt32) -> Int {
    if cluster.emoji == .none, fonts[0].coverage.covers(cluster) { return 0 }
    let script = Script.isReal(script) ? script : Script.using(cluster.base, around: around)
    return font(for: cluster, of: script) { $0.covers(cluster) }
      ?? font(for: cluster, of: script) { $0.contains(cluster.base) } ?? 0
  }

  private func font(
    for cluster: CharacterCluster, of script: UInt32, where covers: (CodePointSet) -> Bool
  ) -> Int? {
    if cluster.emoji == .explicit, let font = first(of: emojiFamilies, where: covers) { return font }
    if let font = first(of: requested, where: covers) { return font }
    if cluster.emoji == .implicit, let font = first(of: emojiFamilies, where: covers) { return font }
    return first(of: library.families(designedFor: script), where: covers)
      ?? first(of: library.fallbacks, where: covers)
  }

  private func first(of families: some Sequence<Int>, where covers: (CodePointSet) -> Bool) -> Int? {
    for family in families {
      if fontIndices[family] < 0 {
        // The regular face rules a family out before a font is made of it.
        guard covers(library.regularFaces[family].coverage) else { continue }
        _ = font(ofFamily: family)
      }
      if covers(fonts[fontIndices[family]].coverage) { return fontIndices[family] }
    }
    return nil
  }
}

extension FontStack.Key {
  /// The fonts that attributes request.
  init(_ attributes: TextAttributes) {
    self.init(families: attributes.families, weight: attributes.weight, isItalic: attributes.isItalic)
  }
}
