/// The faces that share a family name, in the order of the list of fonts.
struct FontFamily: Sendable {
  let name: String
  private(set) var faces: [FontFace] = []

  init(name: String) { self.name = name }

  mutating func add(_ face: FontFace) { faces.append(face) }

  /// The face nearest to what is asked for, by the rules of CSS Fonts 4, section 5.2: of a normal width, then of the
  /// right slant, then of the nearest weight, looking first away from the normal weights.
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
    // A weight on the wrong side is worse than any on the right one; weights end at 1,000.
    let wrongSide: Bool
    switch weight {
    case 400...500 where nearest > 500: wrongSide = true
    case 400...500: wrongSide = false
    case ..<400: wrongSide = nearest > weight
    default: wrongSide = nearest < weight
    }
    // Between 400 and 500 what lies between is nearer than what is below.
    let below = (400...500).contains(weight) && nearest < weight ? 500.0 : 0
    return [
      abs(face.width - 100), face.isItalic == isItalic ? 0 : 1,
      abs(nearest - weight) + below + (wrongSide ? 2000 : 0),
    ]
  }
}
