/// The faces that share a family name, in the order of the list of fonts.
struct FontFamily: Sendable {
  let name: String
  private(set) var faces: [FontFace] = []

  init(name: String) { self.name = name }

  mutating func add(_ face: FontFace) { faces.append(face) }

  /// The name for comparing: the case of letters makes no difference.
  static func fold(_ name: String) -> String { name.lowercased() }

  /// Returns the families of some faces, in the order in which the faces name them first.
  ///
  /// - Complexity: O(n) in the number of faces.
  static func grouping(_ faces: some Sequence<FontFace>) -> [FontFamily] {
    var families: [FontFamily] = []
    var indices: [String: Int] = [:]
    for face in faces {
      for name in face.familyNames {
        let folded = fold(name)
        let index = indices[folded] ?? families.count
        if index == families.count {
          indices[folded] = index
          families.append(FontFamily(name: name))
        }
        families[index].add(face)
      }
    }
    return families
  }

  /// The face at normal weight that is not slanted, or the nearest to it.
  var regular: FontFace { face(weight: 400, isItalic: false) }

  /// Returns the best match for a weight and slant by the rules of CSS Fonts 4, section 5.2: first by normal width, then
  /// by slant, then by weight, where weights further from the normal ones are preferred to nearer ones.
  ///
  /// - Complexity: O(n), where n is the number of faces.
  func face(weight: Double, isItalic: Bool) -> FontFace {
    faces.min { a, b in
      let (left, right) = (
        cost(of: a, weight: weight, isItalic: isItalic), cost(of: b, weight: weight, isItalic: isItalic)
      )
      return left.lexicographicallyPrecedes(right)
    }!
  }

  private func cost(of face: FontFace, weight: Double, isItalic: Bool) -> [Double] {
    let nearest = min(max(weight, face.weights.lowerBound), face.weights.upperBound)
    // A weight on the wrong side costs more than any on the right side, because weights end at 1,000.
    let wrongSide: Bool
    switch weight {
    case 400...500 where nearest > 500: wrongSide = true
    case 400...500: wrongSide = false
    case ..<400: wrongSide = nearest > weight
    default: wrongSide = nearest < weight
    }
    // For weights from 400 to 500, heavier faces up to 500 are preferred to lighter ones.
    let below = (400...500).contains(weight) && nearest < weight ? 500.0 : 0
    return [
      abs(face.width - 100), face.isItalic == isItalic ? 0 : 1,
      abs(nearest - weight) + below + (wrongSide ? 2000 : 0),
    ]
  }
}
