import Glibc
import TestSupport
import Testing

/// A service that is killed at any moment, again and again, over one store.
struct KillTests {
  private let store = StoreFile()

  @Test func `every change acknowledged before a kill is there after it, and no change is there by half`()
    throws
  {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    var clients = (0..<8).map { ChangingClient($0, seed: random.next()) }
    var service = try store.serve()
    for id in ChangingClient.shared { #expect(try service.keep(id, []).status == 201) }
    let rounds = TestEffort.part(of: 50)
    for round in 0..<rounds {
      let found = Gathering<ChangingClient>()
      let answered = Tally()
      let (port, before) = (service.port, clients)
      let wait = startConcurrently(1) {
        runConcurrently(jobs: before.count, threads: before.count) { index in
          var client = before[index]
          client.changeUntilGone(port) { answered.add("changes") }
          found.add(client)
        }
      }
      // Some changes are answered before every kill, however busy the machine is.
      let count = random.integer(1...40)
      #expect(eventually { answered.counts["changes", default: 0] >= count })
      usleep(UInt32(random.integer(0...50)) * 1000)
      service.process.signal(SIGKILL)
      #expect(service.process.waitForExit() == 128 + SIGKILL)
      wait()
      clients = found.values.sorted { $0.number < $1.number }
      service = try store.serve()
      let faults = try clients.flatMap(\.faults) + KeptState.compare(&clients, with: service)
      #expect(faults == [], "seed \(seed), round \(round)")
      guard faults.isEmpty else { return }
    }
    let answered = clients.reduce(0) { $0 + $1.answered }
    #expect(answered >= rounds, "only \(answered) changes were answered")
    print("\(rounds) kills, \(answered) changes answered before them")
  }
}
