import CollectionModel
import JSON
import LayoutEngine

/// Decodes the bodies of a movement.
///
/// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error.
extension MovementChange {
  private enum Field: String, FieldNames {
    case indexPath, id, targetPosition, targetIndexPath, before, after, version
  }

  /// Decodes the body of `POST …/movement`: the item, and the position of its centre.
  package static func begin(
    _ body: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> MovementChange {
    let sections = before.state.sections
    let expected = "an object with \"indexPath\" or \"id\""
    return try decode(body, among: [.indexPath, .id, .targetPosition, .version], expected, of: before, call) {
      root, fields, context in
      if (root["indexPath"] == nil) == (root["id"] == nil) {
        context.fault("a movement names its item by one of \"indexPath\" and \"id\"")
      }
      if let value = fields.indexPath {
        let path = context.at("indexPath") { context.existing(value, in: sections) }
        return path.map { .begin($0, at: fields.position, pointer: "/indexPath") }
      }
      let path = fields.id.flatMap { value in context.at("id") { context.item(ofID: value, in: sections) } }
      return path.map { .begin($0, at: fields.position, pointer: "/id") }
    }
  }

  /// Decodes the body of `PATCH …/movement`: the position of the finger, the index path, or the item next to which the
  /// moving one goes.
  package static func update(
    _ body: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> MovementChange {
    let sections = before.state.sections
    let names: [Field] = [.targetPosition, .targetIndexPath, .before, .after, .version]
    return try decode(body, among: names, "an object with a target", of: before, call) {
      root, fields, context in
      let targets = [root["targetPosition"], root["targetIndexPath"], root["before"], root["after"]]
      guard targets.count(where: { $0 != nil }) == 1 else {
        context.fault(
          "a movement has one target: \"targetPosition\", \"targetIndexPath\", \"before\" or \"after\"")
        return nil
      }
      if let position = fields.position { return .move(to: .position(position), pointer: "/targetPosition") }
      if let path = fields.targetPath { return .move(to: .indexPath(path), pointer: "/targetIndexPath") }
      if let value = fields.before {
        let path = context.at("before") { context.item(ofID: value, in: sections) }
        return path.map { .move(to: .before($0), pointer: "/before") }
      }
      let path = fields.after.flatMap { value in
        context.at("after") { context.item(ofID: value, in: sections) }
      }
      return path.map { .move(to: .after($0), pointer: "/after") }
    }
  }

  /// Decodes the body of `POST …/movement/end`, which may be empty.
  package static func end(
    _ body: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> MovementChange {
    if body.isEmpty { return MovementChange(action: .end, viewportName: call.viewportName) }
    return try decode(body, among: [.version], "an object", of: before, call) { _, _, _ in .end }
  }

  /// Decodes a cancellation, whose body is ignored.
  package static func cancel(
    _ body: [UInt8], of before: SolvedCollection, _ call: ChangeCall
  ) throws(Problem) -> MovementChange {
    MovementChange(action: .cancel, viewportName: call.viewportName)
  }

  /// The fields read so far.
  private struct Fields {
    var indexPath: JSONValue?
    var id: JSONValue?
    var position: Point?
    var targetPath: IndexPath?
    var before: JSONValue?
    var after: JSONValue?
  }

  private static func decode(
    _ body: [UInt8], among fields: [Field], _ expected: String, of before: SolvedCollection,
    _ call: ChangeCall,
    _ action: (JSONValue, Fields, DecodingContext) -> Action?
  ) throws(Problem) -> MovementChange {
    try DecodingContext.read(body, limits: call.limits, isCancelled: call.isCancelled) { root, context in
      guard context.isMeant(root, for: before, call) else { return nil }
      var found = Fields()
      var version: Int?
      let isObject = context.object(root, Field.self, among: fields, expected) { field, value in
        switch field {
        case .indexPath: found.indexPath = value
        case .id: found.id = value
        case .targetPosition: found.position = context.point(value)
        case .targetIndexPath: found.targetPath = context.indexPath(value)
        case .before: found.before = value
        case .after: found.after = value
        case .version: version = context.version(value)
        }
      }
      guard isObject else { return nil }
      return action(root, found, context).map {
        MovementChange(action: $0, version: version, viewportName: call.viewportName)
      }
    }
  }
}

extension DecodingContext {
  /// Reads the index path of an item that exists.
  fileprivate func existing(_ value: JSONValue, in sections: SectionList) -> IndexPath? {
    guard let path = indexPath(value) else { return nil }
    guard path.section < sections.count else {
      fault("there is no section \(path.section); the collection has \(sections.count)")
      return nil
    }
    let count = sections[path.section].items.count
    guard path.item < count else {
      fault("there is no item \(path.item) in section \(path.section), which has \(count)")
      return nil
    }
    return path
  }

  /// Reads the id of an item, and returns its index path.
  fileprivate func item(ofID value: JSONValue, in sections: SectionList) -> IndexPath? {
    guard let id = clientName(value) else { return nil }
    switch sections.path(ofItem: id) {
    case .one(let path): return path
    case .nothing: fault("no item has the id \(quoted(id))")
    case .several: fault("more than one item has the id \(quoted(id))")
    }
    return nil
  }
}
