import Examples
import Foundation
import FuzzTargets

/// Searches for the requests that cost the most processor time for each byte:
/// `costly [--minutes N] [--seed S] [--output FOLDER]`.
@main
struct Costly {
  static func main() {
    let arguments: Arguments
    do throws(Arguments.Fault) { arguments = try Arguments(CommandLine.arguments.dropFirst()) } catch {
      fail(error.description)
    }
    do { try run(arguments) } catch { fail("\(error)") }
  }

  private static func run(_ arguments: Arguments) throws {
    let folder = try arguments.folder()
    let examples = try ExampleRequests.read()
    var service = CostlyService()
    // The first texts load fonts and tables, which no request pays for.
    var first = CostlySearch(seed: arguments.seed, examples: examples)
    while first.isAtSeeds { _ = service.price(of: first.next()) }
    var search = CostlySearch(seed: arguments.seed, examples: examples)
    let start = ContinuousClock.now
    var nextReport = start + .seconds(10)
    while ContinuousClock.now - start < .seconds(60 * arguments.minutes) {
      let request = search.next()
      search.note(request, service.price(of: request))
      guard ContinuousClock.now >= nextReport else { continue }
      nextReport = ContinuousClock.now + .seconds(10)
      report(search, after: ContinuousClock.now - start)
    }
    print("\(search.tries) requests with seed \(arguments.seed)")
    for isSmall in [false, true] {
      let findings = confirmed(search, isSmall, by: &service)
      let title = isSmall ? "of at most \(CostlySearch.smallLimit) bytes" : "of all sizes"
      try Findings(findings, title: title, name: isSmall ? "small" : "worst").write(to: folder)
    }
  }

  /// Measures the worst requests again, and returns the ten that are the worst then.
  private static func confirmed(
    _ search: CostlySearch, _ isSmall: Bool, by service: inout CostlyService
  ) -> [PricedRequest] {
    var found = search.findings(20, small: isSmall, perRoute: 3)
    for index in found.indices {
      found[index].price = service.leastPrice(of: found[index].request, rounds: 3)
    }
    return Array(found.sorted { $0.rate > $1.rate }.prefix(10))
  }

  private static func report(_ search: CostlySearch, after time: Duration) {
    guard let worst = search.findings(1, small: false, perRoute: 1).first else { return }
    let rate = String(format: "%.1f", worst.rate)
    print(
      "\(time.components.seconds) s: \(search.tries) requests, the worst \(rate) ms/kB:",
      worst.request.method, worst.request.path)
    fflush(nil)
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("costly: \(message)\n".utf8))
    exit(2)
  }
}
