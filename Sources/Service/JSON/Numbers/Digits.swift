/// Decimal digits of whole numbers, two at a time.
enum Digits {
  private static let pairs: StaticString = """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """

  /// Writes a whole number and returns how many digits it took, at most 20.
  @inline(__always)
  static func write(_ number: UInt64, to place: UnsafeMutablePointer<UInt8>) -> Int {
    let count = count(of: number)
    write(number, count: count, to: place)
    return count
  }

  /// Writes exactly `count` digits, with zeros in front where the number has fewer.
  @inline(__always)
  static func write(_ number: UInt64, count: Int, to place: UnsafeMutablePointer<UInt8>) {
    let pairs = UnsafeRawPointer(pairs.utf8Start)
    let place = UnsafeMutableRawPointer(place)
    var number = number
    var left = count
    while left >= 2 {
      left &-= 2
      let pair = pairs.loadUnaligned(fromByteOffset: Int(number % 100) &* 2, as: UInt16.self)
      place.storeBytes(of: pair, toByteOffset: left, as: UInt16.self)
      number /= 100
    }
    if left == 1 {
      place.storeBytes(of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number), as: UInt8.self)
    }
  }

  /// The number of digits of a whole number, 1 for 0.
  @inline(__always)
  static func count(of number: UInt64) -> Int {
    if number < 10 { return 1 }
    if number < 100 { return 2 }
    if number < 1000 { return 3 }
    if number < 10000 { return 4 }
    // log10(2) is 1233/4096 nearly enough for every 64-bit number; the estimate is right or one too low.
    let estimate = ((64 - number.leadingZeroBitCount) &* 1233) &>> 12
    return estimate &+ (number >= powerOfTen(estimate) ? 1 : 0)
  }

  /// 10 to the power of `exponent`, which is in `0...19`.
  // A switch, since the compiler makes of it a table of constants that needs no initialisation.
  @inline(__always)
  static func powerOfTen(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10000
    case 5: 100000
    case 6: 1_000_000
    case 7: 10_000_000
    case 8: 100_000_000
    case 9: 1_000_000_000
    case 10: 10_000_000_000
    case 11: 100_000_000_000
    case 12: 1_000_000_000_000
    case 13: 10_000_000_000_000
    case 14: 100_000_000_000_000
    case 15: 1_000_000_000_000_000
    case 16: 10_000_000_000_000_000
    case 17: 100_000_000_000_000_000
    case 18: 1_000_000_000_000_000_000
    default: 10_000_000_000_000_000_000
    }
  }
}
