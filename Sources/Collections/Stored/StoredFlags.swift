/// The answers to up to eight questions, in a byte; the first is the lowest bit.
struct StoredFlags {
  let bits: UInt8

  init(bits: UInt8) { self.bits = bits }

  init(
    _ first: Bool, _ second: Bool = false, _ third: Bool = false, _ fourth: Bool = false,
    _ fifth: Bool = false, _ sixth: Bool = false, _ seventh: Bool = false, _ eighth: Bool = false
  ) {
    func bit(_ answer: Bool, _ place: UInt8) -> UInt8 { answer ? 1 << place : 0 }
    bits =
      bit(first, 0) | bit(second, 1) | bit(third, 2) | bit(fourth, 3) | bit(fifth, 4) | bit(sixth, 5)
      | bit(seventh, 6) | bit(eighth, 7)
  }

  subscript(question: Int) -> Bool { bits >> UInt8(question) & 1 == 1 }
}
