import Mathematics
import Testing

@Suite("Accuracy of the elementary functions")
struct AccuracyTests {
  @Test("values are within 0.55 units in the last place of the exact ones")
  func referenceValues() {
    check("sin", ReferenceValues.sine) { x, _ in Mathematics.sin(x) }
    check("cos", ReferenceValues.cosine) { x, _ in Mathematics.cos(x) }
    check("tan", ReferenceValues.tangent) { x, _ in Mathematics.tan(x) }
    check("atan2", ReferenceValues.arcTangent) { y, x in Mathematics.atan2(y: y, x: x) }
    check("pow", ReferenceValues.power) { x, y in Mathematics.pow(x, y) }
    check("asinh", ReferenceValues.inverseHyperbolicSine) { x, _ in Mathematics.asinh(x) }
  }

  private func check(
    _ name: String, _ values: [ReferenceValue], _ function: (Double, Double) -> Double
  ) {
    #expect(values.count > 30)
    for value in values {
      let result = function(value.argument, value.secondArgument)
      let error = ((result - value.nearest) - value.rest).magnitude
      #expect(
        error <= 0.55 * value.nearest.ulp,
        "\(name)(\(value.argument), \(value.secondArgument)) is \(result), not \(value.nearest)")
    }
  }

  @Test("a power that a Double holds is exact")
  func exactPowers() {
    for base in 2...1000 {
      var (power, exponent) = (base, 1)
      while power <= 1 << 53 {
        #expect(Mathematics.pow(Double(base), exponent) == Double(power), "\(base)^\(exponent)")
        #expect(Mathematics.pow(-Double(base), Double(exponent)).magnitude == Double(power))
        (power, exponent) = (power * base, exponent + 1)
      }
    }
    for exponent in -1074...1023 {
      let exact = Double(sign: .plus, exponent: exponent, significand: 1)
      #expect(Mathematics.pow(2, exponent) == exact, "2^\(exponent)")
      #expect(Mathematics.pow(0.5, -Double(exponent)) == exact)
      #expect(Mathematics.pow(exact, 1) == exact)
    }
    #expect(Mathematics.pow(10, 22) == 1e22)
    #expect(Mathematics.pow(4, -537) == .leastNonzeroMagnitude)
    #expect(Mathematics.pow(2.25, 1.5) == 3.375)
    #expect(Mathematics.pow(6.25, -0.5) == 0.4)
  }

  @Test("the first power is the base, and squares and square roots that a Double holds are exact")
  func plainPowers() {
    var numbers = RandomNumbers(seed: 11)
    for _ in 0..<20_000 {
      let x = numbers.number(exponents: -1074..<1024)
      #expect(Mathematics.pow(x, 1.0).isIdentical(to: x))
      let root = Double(numbers.next() >> 38) * numbers.number(exponents: -400..<400).binade.magnitude
      let square = root * root
      #expect(Mathematics.pow(root, 2) == square, "\(root)")
      #expect(Mathematics.pow(square, 0.5) == root)
    }
  }

  @Test("a whole exponent gives the bits of the same exponent as a Double")
  func wholeExponents() {
    var numbers = RandomNumbers(seed: 12)
    for _ in 0..<20_000 {
      let base = numbers.number(exponents: -6..<6)
      let exponent = Int(truncatingIfNeeded: numbers.next() % 1001) - 500
      let (whole, double) = (Mathematics.pow(base, exponent), Mathematics.pow(base, Double(exponent)))
      #expect(whole.isIdentical(to: double), "\(base)^\(exponent)")
    }
  }

  @Test("an exponent beyond 2^53 counts with all its bits")
  func largeExponents() {
    let limit = 1 << 53
    #expect(Mathematics.pow(-1, limit) == 1)
    #expect(Mathematics.pow(-1, limit + 1) == -1)
    #expect(Mathematics.pow(-1, -limit - 1) == -1)
    #expect(Mathematics.pow(-1, Int.max) == -1)
    #expect(Mathematics.pow(-1, Int.min) == 1)
    #expect(Mathematics.pow(1.5, Int.max) == .infinity)
    #expect(Mathematics.pow(-1.5, Int.min) == 0)
    // The nearest Double of these exponents would give other powers.
    #expect(Mathematics.pow(justAbove1, 3_000_000_000_000_000_001) == 0x1.0502174a9bef2p961)
    #expect(Mathematics.pow(justAbove1, 3_000_000_000_000_000_255) == 0x1.0502174a9bff5p961)
    #expect(Mathematics.pow(-justBelow1, -3_000_000_000_000_000_255) == -0x1.6d9015901d8fdp480)
  }

  @Test("mirrored arguments give mirrored values")
  func symmetry() {
    var numbers = RandomNumbers(seed: 13)
    for _ in 0..<20_000 {
      let angle = numbers.angle()
      guard angle.isFinite else { continue }
      #expect(Mathematics.sin(-angle).isIdentical(to: -Mathematics.sin(angle)))
      #expect(Mathematics.cos(-angle).isIdentical(to: Mathematics.cos(angle)))
      #expect(Mathematics.tan(-angle).isIdentical(to: -Mathematics.tan(angle)))
      #expect(Mathematics.asinh(-angle).isIdentical(to: -Mathematics.asinh(angle)))
      let other = numbers.number(exponents: -1074..<1024)
      let arc = Mathematics.atan2(y: angle, x: other)
      #expect(Mathematics.atan2(y: -angle, x: other).isIdentical(to: -arc))
    }
  }

  @Test("sine and cosine lie on the unit circle, have the tangent as quotient, and the argument as angle")
  func circle() {
    var numbers = RandomNumbers(seed: 14)
    for _ in 0..<20_000 {
      let angle = numbers.fraction() * 6 - 3
      let (sine, cosine) = (Mathematics.sin(angle), Mathematics.cos(angle))
      #expect((sine * sine + cosine * cosine - 1).magnitude < 0x1p-51)
      #expect(steps(from: sine / cosine, to: Mathematics.tan(angle)) <= 3)
      #expect((Mathematics.atan2(y: sine, x: cosine) - angle).magnitude < 0x1p-51)
    }
  }
}
