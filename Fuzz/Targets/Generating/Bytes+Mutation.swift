extension [UInt8] {
  /// Changes, removes or repeats some bytes, or puts some of another input in their place.
  mutating func mutate(with other: [UInt8], using random: inout some RandomNumberGenerator) {
    guard !isEmpty, !other.isEmpty else { return }
    let place = Int.random(in: 0..<count, using: &random)
    let end = Swift.min(count, place + Int.random(in: 1...16, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: self[place] = [0, 0x20, 0x22, 0x2D, 0x30, 0x5B, 0x7B, 0xFF].randomElement(using: &random) ?? 0
    case 2: removeSubrange(place..<end)
    case 3: insert(contentsOf: self[place..<end], at: place)
    default:
      let start = Int.random(in: 0..<other.count, using: &random)
      replaceSubrange(place..<end, with: other[start...].prefix(end - place))
    }
  }
}
