import Glibc

/// The functions of the C library, with which tests compute what formulas should give.
extension Double {
  static func cos(_ angle: Double) -> Double { Glibc.cos(angle) }
  static func sin(_ angle: Double) -> Double { Glibc.sin(angle) }
  static func pow(_ base: Double, _ exponent: Int) -> Double { Glibc.pow(base, Double(exponent)) }
  static func log(_ number: Double) -> Double { Glibc.log(number) }
  static func atan2(y: Double, x: Double) -> Double { Glibc.atan2(y, x) }
}
