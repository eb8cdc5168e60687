import CollectionTestSupport
import LayoutEngine
import TestSupport
import Testing

@testable import CollectionModel

/// Clients tell their own changes from those of others, whichever comes first: the response or the event.
struct OwnChangeTests {
  /// Which of a response and the events that are under way arrives.
  enum Arrival: CaseIterable {
    case responsesFirst, eventsFirst, atRandom
  }

  @Test(arguments: Arrival.allCases)
  func `a client that follows the documented order never scrolls twice and misses no element`(
    arrival: Arrival
  ) throws {
    var (mismatches, measuringScrolls) = (0, 0)
    for seed in 0..<6 {
      var exchange = try Exchange(arrival, seed: UInt64(seed))
      for _ in 0..<120 { try exchange.step() }
      exchange.deliverAll()
      mismatches += exchange.mismatches
      measuringScrolls += exchange.measuringScrolls
    }
    // Without these the walks would prove less than they say.
    #expect(mismatches > 5 && measuringScrolls > 5, "\(arrival)")
  }

  @Test func `the adjustment is that of measurements, without the client's own scrolling`() throws {
    let measurer = HeightMeasurer()
    let solved = try MeasuredScreens.sized(
      MeasuredScreens.list, MeasuredScreens.showing((0..<200).map { _ in 80 }), measurer)
    let step = try solved.scrolled(to: 5000, measurer)
    let event = try #require(step.diff(visibleOnly: true))
    let offset = try #require(step.after.state.bounds).origin
    #expect(step.change != nil && event.contentOffset.from.y == 0 && event.contentOffset.to == offset)
    #expect(event.contentOffsetAdjustment == Point(x: 0, y: offset.y - 5000))
  }
}

/// A collection that two clients scroll and change, with responses and events on their way to them.
private struct Exchange {
  private static let names = [Viewport.main, "other"]

  private var solved: SolvedCollection
  private var clients: [OrderedClient]
  private var responses: [OrderedResponse?] = [nil, nil]
  private var events: [[OrderedEvent]] = [[], []]
  private let measurer = HeightMeasurer()
  private let arrival: OwnChangeTests.Arrival
  private var random: SeededGenerator
  private var made = 0
  private(set) var mismatches = 0
  private(set) var measuringScrolls = 0

  init(_ arrival: OwnChangeTests.Arrival, seed: UInt64) throws {
    self.arrival = arrival
    random = SeededGenerator(seed: seed)
    var heights = random
    solved = try MeasuredScreens.sized(
      MeasuredScreens.automaticList,
      MeasuredScreens.showing((0..<400).map { _ in Double(heights.integer(10...120)) }), measurer)
    let other = ViewportChange(
      name: "other", bounds: Rect(x: 0, y: 900, width: 200, height: 300), overscan: .screens(1))
    solved = try solved.applying(other, measurer.measure).after
    clients = Self.names.map { [solved] in OrderedClient(solved, on: $0) }
  }

  /// Lets a client send a request, or something arrive.
  mutating func step() throws {
    let number = random.integer(0...1)
    if !clients[number].isWaiting, random.chance(1, in: 2) {
      try send(from: number)
    } else {
      arrive(at: number)
    }
    if responses.allSatisfy({ $0 == nil }), events.allSatisfy(\.isEmpty) { compare() }
  }

  mutating func deliverAll() {
    for number in clients.indices {
      while responses[number] != nil || !events[number].isEmpty { arrive(at: number) }
    }
    compare()
  }

  /// Once everything has arrived, every client has what the server believes, and is where the server believes it is.
  private func compare() {
    for (client, name) in zip(clients, Self.names) {
      #expect(client.version == solved.version)
      let complaint = client.window.difference(from: solved)
      #expect(complaint == nil, "\(arrival)")
      let bounds = solved.viewport(name)!.bounds!
      #expect(abs(client.offset.y - bounds.y) < 1e-6, "\(arrival), \(name)")
    }
  }

  private mutating func arrive(at number: Int) {
    let takesResponse =
      switch arrival {
      case .responsesFirst: true
      case .eventsFirst: false
      case .atRandom: random.chance(1, in: 2)
      }
    if let response = responses[number], takesResponse || events[number].isEmpty {
      responses[number] = nil
      clients[number].receive(response)
    } else if !events[number].isEmpty {
      clients[number].receive(events[number].removeFirst())
    }
  }

  /// The server carries out a request at once. Its response and its events arrive later.
  private mutating func send(from number: Int) throws {
    let name = Self.names[number]
    let isScroll = random.chance(1, in: 2)
    let distance = Double(random.integer(-900...1500))
    let version = clients[number].version
    clients[number].isWaiting = true
    guard version == solved.version else {
      mismatches += 1
      responses[number] = OrderedResponse(
        fromVersion: solved.version, version: solved.version, content: .mismatch)
      return
    }
    var step: CollectionStep
    let content: OrderedResponse.Content
    if isScroll {
      // The page has scrolled before it sends where it is.
      clients[number].offset.y = max(0, clients[number].offset.y + distance)
      let bounds = Rect(x: 0, y: clients[number].offset.y, width: 200, height: 300)
      step = try solved.applying(ViewportChange(name: name, bounds: bounds), measurer.measure)
      let moved = step.after.viewport(name)!.bounds!
      content = .scrolled(step.scrolled!, adjustment: Point(x: 0, y: moved.y - bounds.y))
      if step.change != nil { measuringScrolls += 1 }
    } else {
      made += 1
      let path = IndexPath(section: 0, item: random.integer(0...30))
      let action: BatchUpdate.Action =
        random.chance(2, in: 3)
        ? .insertItems(at: [path], [Item("n\(made)", height: Double(random.integer(10...150)))])
        : .deleteItems(at: [path])
      step = try solved.applying(.updates([BatchUpdate(action)]))
      try step.sizeContent(name, measurer.measure)
      step.place(name)
      let diff = step.diff(of: name, visibleOnly: true)!
      content = .diff(diff)
    }
    responses[number] = OrderedResponse(
      fromVersion: step.before.version, version: step.after.version, content: content)
    if step.change != nil {
      for (watcher, name) in Self.names.enumerated() {
        let diff = step.diff(of: name, visibleOnly: true)!
        events[watcher].append(OrderedEvent(version: step.after.version, diff: diff))
      }
    }
    solved = step.after
  }
}
