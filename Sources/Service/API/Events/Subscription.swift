import Collections
import JSON
import LayoutEngine
import Wire

/// What a stream of a collection carries: every change, in one of two forms.
enum Subscription: Hashable, Sendable {
  /// Diffs on a viewport, as server-sent events.
  case diffs(DiffSubscription)
  /// Journal entries, which a page replica replays.
  case entries

  /// The viewport without which the stream has nothing to say; nil if it does not depend on one.
  var viewport: String? {
    switch self {
    case .diffs(let subscription): subscription.viewport
    case .entries: nil
    }
  }

  /// Whether a collection has what the stream depends on.
  func isAvailable(in collection: SolvedCollection) -> Bool {
    viewport.map { collection.viewport($0) != nil } ?? true
  }

  /// Returns the event of a step that makes a version.
  ///
  /// - Parameter entry: the journal's entry of the step.
  /// - Throws: `notFound` if the collection has no such viewport, `answerTooLarge`, `deadlineExceeded`.
  func event(
    of step: CollectionStep, _ entry: JournalEntry, _ budget: EncodingBudget
  ) throws(Problem) -> ByteBuffer {
    switch self {
    case .diffs(let subscription): try subscription.event(of: step, budget)
    case .entries: try PageReplicaFrame.entry(entry, from: step.before.state.main, budget)
    }
  }

  /// Returns the bytes of an event that is not a change.
  func bytes(of event: StreamEvent) -> ByteBuffer {
    switch self {
    case .diffs: event.bytes
    case .entries: PageReplicaFrame.event(event)
    }
  }

  /// The bytes that show that the stream is alive.
  var heartbeat: ByteBuffer {
    switch self {
    case .diffs: ServerSentEvent.heartbeat
    case .entries: PageReplicaFrame.heartbeat
    }
  }
}
