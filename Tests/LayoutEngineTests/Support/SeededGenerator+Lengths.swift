import LayoutEngine
import TestSupport

typealias SeededGenerator = TestSupport.SeededGenerator

extension SeededGenerator {
  /// A length of the kinds that break layouts: whole, in thirds, arbitrary, zero.
  mutating func length(upTo limit: Double) -> Double {
    switch integer(0...9) {
    case 0: 0
    case 1...4: Double.random(in: 0...limit, using: &self).rounded()
    case 5, 6: (Double.random(in: 0...limit, using: &self) * 3).rounded() / 3
    default: Double.random(in: 0...limit, using: &self)
    }
  }

  mutating func size(upTo limit: Double) -> Size {
    Size(width: length(upTo: limit), height: length(upTo: limit))
  }
}
