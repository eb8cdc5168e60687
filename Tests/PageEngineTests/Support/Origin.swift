import CollectionModel
import JSON
import LayoutEngine
import TestSupport
import Wire

@testable import PageEngine

/// A collection as the service has it, without HTTP and a store: it orders the changes of pages, and feeds them.
struct Origin {
  private(set) var solved: SolvedCollection

  /// Creates the collection that a body describes.
  init(_ body: JSONTree) throws {
    solved = try CollectionDescription.decode(
      Array(body.description.utf8), for: .storage, limits: RequestLimits(),
      contents: OpaqueContents(ofService: true),
      isCancelled: { false }
    ).laidOut()
  }

  /// A list of rows with ids.
  static func list(_ rows: Int = 20) throws -> Origin {
    try Origin([
      "container": ["width": 100, "height": 200], "layout": ["kind": "list", "rowHeight": 20],
      "bounds": [0, 0, 100, 200],
      "sections": [["id": "s", "items": .array((0..<rows).map { ["id": .string("row \($0)")] })]],
    ])
  }

  /// The base of a feed.
  var base: [UInt8] { solved.state.forPageReplica().stored() }

  /// Orders a change; returns its entry in the feed.
  ///
  /// - Parameter id: the id of the request.
  @discardableResult
  mutating func order(
    _ body: [UInt8], _ kind: PageRequest.Kind = .updates, id: String? = nil
  ) throws -> [UInt8] {
    let call = ChangeCall(
      limits: RequestLimits(), now: .now, measurer: OpaqueContents(ofService: true), requestID: id)
    let edit =
      switch kind {
      case .snapshot: try CollectionEdit.snapshot(body, of: solved, call)
      case .layout: try CollectionEdit.layout(body, of: solved, call)
      case .measurements: try CollectionEdit.measurements(body, of: solved, call)
      default: try CollectionEdit.updates(body, of: solved, call)
      }
    guard case .made(let step, _, _) = try edit.outcome(on: solved, call),
      let entry = step.entry(from: solved.state.main)
    else { throw NoVersion() }
    solved = step.after
    return entry.forPageReplica().stored()
  }

  struct NoVersion: Error {}
}

extension [UInt8] {
  /// The body of a batch.
  static func updates(_ operations: JSONTree...) -> [UInt8] {
    Array((["updates": .array(operations)] as JSONTree).description.utf8)
  }
}

extension JSONTree {
  static func insert(_ id: String, at item: Int) -> JSONTree {
    ["op": "insertItems", "at": [[0, .number(Double(item))]], "items": [["id": .string(id)]]]
  }

  static func insert(_ id: String, after other: String) -> JSONTree {
    ["op": "insertItems", "after": .string(other), "items": [["id": .string(id)]]]
  }

  static func delete(_ id: String) -> JSONTree { ["op": "deleteItems", "ids": [.string(id)]] }

  init(parsing bytes: ByteBuffer?) throws {
    try self.init(parsing: bytes?.withUnsafeBytes { Array($0) } ?? [UInt8]())
  }
}

extension PageReplica {
  /// A replica of a collection with the viewport `mine` over all of it.
  static func following(_ origin: Origin) throws -> PageReplica {
    let replica = try reading(origin.base)
    try replica.show()
    return replica
  }

  fileprivate func show() throws {
    let viewport: JSONTree = ["container": ["width": 100, "height": 200], "bounds": [0, 0, 100, 10_000]]
    _ = try respond(
      to: PageRequest(kind: .viewport, viewport: "mine", body: Array(viewport.description.utf8)), "viewport")
  }

  /// Proposes a change of the page.
  @discardableResult
  func propose(_ body: [UInt8], _ kind: PageRequest.Kind = .updates, id: String) throws -> PageAnswer {
    try respond(to: PageRequest(kind: kind, viewport: "mine", body: body), id)
  }

  /// Takes an entry of the feed; returns the events.
  func take(_ entry: [UInt8]) throws -> [JSONTree] {
    try JSONTree(parsing: apply(entry, includesContent: false)).elements ?? []
  }

  /// What the viewport `mine` shows.
  func shown() throws -> JSONTree { try JSONTree(parsing: elements(on: "mine", in: nil, as: .objects)) }

  /// The ids of the items that the viewport shows, in their order.
  func ids() throws -> [String] { try shown()["attributes"]?.elements?.compactMap { $0["id"]?.string } ?? [] }
}
