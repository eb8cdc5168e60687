/// The fonts that one measurer shapes with, each made once.
final class FontInstances {
  private struct Key: Hashable {
    var face: ObjectIdentifier
    var weight: Double
  }

  private var instances: [Key: FontInstance] = [:]
  private var lastID: UInt32 = 0

  /// How many are kept; those that paragraphs are set in live on with them.
  private static let limit = 256

  /// A face at a weight, or at its own where it has but one.
  ///
  /// - Complexity: O(1), but for the first time O(n) in the number of glyphs of the face.
  func instance(of face: FontFace, weight: Double) -> FontInstance {
    let key = Key(face: ObjectIdentifier(face), weight: face.isVariable ? weight : 0)
    if let instance = instances[key] { return instance }
    if instances.count >= Self.limit { instances.removeAll(keepingCapacity: true) }
    lastID &+= 1
    let instance = FontInstance(face: face, weight: weight, id: lastID)
    instances[key] = instance
    return instance
  }
}
