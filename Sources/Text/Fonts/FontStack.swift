/// The fonts that a paragraph is set in: those asked for, and those that stand in for the characters they lack.
///
/// Made by one measurer for itself; what stands in is made when it is first needed.
final class FontStack {
  /// What a paragraph asks for.
  struct Key: Hashable {
    var families: [String]
    var weight: Double
    var isItalic: Bool
  }

  private let library: FontLibrary
  private let instances: FontInstances
  private let key: Key
  /// The families asked for that there are, or the first of the list if there is none.
  private let requested: [Int]
  /// The families asked for that there are not.
  let missingFamilies: [String]
  /// The fonts in use; the first is that of the first family.
  private(set) var fonts: [FontInstance] = []
  /// The place in `fonts` of each family's font, or -1.
  private var places: [Int]
  private let cache = FallbackCache()
  /// The families in colour, in memory of its own as what else is asked for often.
  private let emojiFamilies: [Int]

  init(_ key: Key, library: FontLibrary, instances: FontInstances) {
    self.key = key
    self.library = library
    self.instances = instances
    missingFamilies = key.families.filter { library.index(ofFamily: $0) == nil }
    let found = key.families.compactMap(library.index(ofFamily:))
    requested = found.isEmpty ? [0] : found
    emojiFamilies = library.emojiFamilies.map { $0 }
    places = Array(repeating: -1, count: library.families.count)
    _ = place(ofFamily: requested[0])
  }

  private func place(ofFamily family: Int) -> Int {
    if places[family] < 0 {
      let face = library.families[family].face(weight: key.weight, isItalic: key.isItalic)
      // Two names of one face share its font, so that no run is cut between them.
      let shared = fonts.firstIndex { $0.source == ObjectIdentifier(face) }
      places[family] = shared ?? fonts.count
      if shared == nil { fonts.append(instances.instance(of: face, weight: key.weight)) }
    }
    return places[family]
  }

  /// The script of a cluster of characters, and the place of its font as `place(for:)` finds it.
  ///
  /// - Complexity: O(1) for a character by itself that was met lately.
  func find(_ cluster: CharacterCluster, around: UInt32) -> FallbackCache.Answer {
    guard cluster.others.isEmpty else {
      let script = Script.of(cluster.base)
      return .init(place: Int32(place(for: cluster, script: script, around: around)), script: script)
    }
    if let known = cache.find(cluster, around: 0) {
      if known.place >= 0 { return known }
      if let known = cache.find(cluster, around: around) { return known }
    }
    let script = Script.of(cluster.base)
    let place = place(for: cluster, script: script, around: around)
    let answer = FallbackCache.Answer(place: Int32(place), script: script)
    if Script.isReal(script) {
      cache.insert(cluster, around: 0, answer)
    } else {
      cache.insert(cluster, around: 0, .init(place: -1, script: script))
      cache.insert(cluster, around: around, answer)
    }
    return answer
  }

  /// The place of the font for a cluster of characters of a script, or of none and in a text of the script `around`.
  ///
  /// The first that has them all, among those asked for, those made for the script, and all others in the order of the
  /// list. Emoji that say so come from a font in colour first, and those that are emoji unless told otherwise do when
  /// no font asked for has them. Where no font has them all, the first that has the base.
  ///
  /// - Complexity: O(n · m), where n is the number of families and m the number of characters.
  private func place(for cluster: CharacterCluster, script: UInt32, around: UInt32) -> Int {
    if cluster.emoji == .none, fonts[0].coverage.covers(cluster) { return 0 }
    let script = Script.isReal(script) ? script : Script.using(cluster.base, around: around)
    return place(of: cluster, script) { $0.covers(cluster) }
      ?? place(of: cluster, script) { $0.contains(cluster.base) } ?? 0
  }

  private func place(of cluster: CharacterCluster, _ script: UInt32, _ covers: (CodePointSet) -> Bool) -> Int?
  {
    if cluster.emoji == .explicit, let place = first(of: emojiFamilies, covers) { return place }
    if let place = first(of: requested, covers) { return place }
    if cluster.emoji == .implicit, let place = first(of: emojiFamilies, covers) { return place }
    return first(of: library.families(madeFor: script), covers) ?? first(of: library.families.indices, covers)
  }

  private func first(of families: some Sequence<Int>, _ covers: (CodePointSet) -> Bool) -> Int? {
    for family in families {
      if places[family] < 0 {
        // A family is passed over by its regular face before a font is made of it.
        guard covers(library.regularFaces[family].coverage) else { continue }
        _ = place(ofFamily: family)
      }
      if covers(fonts[places[family]].coverage) { return places[family] }
    }
    return nil
  }
}
