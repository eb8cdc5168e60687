#if canImport(Glibc)
  import Glibc
  import Mathematics
  import Testing

  /// The library of the platform as an independent implementation: both sides are close to the exact values, and so to
  /// each other.
  @Suite("Agreement with the C library")
  struct GlibcAgreementTests {
    @Test("sines, cosines and tangents are within one step, and rarely differ")
    func trigonometry() {
      compare("sin", limit: 1, share: 0.01, { [$0.angle()] }, { Mathematics.sin($0[0]) }, { sin($0[0]) })
      compare("cos", limit: 1, share: 0.01, { [$0.angle()] }, { Mathematics.cos($0[0]) }, { cos($0[0]) })
      compare("tan", limit: 1, share: 0.01, { [$0.angle()] }, { Mathematics.tan($0[0]) }, { tan($0[0]) })
    }

    @Test("arc tangents are within one step, and rarely differ")
    func arcTangent() {
      compare(
        "atan2", limit: 1, share: 0.01,
        {
          let x = $0.next() & 1 == 0 ? $0.anything() : $0.fraction()
          let y = $0.next() & 1 == 0 ? $0.anything() : x * $0.number(exponents: -65..<65)
          return [y, x]
        }, { Mathematics.atan2(y: $0[0], x: $0[1]) }, { atan2($0[0], $0[1]) })
    }

    @Test("powers are within one step, and rarely differ")
    func power() {
      compare(
        "pow", limit: 1, share: 0.01,
        {
          switch $0.next() % 5 {
          case 0: return [$0.anything(), $0.anything()]
          case 1: return [$0.fraction() * 100, $0.fraction() * 100 - 50]
          case 2: return [$0.number(exponents: -20..<20), Double($0.next() % 60) - 30]
          case 3: return [0.5 + $0.fraction(), $0.number(exponents: 0..<12)]
          default: return [$0.number(exponents: -1074..<1024).magnitude, $0.number(exponents: -6..<2)]
          }
        }, { Mathematics.pow($0[0], $0[1]) }, { pow($0[0], $0[1]) })
    }

    @Test("inverse hyperbolic sines are within two steps, since the C library's error is larger than one")
    func inverseHyperbolicSine() {
      compare(
        "asinh", limit: 2, share: 0.25,
        { [$0.next() & 3 == 0 ? $0.anything() : $0.number(exponents: -32..<32)] },
        { Mathematics.asinh($0[0]) }, { asinh($0[0]) })
    }

    private func compare(
      _ name: String, limit: UInt64, share: Double, _ arguments: (inout RandomNumbers) -> [Double],
      _ function: ([Double]) -> Double, _ reference: ([Double]) -> Double
    ) {
      var numbers = RandomNumbers(seed: 21)
      let count = 200_000
      var different = 0
      for _ in 0..<count {
        let arguments = arguments(&numbers)
        let (value, expected) = (function(arguments), reference(arguments))
        let distance = steps(from: value, to: expected)
        if distance > 0 { different += 1 }
        guard distance > limit || (value == 0 && value.sign != expected.sign) else { continue }
        Issue.record("\(name)\(arguments) is \(value), in the C library \(expected)")
        return
      }
      #expect(Double(different) < share * Double(count), "\(different) of \(count) values of \(name) differ")
    }
  }
#endif
