/// An angle as a number of quarter turns and a remainder of at most an eighth of a turn.
struct ReducedAngle {
  /// The number of quarter turns, of which only the two lowest bits count.
  var quarterTurns: UInt64
  /// The rest of the angle, in radians: from -π/4 through π/4, give or take the rounding of its bounds.
  var remainder: DoubleDouble

  /// Divides a finite angle, in radians, by π/2.
  ///
  /// The remainder has a relative error below 2^-70, for the angles closest to a multiple of π/2 too.
  init(_ angle: Double) {
    let magnitude = angle.magnitude
    if magnitude <= 0x1.921fb54442d18p-1 {
      self.init(quarterTurns: 0, remainder: DoubleDouble(angle))
    } else if magnitude <= 0x1p20 {
      self.init(moderate: angle)
    } else {
      self.init(large: magnitude)
      if angle < 0 { self = ReducedAngle(quarterTurns: 0 &- quarterTurns, remainder: -remainder) }
    }
  }

  private init(quarterTurns: UInt64, remainder: DoubleDouble) {
    self.quarterTurns = quarterTurns
    self.remainder = remainder
  }
}

extension ReducedAngle {
  /// Divides an angle of magnitude at most 2^20 (Cody and Waite, "Software Manual for the Elementary Functions", 1980).
  ///
  /// π/2 is the sum of four parts. The first three have 33 bits, so that their products with a number of quarter turns
  /// below 2^20 are exact, and so is the first difference, since the quarter turns nearly cancel the angle.
  private init(moderate angle: Double) {
    let (turns, bits) = (angle * 0x1.45f306dc9c883p-1).nearestInteger
    let first = DoubleDouble(sumOf: angle - turns * 0x1.921fb544p0, -turns * 0x1.0b4611a6p-34)
    let second = DoubleDouble(sumOf: first.high, -turns * 0x1.3198a2ep-69)
    let low = (first.low + second.low) - turns * 0x1.b839a252049c1p-104
    self.init(quarterTurns: bits, remainder: DoubleDouble(sumOf: second.high, low))
  }

  /// Divides a positive angle above 2^20 (Payne and Hanek, "Radian reduction for trigonometric functions", 1983).
  ///
  /// The angle is an integer of 53 bits times a power of two. Digits of 2/π that only add multiples of four quarter
  /// turns are left out; the product with the 192 bits after them leaves an absolute error below 2^-137 quarter turns.
  private init(large angle: Double) {
    let significand = angle.bitPattern & 0xF_FFFF_FFFF_FFFF | 0x10_0000_0000_0000
    let (upperFactor, lowerFactor) = (significand >> 32, significand & 0xFFFF_FFFF)
    // A digit at this position counts twice the quarter turn; there are 64 zeros before the binary point.
    let position = Int(truncatingIfNeeded: angle.bitPattern >> 52) &- 1075 &+ 62
    let (word, shift) = (position >> 5, UInt64(truncatingIfNeeded: 32 &- position & 31))

    // From the last word of the product to the first, as with pen and paper.
    var fraction = DoubleDouble(0)
    var unit = 0x1p-190
    var (carry, upperProduct): (UInt64, UInt64) = (0, 0)
    var digits: UInt64 = 0
    var index = word &+ 5
    while true {
      let pair = UInt64(Self.twoOverPi[index]) << 32 | UInt64(Self.twoOverPi[index &+ 1])
      let factor = pair >> shift & 0xFFFF_FFFF
      let lowerProduct = factor &* lowerFactor
      let sum = (lowerProduct & 0xFFFF_FFFF) &+ (upperProduct & 0xFFFF_FFFF) &+ carry
      carry = (sum >> 32) &+ (lowerProduct >> 32) &+ (upperProduct >> 32)
      upperProduct = factor &* upperFactor
      digits = sum & 0xFFFF_FFFF
      if index == word { break }
      fraction = DoubleDouble(Double(digits) * unit).adding(smaller: fraction)
      unit *= 0x1p32
      index &-= 1
    }
    // The first word has two bits for quarter turns. Its remainder has a sign, so that it is the nearest one.
    let turns = (digits &+ 0x2000_0000) >> 30
    let excess = Int64(bitPattern: digits &- turns << 30)
    fraction = DoubleDouble(Double(excess) * unit).adding(smaller: fraction)
    let quarterTurn = DoubleDouble(high: 0x1.921fb54442d18p0, low: 0x1.1a62633145c07p-54)
    self.init(quarterTurns: turns, remainder: fraction * quarterTurn)
  }

  /// The binary digits of 2/π, after 64 zeros.
  private static let twoOverPi: [39 of UInt32] = [
    0x0000_0000, 0x0000_0000, 0xA2F9_836E, 0x4E44_1529, 0xFC27_57D1, 0xF534_DDC0, 0xDB62_9599, 0x3C43_9041,
    0xFE51_63AB, 0xDEBB_C561, 0xB724_6E3A, 0x424D_D2E0, 0x0649_2EEA, 0x09D1_921C, 0xFE1D_EB1C, 0xB129_A73E,
    0xE882_35F5, 0x2EBB_4484, 0xE99C_7026, 0xB45F_7E41, 0x3991_D639, 0x8353_39F4, 0x9C84_5F8B, 0xBDF9_283B,
    0x1FF8_97FF, 0xDE05_980F, 0xEF2F_118B, 0x5A0A_6D1F, 0x6D36_7ECF, 0x27CB_09B7, 0x4F46_3F66, 0x9E5F_EA2D,
    0x7527_BAC7, 0xEBE5_F17B, 0x3D07_39F7, 0x8A52_92EA, 0x6BFB_5FB1, 0x1F8D_5D08, 0x5603_3046,
  ]
}
