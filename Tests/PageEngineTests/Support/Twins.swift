import CollectionModel
import LayoutEngine
import TestSupport
import Testing
import Wire

@testable import PageEngine

/// Two pages of one collection that do the same: one by a session, the other by requests as JSON.
struct Twins {
  var origin: Origin
  let page: PageReplica
  let session: PageSession
  let other: PageReplica
  var picture = PagePicture()
  var json = JSONPicture()
  /// The keys of items by their ids, as long as they are in the window.
  private var keysByID: [String: Int] = [:]
  private let prefetches: Bool
  var last: (delta: ReadDelta?, response: JSONTree) = (nil, .null)

  static let container: JSONTree = ["width": 320, "height": 480]

  /// - Parameters:
  ///   - screen: the bounds at the beginning.
  ///   - opening: the other members of the first move.
  init(
    _ body: JSONTree, prefetches: Bool = true, screen: Rect = Rect(x: 0, y: 0, width: 320, height: 480),
    opening: JSONTree = ["container": container, "overscan": overscan]
  ) throws {
    origin = try Origin(body)
    self.prefetches = prefetches
    page = try PageReplica.reading(origin.base)
    other = try PageReplica.reading(origin.base)
    session = PageSession(page, viewport: "mine", includesContent: true, prefetches: prefetches)
    try move(screen, more: opening)
  }

  static let overscan: JSONTree = ["top": 60, "bottom": 60, "left": 40, "right": 40]

  private func read(_ hasNews: Bool) throws -> ReadDelta? {
    hasNews ? try ReadDelta(Int(bitPattern: session.outbox)) : nil
  }

  private static func numbers(_ rect: Rect) -> JSONTree {
    .array([rect.x, rect.y, rect.width, rect.height].map { .number($0) })
  }

  /// Moves the viewport of both.
  mutating func move(_ bounds: Rect, velocity: Point? = nil, more: JSONTree? = nil, isResync: Bool = false)
    throws
  {
    var flags: UInt32 = velocity == nil ? 0 : Waist.MoveFlag.velocity.bit
    if isResync { flags |= Waist.MoveFlag.resync.bit }
    var record: [UInt8] = []
    if let more {
      flags |= Waist.MoveFlag.record.bit
      record = Records.move(more)
      try session.put(record)
    }
    var body = more ?? [:]
    body["bounds"] = Self.numbers(bounds)
    if let velocity { body["velocity"] = [.number(velocity.x), .number(velocity.y)] }
    if isResync { body["resync"] = true }
    let answer = try other.respond(
      to: PageRequest(
        kind: .viewport, viewport: "mine", includesContent: true, body: Array(body.description.utf8)), "other"
    )
    let response = try JSONTree(parsing: answer.body)
    let move = try session.move(bounds, velocity ?? .zero, flags, record.count)
    let delta = try read(session.scroll(move))
    last = (delta, response)
    json.move(response)
    if let delta {
      picture.apply(delta)
      compareMove(delta, response)
    } else {
      for name in ["appeared", "disappeared", "changed"] + (prefetches ? ["prefetch", "cancelPrefetch"] : [])
      {
        #expect(response[name]?.elements == [], "\(name) without news")
      }
    }
  }

  private func compareMove(_ delta: ReadDelta, _ response: JSONTree) {
    #expect(Rect(delta.numbers(of: .bounds, 4)) == Rect(response["bounds"]))
    #expect(Rect(delta.numbers(of: .window, 4)) == Rect(response["window"]))
    let adjustment = response["contentOffsetAdjustment"]
    #expect(
      delta.numbers(of: .adjustment, 2) == [adjustment?["x"]?.number ?? 0, adjustment?["y"]?.number ?? 0])
    let (to, by) = (delta.numbers(of: .bounds, 2), delta.numbers(of: .adjustment, 2))
    if delta.type != .change { #expect(delta.numbers(of: .offsetFrom, 2) == [to[0] - by[0], to[1] - by[1]]) }
    #expect(delta.double(.contentSizeTo, 0) == response["contentSize"]?["width"]?.number)
    #expect(delta.double(.contentSizeTo, 1) == response["contentSize"]?["height"]?.number)
    #expect(delta.double(.fromVersion) == response["fromVersion"]?.number)
    #expect(delta.double(.version) == response["version"]?.number)
    let snap = response["targetContentOffset"]
    #expect(delta.has(.snap) == (snap != nil))
    if let snap { #expect(delta.numbers(of: .snap, 2) == [snap["x"]?.number, snap["y"]?.number]) }
    compareRange(delta, response["scrollRange"])
    let ignored = delta.count(of: .ignored)
    let text = Array(delta.text(.ignored, from: 0, to: ignored).utf8)
    #expect((ignored == 0 ? nil : (try? JSONTree(parsing: text))?["ignored"]) == response["ignored"])
    #expect(delta.paths(.prefetchPaths) == (prefetches ? paths(response["prefetch"]) : []))
    #expect(delta.paths(.cancelPaths) == (prefetches ? paths(response["cancelPrefetch"]) : []))
    if prefetches {
      let ids = delta.texts(.prefetchEnds, .pathText)
      #expect(ids == (response["prefetch"]?.elements ?? []).map { $0["id"]?.string ?? "" })
      let all = delta.text(.pathText, from: 0, to: delta.count(of: .pathText))
      let others = (response["cancelPrefetch"]?.elements ?? []).map { $0["id"]?.string ?? "" }
      #expect(all == (ids + others).joined())
    }
    compareFacts(delta, response)
    let strips = response["orthogonalSections"]?.elements ?? []
    if delta.has(.strips) { compareStrips(delta, strips, response["orthogonalOffsets"]?.elements ?? []) }
  }

  /// Compares the facts of the page about its window with a response or a diff.
  private func compareFacts(_ delta: ReadDelta, _ response: JSONTree) {
    #expect(delta.has(.mirrored) == (response["isMirrored"] == .bool(true)))
    var counts: [Int: Int] = [:]
    for each in response["itemCounts"]?.elements ?? [] {
      if let section = each["section"]?.int { counts[section] = each["count"]?.int }
    }
    if let behind = response["itemsBehind"]?.int { counts[-1] = behind }
    #expect(picture.counts == counts)
    let strips = response["orthogonalSections"]?.elements ?? []
    #expect(picture.stripSections == strips.compactMap { $0["section"]?.int })
    var ranges: [JSONPicture.Place: ClosedRange<Double>] = [:]
    for each in response["pinRanges"]?.elements ?? [] {
      guard let least = each["least"]?.number, let most = each["most"]?.number else { continue }
      ranges[JSONPicture.Place(each, at: each["indexPath"])] = least...most
    }
    var own: [JSONPicture.Place: ClosedRange<Double>] = [:]
    for (key, element) in picture.elements where element.look.pins != nil {
      own[JSONPicture.Place(element)] = picture.ranges[key]
    }
    #expect(own == ranges)
  }

  private func compareRange(_ delta: ReadDelta, _ range: JSONTree?) {
    #expect(delta.has(.scrollRange) == (range != nil))
    guard let range else { return }
    #expect(delta.numbers(of: .scrollRange, 2) == [range["least"]?.number, range["most"]?.number])
  }

  private func compareStrips(_ delta: ReadDelta, _ strips: [JSONTree], _ offsets: [JSONTree]) {
    for (index, strip) in strips.enumerated() {
      let numbers = delta.numbers(.stripNumbers, index)
      #expect(numbers[10] == offsets.first { $0["section"] == strip["section"] }?["offset"]?.number)
      #expect(Rect(Array(numbers[0..<4])) == Rect(strip["frame"]))
      #expect(numbers[4] == strip["contentSize"]?["width"]?.number)
      let behavior = OrthogonalScrollingBehavior.allCases[delta.int(.stripBehaviors, index)]
      #expect(behavior.rawValue == strip["behavior"]?.string)
      let snapping = strip["snapping"]
      switch Waist.Snapping(rawValue: UInt32(delta.int(.stripSnappings, index))) {
      case .regular?:
        #expect(
          Array(numbers[6..<10]) == ["start", "interval", "count", "end"].map { snapping?[$0]?.number })
      case .irregular?: #expect(delta.int(.stripOffsetCounts, index) == snapping?["offsets"]?.elements?.count)
      default: #expect(snapping == nil)
      }
    }
  }

  private func paths(_ references: JSONTree?) -> [IndexPath] {
    (references?.elements ?? []).map { each in
      let path = each["indexPath"]?.elements?.compactMap(\.int) ?? []
      return IndexPath(section: path[0], item: path[1])
    }
  }

  /// Changes the collection, by a record and by a body.
  ///
  /// - Returns: the problem, which both have.
  @discardableResult
  mutating func change(
    _ record: [UInt8], _ body: [UInt8], _ kind: PageRequest.Kind = .updates
  ) throws -> Problem? {
    var problem: Problem?
    var response: JSONTree?
    do throws(Problem) {
      let request = PageRequest(kind: kind, viewport: "mine", includesContent: true, body: body)
      let bytes = try other.respond(to: request, "change").body
      response = try? JSONTree(parsing: bytes)
    } catch {
      problem = error
    }
    try session.put(record)
    var own: Problem?
    do throws(Problem) {
      try session.change(try session.batch(record.count))
    } catch {
      own = error
    }
    #expect(own?.code == problem?.code, "\(own?.detail ?? "nothing") and \(problem?.detail ?? "nothing")")
    guard problem == nil, own == nil, let response, let delta = try read(true) else { return problem }
    last = (delta, response)
    follow(delta, response)
    return nil
  }

  /// Makes a change that comes as JSON to both.
  @discardableResult
  mutating func change(_ body: JSONTree, _ kind: PageRequest.Kind = .updates) throws -> Problem? {
    let bytes = Array(body.description.utf8)
    return try change(Records.body(bytes, kind), bytes, kind)
  }

  private mutating func follow(_ delta: ReadDelta, _ diff: JSONTree) {
    picture.apply(delta)
    json.follow(diff)
    #expect(delta.double(.version) == diff["version"]?.number)
    #expect(delta.double(.fromVersion) == diff["fromVersion"]?.number)
    let adjustment = diff["contentOffsetAdjustment"]
    #expect(delta.numbers(of: .adjustment, 2) == [adjustment?["x"]?.number, adjustment?["y"]?.number])
    let sizes = diff["contentSize"]
    #expect(
      delta.numbers(of: .contentSizeFrom, 4) == [
        sizes?["from"]?["width"]?.number, sizes?["from"]?["height"]?.number, sizes?["to"]?["width"]?.number,
        sizes?["to"]?["height"]?.number,
      ])
    compareRange(delta, diff["scrollRange"]?["to"])
    compareFacts(delta, diff)
    let origin = diff["indexPath"]?.elements?.compactMap(\.number)
    #expect(
      (0..<delta.count(of: .movementPaths)).map { delta.numbers(.movementPaths, $0) }
        == (origin.map { [$0] } ?? []))
    if origin != nil, let gap = diff["placeholder"] {
      #expect(Rect(delta.numbers(.movementFrames, 0)) == Rect(gap["frame"]))
    }
    compareChanges(delta, diff["changes"]?.elements ?? [])
  }

  /// Compares the animations of elements.
  private func compareChanges(_ delta: ReadDelta, _ changes: [JSONTree]) {
    for change in changes where change["to"] != nil && change["presence"] != "disappears" {
      let place = JSONPicture.Place(change, at: change["to"])
      let row = (0..<delta.count(of: .rowKeys)).first { row in
        let kind = picture.kinds[delta.int(.rowKinds, row)]
        return UInt16(delta.int(.rowFlags, row)) & Waist.RowFlag.held.bit == 0
          && kind.category == place.category && kind.name == place.kind
          && IndexPath(section: delta.int(.rowSections, row), item: delta.int(.rowItems, row)) == place.path
      }
      guard let row else {
        Issue.record("no row for \(change)")
        continue
      }
      let flags = UInt16(delta.int(.rowFlags, row))
      let type = Waist.Change(rawValue: flags >> Waist.RowFlag.changeShift & 7)
      #expect(type.map { "\($0)" } == change["type"]?.string)
      let renewal = Waist.Renewal(rawValue: flags >> Waist.RowFlag.renewalShift & 3)
      let named = ["reloaded", "reconfigured"].first { change[$0] != nil } ?? "none"
      #expect(renewal.map { "\($0)" } == named)
      let presence = Waist.Presence(rawValue: flags >> Waist.RowFlag.presenceShift & 3)
      #expect(presence.map { "\($0)" } == change["presence"]?.string ?? "stays")
      var initial = PageLook(frame: Rect(delta.numbers(.rowStarts, row)))
      for entry in 0..<delta.count(of: .lookRows) where delta.int(.lookRows, entry) == row {
        delta.look(entry, isStart: true, &initial)
      }
      let expected = PageLook(change["initial"] ?? .null)
      #expect(initial.frame == expected.frame && initial.values == expected.values)
    }
    let going = changes.filter { $0["to"] == nil || $0["presence"] == "disappears" }
    let ends = (0..<delta.count(of: .goneEnds)).filter { entry in
      // Elements that no change names have no end.
      !delta.numbers(.goneEnds, entry)[0].isNaN
    }
    let frames = going.map { Rect($0["final"]?["frame"]) }.filter { $0.width != 0 || $0.height != 0 }
    #expect(Set(ends.map { Rect(delta.numbers(.goneEnds, $0)) }).isSubset(of: Set(frames)))
  }

  /// Another client changes the collection.
  mutating func order(_ body: [UInt8], _ kind: PageRequest.Kind = .updates, id: String? = nil) throws {
    last = (nil, .null)
    let entry = try origin.order(body, kind, id: id)
    _ = try page.apply(entry, includesContent: true)
    let events = try JSONTree(parsing: other.apply(entry, includesContent: true)).elements ?? []
    var deltas: [ReadDelta] = []
    while try session.writeNext() { deltas.append(try ReadDelta(Int(bitPattern: session.outbox))) }
    for delta in deltas where delta.type == .reset { picture.apply(delta) }
    let resets = events.filter { $0["event"] == "reset" }
    if !resets.isEmpty || deltas.contains(where: { $0.type == .reset }) {
      #expect(deltas.contains { $0.type == .reset } == !resets.isEmpty)
      json = try read(other)
      return
    }
    let diffs = events.filter { $0["event"] == "message" }.compactMap { $0["data"] }
    if deltas.isEmpty { #expect(diffs.allSatisfy { $0["changes"]?.elements == [] }) }
    for (delta, diff) in zip(deltas, diffs) {
      last = (delta, diff)
      follow(delta, diff)
    }
  }

  /// All elements of the window, as a page reads them anew, without their content.
  private func read(_ replica: PageReplica) throws -> JSONPicture {
    let window = replica.shown.viewport("mine")?.window
    let bytes = try replica.elements(on: "mine", in: window, as: .objects)
    var picture = JSONPicture()
    picture.move(["appeared": try JSONTree(parsing: bytes)["attributes"] ?? []])
    for place in picture.elements.keys { picture.elements[place]?.content = PageElement.unknown }
    return picture
  }

  /// Compares what both pages have, and with the window as it is.
  mutating func check(_ place: String) throws {
    var own: [JSONPicture.Place: PageElement] = [:]
    for (key, element) in picture.elements where key != picture.held {
      let at = JSONPicture.Place(element)
      #expect(own.updateValue(element, forKey: at) == nil, "two elements at \(at), \(place)")
    }
    #expect(own.keys.sorted() == json.elements.keys.sorted(), "\(place)")
    for (at, element) in json.elements {
      guard let found = own[at] else { continue }
      #expect(found.isNear(element), "\(place): \(found) and \(element)")
    }
    if json.held == nil, page.shown.movement(on: "mine") == nil {
      // The truth: all elements of the window.
      let truth = try read(page)
      #expect(truth.elements.keys.sorted() == own.keys.sorted(), "the window, \(place)")
      for (at, element) in truth.elements {
        guard let found = own[at] else { continue }
        #expect(found.isNear(element), "the window, \(place): \(found) and \(element)")
      }
    }
    if let held = json.held {
      let shown = picture.held.flatMap { picture.elements[$0] }
      #expect(shown?.id == held.id && shown?.look.frame == held.look.frame, "\(place)")
    } else {
      #expect(picture.held == nil, "\(place)")
    }
    var keys: [String: Int] = [:]
    for (key, element) in picture.elements {
      guard let id = element.id, element.category == "cell" else { continue }
      if let before = keysByID[id] { #expect(before == key, "\(id) keeps its key, \(place)") }
      keys[id] = key
    }
    keysByID = keys
  }
}

extension JSONPicture.Place: Comparable {
  fileprivate init(_ element: PageElement) {
    (category, kind, path) = (element.category, element.kind, element.path)
  }

  static func < (a: Self, b: Self) -> Bool {
    (a.category, a.kind, a.path.section, a.path.item) < (b.category, b.kind, b.path.section, b.path.item)
  }
}

extension PageElement {
  /// The content of an element that was read without it.
  fileprivate static let unknown = "unknown"

  /// Whether both are the same, give or take the rounding noise of sums.
  fileprivate func isNear(_ other: PageElement) -> Bool {
    var (own, others) = (self, other)
    let (a, b) = (own.look.frame, others.look.frame)
    guard abs(a.x - b.x) + abs(a.y - b.y) + abs(a.width - b.width) + abs(a.height - b.height) < 1e-6 else {
      return false
    }
    if others.content == Self.unknown { own.content = others.content }
    own.look.frame = .zero
    others.look.frame = .zero
    return own == others
  }
}

extension ReadDelta {
  func numbers(of field: Waist.Header, _ count: Int) -> [Double] { (0..<count).map { double(field, $0) } }
}

extension PageSession {
  /// Writes a record into the memory that the session reads.
  func put(_ record: [UInt8]) throws {
    let place = try #require(makeRoom(record.count))
    record.withUnsafeBytes { place.copyMemory(from: $0.baseAddress!, byteCount: record.count) }
  }
}
