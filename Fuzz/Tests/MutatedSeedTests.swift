import TestSupport
import Testing

/// The targets under bytes that are almost a valid input. `tools/fuzz` goes on from these, towards bytes that reach new code.
struct MutatedSeedTests {
  private static let rounds = TestEffort.part(of: 400)

  @Test(arguments: FuzzTarget.all.map(\.name))
  func `seeds with some changed bytes break no promise`(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let seeds = target.seeds().filter { !$0.isEmpty }
    guard !seeds.isEmpty else { return }
    var random = SeededGenerator(seed: 17)
    for round in 0..<Self.rounds {
      var input = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].prefix(target.longestInput))
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        input.mutate(with: seeds[Int.random(in: 0..<seeds.count, using: &random)], using: &random)
      }
      #expect(throws: Never.self, "round \(round)") { try target.run(input) }
    }
  }
}

extension [UInt8] {
  /// Changes, removes or repeats some bytes, or puts some of another input in their place.
  fileprivate mutating func mutate(with other: [UInt8], using random: inout SeededGenerator) {
    guard !isEmpty else { return }
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
