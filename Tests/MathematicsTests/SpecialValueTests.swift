import Mathematics
import Testing

@Suite("Special values of the elementary functions")
struct SpecialValueTests {
  private let infinity = Double.infinity
  private let nan = Double.nan

  /// Checks the sign of zeros too, and that a `nan` is the one of Swift.
  private func expect(_ value: Double, is expected: Double, at location: SourceLocation = #_sourceLocation) {
    #expect(value.isIdentical(to: expected), "\(value), not \(expected)", sourceLocation: location)
  }

  @Test("sine, cosine and tangent of zeros, of tiny angles, and of infinite ones")
  func trigonometry() {
    for zero in [0.0, -0.0] {
      expect(Mathematics.sin(zero), is: zero)
      expect(Mathematics.cos(zero), is: 1)
      expect(Mathematics.tan(zero), is: zero)
    }
    for tiny in [Double.leastNonzeroMagnitude, 0x1p-1030, 0x1p-1022, 1e-20, -1e-20] {
      expect(Mathematics.sin(tiny), is: tiny)
      expect(Mathematics.cos(tiny), is: 1)
      expect(Mathematics.tan(tiny), is: tiny)
    }
    for angle in [infinity, -infinity, nan, -nan, Double(nan: 7, signaling: false)] {
      expect(Mathematics.sin(angle), is: nan)
      expect(Mathematics.cos(angle), is: nan)
      expect(Mathematics.tan(angle), is: nan)
    }
  }

  @Test("the arc tangent knows the sides of all axes, and the diagonals at infinity")
  func arcTangent() {
    for sign in [1.0, -1.0] {
      expect(Mathematics.atan2(y: sign * 0, x: 0), is: sign * 0)
      expect(Mathematics.atan2(y: sign * 0, x: -0.0), is: sign * .pi)
      for x in [Double.leastNonzeroMagnitude, 1, .greatestFiniteMagnitude, infinity] {
        expect(Mathematics.atan2(y: sign * 0, x: x), is: sign * 0)
        expect(Mathematics.atan2(y: sign * 0, x: -x), is: sign * .pi)
        expect(Mathematics.atan2(y: sign * x, x: 0), is: sign * .pi / 2)
        expect(Mathematics.atan2(y: sign * x, x: -0.0), is: sign * .pi / 2)
      }
      for finite in [Double.leastNonzeroMagnitude, 1, .greatestFiniteMagnitude] {
        expect(Mathematics.atan2(y: sign * finite, x: infinity), is: sign * 0)
        expect(Mathematics.atan2(y: sign * finite, x: -infinity), is: sign * .pi)
        expect(Mathematics.atan2(y: sign * infinity, x: finite), is: sign * .pi / 2)
        expect(Mathematics.atan2(y: sign * infinity, x: -finite), is: sign * .pi / 2)
        expect(Mathematics.atan2(y: sign * finite, x: finite), is: sign * .pi / 4)
      }
      expect(Mathematics.atan2(y: sign * infinity, x: infinity), is: sign * .pi / 4)
      expect(Mathematics.atan2(y: sign * infinity, x: -infinity), is: sign * (3 * .pi / 4))
      expect(Mathematics.atan2(y: sign * 1e-300, x: 1e300), is: sign * 0)
      expect(Mathematics.atan2(y: sign * 1e-300, x: -1e300), is: sign * .pi)
      expect(Mathematics.atan2(y: sign * 0x1p-1022, x: 4), is: sign * 0x1p-1024)
    }
    for other in [0.0, 1, -infinity, nan] {
      expect(Mathematics.atan2(y: nan, x: other), is: nan)
      expect(Mathematics.atan2(y: other, x: -nan), is: nan)
    }
  }

  @Test("the inverse hyperbolic sine of zeros, of tiny numbers and of infinity is the argument")
  func inverseHyperbolicSine() {
    for same in [0.0, -0.0, Double.leastNonzeroMagnitude, -0x1p-1030, 1e-20, infinity, -infinity] {
      expect(Mathematics.asinh(same), is: same)
    }
    expect(Mathematics.asinh(-nan), is: nan)
  }

  @Test("a power with the exponent 0, and every power of 1, is 1")
  func powersThatAre1() {
    for number in [0.0, -0.0, 1, -1, 0.3, -7, infinity, -infinity, nan] {
      expect(Mathematics.pow(number, 0.0), is: 1)
      expect(Mathematics.pow(number, -0.0), is: 1)
      expect(Mathematics.pow(number, 0), is: 1)
      expect(Mathematics.pow(1, number), is: 1)
    }
    expect(Mathematics.pow(-1, infinity), is: 1)
    expect(Mathematics.pow(-1, -infinity), is: 1)
    expect(Mathematics.pow(nan, 1), is: nan)
    expect(Mathematics.pow(nan, 1.0), is: nan)
    expect(Mathematics.pow(2, -nan), is: nan)
  }

  @Test("powers of zeros")
  func powersOfZero() {
    for exponent in [1, 3, 2, 0.5, 1e300, infinity] {
      let isOdd = exponent == 1 || exponent == 3
      expect(Mathematics.pow(0, exponent), is: 0)
      expect(Mathematics.pow(0, -exponent), is: infinity)
      expect(Mathematics.pow(-0.0, exponent), is: isOdd ? -0.0 : 0)
      expect(Mathematics.pow(-0.0, -exponent), is: isOdd ? -infinity : infinity)
    }
    expect(Mathematics.pow(-0.0, 3), is: -0.0)
    expect(Mathematics.pow(-0.0, -3), is: -infinity)
    expect(Mathematics.pow(-0.0, 0x1.fffffffffffffp52), is: -0.0)
  }

  @Test("powers of infinity, and infinite exponents")
  func infinitePowers() {
    for exponent in [1, 3, 2, 0.5, 1e300, infinity] {
      let isOdd = exponent == 1 || exponent == 3
      expect(Mathematics.pow(infinity, exponent), is: infinity)
      expect(Mathematics.pow(infinity, -exponent), is: 0)
      expect(Mathematics.pow(-infinity, exponent), is: isOdd ? -infinity : infinity)
      expect(Mathematics.pow(-infinity, -exponent), is: isOdd ? -0.0 : 0)
    }
    for large in [justAbove1, 2, Double.greatestFiniteMagnitude] {
      for sign in [1.0, -1.0] {
        expect(Mathematics.pow(sign * large, infinity), is: infinity)
        expect(Mathematics.pow(sign * large, -infinity), is: 0)
        expect(Mathematics.pow(sign / large, infinity), is: 0)
        expect(Mathematics.pow(sign / large, -infinity), is: infinity)
      }
    }
  }

  @Test("a negative number has powers only where the exponent is whole")
  func powersOfNegativeNumbers() {
    expect(Mathematics.pow(-2, 0.5), is: nan)
    expect(Mathematics.pow(-2, -1e-300), is: nan)
    expect(Mathematics.pow(-2, 1.5), is: nan)
    expect(Mathematics.pow(-1, 0x1p52 - 0.5), is: nan)
    expect(Mathematics.pow(-2, 3.0), is: -8)
    expect(Mathematics.pow(-2, -4.0), is: 0.0625)
    expect(Mathematics.pow(-1, 0x1p53 - 1), is: -1)
    expect(Mathematics.pow(-1, 0x1p53), is: 1)
    expect(Mathematics.pow(-1, 1e300), is: 1)
  }

  @Test("powers overflow to infinity, underflow to zero, and round once to subnormal numbers")
  func extremePowers() {
    expect(Mathematics.pow(2, 1024), is: infinity)
    expect(Mathematics.pow(-2, 1025.0), is: -infinity)
    expect(Mathematics.pow(2, 1e300), is: infinity)
    expect(Mathematics.pow(2, -1e300), is: 0)
    expect(Mathematics.pow(-2, -1e5), is: 0)
    expect(Mathematics.pow(-2, -100_001), is: -0.0)
    expect(Mathematics.pow(justAbove1, 1e300), is: infinity)
    expect(Mathematics.pow(justBelow1, 1e300), is: 0)
    expect(Mathematics.pow(2, -1074), is: .leastNonzeroMagnitude)
    // The middle between 0 and the least number goes to 0, which is even; all above it goes up.
    expect(Mathematics.pow(2, -1075), is: 0)
    expect(Mathematics.pow(2, -1074.9999999999998), is: .leastNonzeroMagnitude)
    expect(Mathematics.pow(2, -1022), is: .leastNormalMagnitude)
    expect(Mathematics.pow(.greatestFiniteMagnitude, 1), is: .greatestFiniteMagnitude)
    expect(Mathematics.pow(.leastNonzeroMagnitude, 1), is: .leastNonzeroMagnitude)
    expect(Mathematics.pow(.leastNonzeroMagnitude, -1), is: infinity)
    expect(Mathematics.pow(2, .leastNonzeroMagnitude), is: 1)
    expect(Mathematics.pow(.leastNonzeroMagnitude, .leastNonzeroMagnitude), is: 1)
  }
}
