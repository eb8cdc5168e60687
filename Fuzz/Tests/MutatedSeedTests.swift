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
