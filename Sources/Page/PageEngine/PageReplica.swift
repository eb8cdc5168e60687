import CollectionModel
import Diagnostics
import JSON
import LayoutEngine
import Wire

/// A collection of the service that the page follows and lays out itself.
///
/// What is shown is the newest version that the service has ordered, and on top of it the page's own changes that the
/// service has not ordered yet. Versions are values, so that these are made anew on top of each entry.
final class PageReplica: Resource {
  /// A change of the page that the service has not ordered yet.
  private struct Proposal {
    var requestID: String
    var request: PageRequest
    /// The request as it was decoded last; nil before.
    var change: PageChange?
    /// Where it leads the items that were shown when it was made last.
    var link: ComposedFates.Link

    /// Makes the change anew on top of another version, to which its ids refer then.
    mutating func outcome(on before: SolvedCollection) throws(Problem) -> ChangeOutcome<PageDiff> {
      let call = request.call
      let decoded: PageChange
      if let known = try change?.rebased(on: before) {
        decoded = known
      } else {
        decoded = try PageChange(request, of: before, call)
      }
      change = decoded
      return try decoded.outcome(on: before, call)
    }
  }

  /// The newest version of the service, at the positions of the page's viewports; nil while it is shown. Without a second
  /// reference to it, scrolling changes it in place.
  private var ordered: SolvedCollection?
  /// The main viewport as of the newest entry.
  private var main: Viewport
  /// What the page shows.
  private(set) var shown: SolvedCollection
  private var proposals: [Proposal] = []
  private var sessions: [PageSession] = []

  private init(_ solved: SolvedCollection) {
    shown = solved
    main = solved.state.main
  }

  /// The newest version of the service.
  private var confirmed: SolvedCollection { ordered ?? shown }

  override func closed() {
    for session in sessions { session.orphan() }
    sessions = []
  }

  /// Has a session follow the changes of its viewport, which events no longer have.
  func add(_ session: PageSession) { sessions.append(session) }

  func remove(_ session: PageSession) { sessions.removeAll { $0 === session } }

  /// Reads a base of the feed.
  ///
  /// - Throws: `invalidRequest` for bytes that are none.
  /// - Complexity: that of the layout, and O(n) for n bytes.
  static func reading(_ bytes: [UInt8]) throws(Problem) -> PageReplica {
    let state = try StoredFormError.rethrown(
      as: Problem.init, from: CollectionState(stored: bytes, reading: StoredLayouts()))
    return PageReplica(
      try LayoutError.rethrown(as: Problem.init, from: SolvedCollection(replicating: state)))
  }

  /// The newest version of the service.
  var version: Int { confirmed.version }

  /// The number of changes that the service has not ordered yet.
  var proposalCount: Int { proposals.count }

  /// The newest of them; nil if it is a move of a session, of which the page has the body itself.
  var lastProposal: PageRequest? {
    guard let request = proposals.last?.request, request.move == nil else { return nil }
    return request
  }

  /// The stored form of the newest version of the service.
  func stored() -> [UInt8] { confirmed.state.stored() }
}

/// Changes of the service.
extension PageReplica {
  /// Reads an entry of the feed, and takes the step that it describes.
  ///
  /// - Returns: an event for each viewport that shows something else now; nothing for an entry that the replica has.
  /// - Throws: `invalidRequest` for bytes that are no entry, `historyGone` if entries before it are missing,
  ///   `collectionDamaged` if it cannot be applied. The replica stays as it is.
  func apply(_ bytes: [UInt8], includesContent: Bool) throws(Problem) -> ByteBuffer {
    let entry = try StoredFormError.rethrown(
      as: Problem.init, from: JournalEntry(stored: bytes, reading: StoredLayouts()))
    guard entry.version > version else { return PageEvents().finish() }
    guard entry.version == version + 1 else {
      throw Problem(
        .historyGone, "The entry makes version \(entry.version), but the replica is at version \(version).")
    }
    let step = try ReplayError.rethrown(
      as: { Problem(.collectionDamaged, $0.detail) }, from: confirmed.following(entry, from: main))
    main = entry.main
    guard proposals.isEmpty else {
      let (before, undone) = (shown, proposals)
      ordered = step.after
      if let origin = entry.origin?.requestID { proposals.removeAll { $0.requestID == origin } }
      return try settle(from: before, undoing: undone, and: step.link)
    }
    shown = step.after
    for session in sessions { session.note(step) }
    return try events(of: step, includesContent: includesContent)
  }

  /// Takes back a change that the service has refused, and all that no longer can be made without it.
  ///
  /// - Returns: an event for each viewport that shows something else now.
  func withdraw(_ requestID: String) throws(Problem) -> ByteBuffer {
    guard proposals.contains(where: { $0.requestID == requestID }) else { return PageEvents().finish() }
    let (before, undone) = (shown, proposals)
    proposals.removeAll { $0.requestID == requestID }
    return try settle(from: before, undoing: undone)
  }

  /// Makes the proposals anew on top of the confirmed collection. Each viewport is placed once, from the collection that it
  /// showed to the new one: on the way there, items are gone that are back in the end.
  ///
  /// - Parameters:
  ///   - undone: the proposals on top of which `before` was shown.
  ///   - entry: the changes that the service has confirmed since.
  /// - Returns: an event for each viewport that shows something else now, or another version.
  private func settle(
    from before: SolvedCollection, undoing undone: [Proposal], and entry: ComposedFates.Link? = nil
  ) throws(Problem) -> ByteBuffer {
    var base = confirmed
    try LayoutError.rethrown(as: Problem.init, from: base.takeViewports(of: before))
    ordered = base
    shown = base
    var lost: [String] = []
    var links = undone.reversed().map { $0.link.reversed }
    if let entry { links.append(entry) }
    for index in proposals.indices {
      do throws(Problem) {
        guard case .made(let step, _, _) = try proposals[index].outcome(on: shown) else { continue }
        shown = step.after
        proposals[index].link = step.link
        links.append(step.link)
      } catch {
        lost.append(proposals[index].requestID)
      }
    }
    proposals.removeAll { lost.contains($0.requestID) }
    shown.placeViewports(asIn: before, by: links)
    if proposals.isEmpty { ordered = nil }
    var events = PageEvents()
    let main = hasSession(Viewport.main) ? [Viewport.main] : []
    for name in main + shown.viewports.keys.sorted() {
      if shown.version == before.version, try shown.looks(like: before, on: name) { continue }
      for session in sessions where session.name == name { session.noteReset() }
      if !hasSession(name) { events.reset(viewport: name, version: shown.version) }
    }
    for requestID in lost { events.lost(requestID) }
    return events.finish()
  }

  private func hasSession(_ name: String) -> Bool { sessions.contains { $0.name == name } }

  private func events(of step: CollectionStep, includesContent: Bool) throws(Problem) -> ByteBuffer {
    var events = PageEvents()
    for name in step.after.viewports.keys.sorted() where !hasSession(name) {
      guard let viewport = step.before.viewport(name),
        let response = step.response(
          on: name, visibleOnly: viewport.bounds != nil, heading: .event(), includesContent: includesContent)
      else { continue }
      try events.change(viewport: name, response)
    }
    return events.finish()
  }
}

/// Requests of sessions.
extension PageReplica {
  /// A step that a session has made.
  struct Made {
    var step: CollectionStep
    /// The changes of elements; nil for a move.
    var diff: UpdateDiff?
    var isProposal: Bool
    /// Whether the viewport has another container or layout.
    var isResized = false
    /// A JSON object with the measurements of a move that were not applied; empty if there are none.
    var ignored: [UInt8] = []
  }

  /// Scrolls a viewport in place; returns nil if that takes a step.
  func scroll(by change: ViewportChange, from had: ElementIndex, prefetching: Bool) -> PlainScroll? {
    shown.scroll(by: change, from: had, prefetching: prefetching)
  }

  /// Moves the viewport of a session by a step.
  ///
  /// - Throws: the problems of the service for the request.
  func move(_ move: PageMove, of session: PageSession) throws(Problem) -> Made {
    var request = PageRequest(
      kind: .viewport, viewport: session.name, includesContent: session.includesContent)
    request.move = move
    let call = request.call
    let change = try PageChange(request, of: shown, call)
    var made = try carryOut(change, request, call, move.requestID, by: session)
    made.isResized = change.resizes
    return made
  }

  /// Makes a change of a session.
  ///
  /// - Throws: the problems of the service for the request.
  func change(_ batch: PageBatch, of session: PageSession) throws(Problem) -> Made {
    var request = PageRequest(
      kind: batch.kind, viewport: session.name, includesContent: session.includesContent, body: batch.json)
    request.batch = batch.batch
    let call = request.call
    let change = try PageChange(request, of: shown, call)
    return try carryOut(change, request, call, batch.requestID, by: session)
  }

  private func carryOut(
    _ change: PageChange, _ request: PageRequest, _ call: ChangeCall, _ requestID: String,
    by session: PageSession
  ) throws(Problem) -> Made {
    switch try change.outcome(on: shown, call) {
    case .refused(let step, let problem):
      forget(step)
      throw problem
    case .made(let step, let diff, _):
      let isProposal = take(step, of: change, request, requestID, by: session)
      return Made(step: step, diff: diff?.diff, isProposal: isProposal, ignored: diff?.ignored ?? [])
    }
  }
}

/// Requests of the page.
extension PageReplica {
  /// Carries a request out as the service would.
  ///
  /// A request that makes a version is a proposal, which the page passes on to the service.
  ///
  /// - Throws: the problems of the service for the request.
  func respond(to request: PageRequest, _ requestID: String) throws(Problem) -> PageAnswer {
    let before = shown
    let call = request.call
    let change = try PageChange(request, of: before, call)
    switch try change.outcome(on: before, call) {
    case .refused(let step, let problem):
      forget(step)
      throw problem
    case .made(let step, let diff, let status):
      let response = try diff?.encoded()
      let isProposal = take(step, of: change, request, requestID, by: nil)
      return PageAnswer(status: status, body: response, isProposal: isProposal)
    }
  }

  /// Shows a step that refuses a request, such as one that ends a movement.
  private func forget(_ step: CollectionStep) {
    shown = step.after
    for session in sessions { session.note(step) }
  }

  /// Shows a step; returns whether it is a proposal, since it makes a version.
  ///
  /// - Parameter session: the session that has made the step; the others note it.
  private func take(
    _ step: CollectionStep, of change: PageChange, _ request: PageRequest, _ requestID: String,
    by session: PageSession?
  ) -> Bool {
    let before = shown
    shown = step.after
    for other in sessions where other !== session { other.note(step) }
    if step.change == nil { return false }
    var proposal = Proposal(requestID: requestID, request: request, change: change, link: step.link)
    // The viewport is where the move has led it. Its index paths are those of this version.
    proposal.request.move?.anchor = nil
    proposal.request.move?.goal = nil
    // The service knows nothing of the page's movement: it gets the batch that the movement ends with.
    if request.kind.isMovement, case .updates(let updates)? = step.change {
      let batch = NamedBatch(moves: updates, before: before.state.sections)
      proposal.request = PageRequest(kind: .updates, viewport: request.viewport, body: batch.body)
      proposal.request.batch = batch
      proposal.change = nil
    }
    if proposals.isEmpty { ordered = before }
    proposals.append(proposal)
    return true
  }

  /// Returns the elements of a viewport in a rect, or in its bounds.
  ///
  /// - Throws: `notFound` if there is no such viewport.
  /// - Complexity: O(log n + v) for v elements in the rect, of n.
  func elements(on name: String, in rect: Rect?, as format: ResponseFormat) throws(Problem) -> ByteBuffer {
    let budget = EncodingBudget(bytes: .max)
    let viewport = try shown.existingViewport(name)
    let response = try shown.response(
      in: rect ?? viewport.bounds, on: viewport, of: CollectionIdentity(id: "", version: shown.version),
      as: format, budget)
    return try response.encoded(as: format, budget)
  }
}

extension SolvedCollection {
  /// Whether a viewport shows the same elements with the same content as in another version.
  fileprivate func looks(like other: SolvedCollection, on name: String) throws(Problem) -> Bool {
    guard let viewport = viewport(name), let old = other.viewport(name),
      viewport.orthogonalOffsets == old.orthogonalOffsets
    else { return false }
    let budget = EncodingBudget(bytes: .max)
    func look(
      _ solved: SolvedCollection, _ viewport: Viewport
    ) throws(Problem) -> (bytes: [UInt8], contents: [Content?]) {
      let response = try solved.response(in: viewport.window, on: viewport, as: .binary, budget)
      var items = ItemIDs(of: response.sections)
      var contents: [Content?] = []
      for record in response.elements.records where record.kind == 0 {
        contents.append(
          items.content(Int(truncatingIfNeeded: record.section), Int(truncatingIfNeeded: record.item)))
      }
      return (try response.encoded(as: .binary, budget).withUnsafeBytes { Array($0) }, contents)
    }
    let (now, then) = (try look(self, viewport), try look(other, old))
    return now.bytes == then.bytes && now.contents == then.contents
  }
}

extension Problem {
  fileprivate init(_ error: StoredFormError) {
    switch error {
    case .damaged(let detail), .tooMany(let detail):
      self.init(.invalidRequest, "The feed is damaged: \(detail).")
    case .newer(let format):
      self.init(.notAcceptable, "The feed has format \(format), which this engine does not know.")
    case .layout(let reason): self.init(.invalidRequest, "The feed has an unknown layout: \(reason)")
    }
  }
}
