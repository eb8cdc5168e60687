import Collections
import HTTPServer
import LayoutEngine
import Testing

@testable import API

/// Streams that begin while a collection changes miss nothing.
struct BroadcastTests {
  private let broadcast = Broadcast(CollectionKey(owner: "", id: "c"))

  private func solved() throws -> SolvedCollection {
    try SolvedCollection(
      solving: CollectionState(
        sections: SectionList([Section(id: "s", items: ItemSequence(count: 3))]),
        layout: LayoutChoice(kind: .list(ListLayout()), jsonText: Array(#"{"kind":"list"}"#.utf8)),
        main: Viewport(
          container: Container(size: Size(width: 100, height: 60)), containerJSON: Array("{}".utf8))))
  }

  private func step(from solved: SolvedCollection) throws -> CollectionStep {
    var step = try solved.applying(
      .updates([BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [Item(id: nil)]))]))
    step.place()
    return step
  }

  private func add(_ step: CollectionStep) throws {
    broadcast.add(step, try #require(step.entry(from: nil)))
  }

  private func subscription() throws -> Subscription {
    .diffs(try DiffSubscription(Query(TestService.head(.get, "/?scope=all", [:], bytes: []))))
  }

  private func joined(_ topic: Subscription, after version: Int) -> Broadcast.Joining {
    broadcast.join(BodyStream(backlogLimit: 1 << 20), topic, isAvailable: true, after: version)
  }

  @Test func `a stream that joins at the version of its beginning gets what follows`() throws {
    let (topic, solved) = (try subscription(), try solved())
    let (_, sent) = broadcast.beginning(topic, since: nil, newest: solved)
    #expect(sent == 1 && joined(topic, after: sent) == .joined)
    try add(step(from: solved))
    #expect(broadcast.send(EncodingBudget(bytes: 1 << 20)) == 1)
  }

  @Test func `a stream is late if all others were ended since its beginning, so that its client reconnects`()
    throws
  {
    let (topic, solved) = (try subscription(), try solved())
    let (_, sent) = broadcast.beginning(topic, since: 1, newest: solved)
    // The store has skipped steps, and another client begins at a later version.
    broadcast.close()
    #expect(joined(topic, after: sent) == .late)
    let later = try step(from: solved).after
    #expect(broadcast.beginning(topic, since: nil, newest: later).sent == 2)
    #expect(joined(topic, after: sent) == .late)
    #expect(joined(topic, after: 2) == .joined)
  }

  @Test func `streams go on when the collection is loaded at their version, and end at any other`() throws {
    let (topic, solved) = (try subscription(), try solved())
    let (_, sent) = broadcast.beginning(topic, since: nil, newest: solved)
    #expect(joined(topic, after: sent) == .joined)
    broadcast.goOn(from: 1)
    let step = try step(from: solved)
    try add(step)
    // The queued step leads there.
    broadcast.goOn(from: 2)
    #expect(broadcast.send(EncodingBudget(bytes: 1 << 20)) == 1)
    broadcast.goOn(from: 7)
    #expect(!broadcast.hasNews && broadcast.watchedViewports.isEmpty)
    // A client that has version 5 meanwhile, from another server, begins with what it has missed.
    var later = step.after
    while later.version < 7 { later = try self.step(from: later).after }
    let (beginning, version) = broadcast.beginning(topic, since: 5, newest: later)
    guard case .history(upTo: 7) = beginning, version == 7 else {
      Issue.record("\(beginning)")
      return
    }
  }

  @Test func `a stream gets the events that were sent since its beginning`() throws {
    let (topic, solved) = (try subscription(), try solved())
    let (_, sent) = broadcast.beginning(topic, since: nil, newest: solved)
    #expect(joined(topic, after: sent) == .joined)
    try add(step(from: solved))
    #expect(broadcast.send(EncodingBudget(bytes: 1 << 20)) == 1)
    #expect(joined(topic, after: sent) == .joined)
    // No stream of another subscription has kept its events.
    let other = Subscription.diffs(
      try DiffSubscription(Query(TestService.head(.get, "/?scope=visible", [:], bytes: []))))
    #expect(joined(other, after: sent) == .late)
  }
}
