import Collections
import HTTPServer
import JSON
import LayoutEngine
import Support
import Wire

extension Service {
  /// `GET /v1/collections/{collection}/replica`: streams the state of a collection and its journal entries, for a client
  /// that lays it out itself.
  static func feedReplica(_ call: Call) throws(Problem) -> PendingResponse {
    let since = try call.query.integer("since", in: 0...Int.largestExactInteger)
    let known = call.query.text("incarnation")
    // Created before the collection is read below, so that the broadcast gets every later change.
    let broadcast = call.service.events.broadcast(of: call.collectionKey)
    _ = try call.collection()
    call.service.metrics.countEvents(broadcast.send(call.budget))
    let newest = try call.collection()
    let incarnation = try String(call.incarnationNumber())
    try call.requireMatch(EntityTag(version: newest.version))
    // Versions of a collection that had the id before are those of another state.
    let version = known == incarnation ? since : nil
    let (beginning, sent) = broadcast.beginning(.entries, since: version, newest: newest)
    let frames = call.frames(at: beginning, since: version, of: newest)
    return call.continuing(with: frames) { (frames) throws(Problem) in
      let opening = PageReplicaFrame.open(
        id: call.collectionKey.id, incarnation: incarnation, version: newest.version)
      let stream = try call.stream(
        .entries, as: PageReplicaFrame.mediaType,
        after: ServerSentEvent.joined([opening] + (try frames.get())), from: broadcast, isAvailable: true,
        sent: sent)
      return PendingResponse(.success(stream))
    }
  }
}

extension Call {
  /// Returns the first frames of a feed: the entries after the client's version, or a base.
  fileprivate func frames(
    at beginning: Broadcast.Beginning, since version: Int?, of newest: SolvedCollection
  ) -> Pending<[ByteBuffer], Problem> {
    guard let version else { return base(of: newest) }
    switch beginning {
    // A feed that goes on behind the client's version has nothing to begin with, or the entries that others just got.
    case .events(let frames) where version <= newest.version: return Pending(.success(frames))
    case .history(let sent): return missed(since: version, upTo: sent, of: newest)
    default: return base(of: newest)
    }
  }

  private func base(of newest: SolvedCollection) -> Pending<[ByteBuffer], Problem> {
    Pending(Result { () throws(Problem) in [try PageReplicaFrame.base(newest.state, budget)] })
  }

  /// Returns the entries that the journal still has; a base if it does not have all of them, or they are larger.
  private func missed(
    since version: Int, upTo sent: Int, of newest: SolvedCollection
  ) -> Pending<[ByteBuffer], Problem> {
    let found = service.collections.entries(of: collectionKey, since: version, scheduler: scheduler)
    return continuing(with: found) { (outcome) throws(Problem) in
      let entries = try outcome.get(of: collectionKey)
      guard let entries else { return base(of: newest) }
      var (frames, budget) = ([ByteBuffer](), budget)
      budget.bytes = min(budget.bytes, service.configuration.resumeLimit)
      do throws(Problem) {
        for entry in entries where entry.version <= sent {
          let frame = try PageReplicaFrame.entry(entry, budget)
          budget.bytes -= frame.count
          frames.append(frame)
        }
      } catch {
        return base(of: newest)
      }
      return Pending(.success(frames))
    }
  }
}
