import Mathematics

/// Hashes of the bits of many values of each function.
///
/// They use nothing but the module, so that they run in every environment that it is built for.
enum Fingerprint {
  static var sine: UInt64 { hash(seed: 1) { Mathematics.sin($0.angle()) } }

  static var cosine: UInt64 { hash(seed: 2) { Mathematics.cos($0.angle()) } }

  static var tangent: UInt64 { hash(seed: 3) { Mathematics.tan($0.angle()) } }

  static var arcTangent: UInt64 {
    hash(seed: 4) {
      let isAnything = $0.next() & 3 == 0
      let y = isAnything ? $0.anything() : $0.number(exponents: -3..<3)
      let x = isAnything ? $0.anything() : $0.number(exponents: -3..<3)
      return Mathematics.atan2(y: y, x: x)
    }
  }

  static var power: UInt64 {
    hash(seed: 5) {
      switch $0.next() & 3 {
      case 0: Mathematics.pow($0.anything(), $0.anything())
      case 1: Mathematics.pow($0.number(exponents: -1074..<1024).magnitude, $0.number(exponents: -8..<1))
      case 2: Mathematics.pow($0.number(exponents: -4..<4).magnitude, $0.number(exponents: -1..<9))
      default: Mathematics.pow($0.number(exponents: -1..<1).magnitude, $0.number(exponents: 0..<11))
      }
    }
  }

  static var wholePower: UInt64 {
    hash(seed: 6) {
      let base = $0.number(exponents: -4..<4)
      return Mathematics.pow(base, Int(truncatingIfNeeded: $0.next() % 401) - 200)
    }
  }

  static var inverseHyperbolicSine: UInt64 {
    hash(seed: 7) {
      let isAnything = $0.next() & 1 == 0
      return Mathematics.asinh(isAnything ? $0.anything() : $0.number(exponents: -31..<31))
    }
  }

  /// The hash of 100,000 values (FNV-1a over their bytes, the lowest first).
  private static func hash(seed: UInt64, _ value: (inout RandomNumbers) -> Double) -> UInt64 {
    var numbers = RandomNumbers(seed: seed)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for _ in 0..<100_000 {
      var bits = value(&numbers).bitPattern
      for _ in 0..<8 {
        hash = (hash ^ (bits & 0xFF)) &* 0x100_0000_01B3
        bits >>= 8
      }
    }
    return hash
  }
}

/// Random numbers that are the same for the same seed (SplitMix64).
struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number with random bits: of any magnitude, infinite or `nan`.
  mutating func anything() -> Double { Double(bitPattern: next()) }

  /// A number between 0 and 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number of either sign whose magnitude is between the powers of two with these exponents.
  mutating func number(exponents: Range<Int64>) -> Double {
    let count = UInt64(exponents.upperBound - exponents.lowerBound)
    let exponent = exponents.lowerBound + Int64(next() % count)
    let magnitude = (1 + fraction()) * power(ofTwo: exponent)
    return next() & 1 == 0 ? magnitude : -magnitude
  }

  /// An angle in radians: of any magnitude, or of a few turns, or next to a multiple of a quarter turn.
  mutating func angle() -> Double {
    switch next() & 3 {
    case 0: return anything()
    case 1: return number(exponents: -31..<22)
    case 2: return fraction() * 200 - 100
    default:
      let multiple = Double(next() % 1_000_000) * (.pi / 2)
      return Double(bitPattern: multiple.bitPattern &+ next() % 5)
    }
  }

  private func power(ofTwo exponent: Int64) -> Double {
    exponent < -1022
      ? Double(bitPattern: 1 << UInt64(exponent + 1074))
      : Double(bitPattern: UInt64(exponent + 1023) << 52)
  }
}
