import Collections
import JSON
import LayoutEngine

/// The beginning of a movement: what `POST …/movement` takes.
struct MovementBeginning {
  var path: IndexPath
  /// Nil holds the item by its centre.
  var position: Point?
  var version: Int?
  /// What names the item in the body.
  var pointer: String

  private enum Field: String, FieldNames { case indexPath, id, targetPosition, version }

  /// Reads a body.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault.
  static func decode(
    _ body: [UInt8], of collection: CollectionState, limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> MovementBeginning {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      var path: IndexPath?
      var beginning = MovementBeginning(path: IndexPath(section: 0, item: 0), pointer: "/indexPath")
      let isObject = context.object(root, Field.self, "an object with \"indexPath\" or \"id\"") {
        field, value in
        switch field {
        case .indexPath: path = context.existing(value, in: collection.sections)
        case .id:
          path = context.heldItem(value, in: collection.sections)
          beginning.pointer = "/id"
        case .targetPosition: beginning.position = context.point(value)
        case .version: beginning.version = context.version(value)
        }
      }
      guard isObject else { return nil }
      if (root["indexPath"] == nil) == (root["id"] == nil) {
        context.fault("a movement names its item by one of \"indexPath\" and \"id\"")
      }
      guard let path else { return nil }
      beginning.path = path
      return beginning
    }
  }
}

/// Where the finger is: what `PATCH …/movement` takes.
struct MovementUpdate {
  var position: Point
  var version: Int?

  private enum Field: String, FieldNames { case targetPosition, version }

  /// Reads a body.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault.
  static func decode(
    _ body: [UInt8], limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> MovementUpdate {
    try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      var position: Point?
      var version: Int?
      let isObject = context.object(root, Field.self, "an object with \"targetPosition\"") { field, value in
        switch field {
        case .targetPosition: position = context.point(value)
        case .version: version = context.version(value)
        }
      }
      guard isObject else { return nil }
      context.require("targetPosition", of: root)
      return position.map { MovementUpdate(position: $0, version: version) }
    }
  }
}

/// What `POST …/movement/end` takes, if it has a body at all.
struct MovementEnd {
  var version: Int?

  private enum Field: String, FieldNames { case version }

  /// Reads a body; an empty one says nothing.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for every fault.
  static func decode(
    _ body: [UInt8], limits: RequestLimits, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> MovementEnd {
    guard !body.isEmpty else { return MovementEnd() }
    return try DecodingContext.read(body, limits: limits, isCancelled: isCancelled) { root, context in
      var end = MovementEnd()
      let isObject = context.object(root, Field.self, "an object") { _, value in
        end.version = context.version(value)
      }
      return isObject ? end : nil
    }
  }
}

extension DecodingContext {
  fileprivate func version(_ value: JSONValue) -> Int? { integer(value, in: 1...Int.largestExactInteger) }

  /// The index path of an item that is there.
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

  fileprivate func heldItem(_ value: JSONValue, in sections: SectionList) -> IndexPath? {
    guard let id = string(value) else { return nil }
    switch sections.path(ofItem: id) {
    case .one(let path): return path
    case .nothing: fault("no item has the id \(quoted(id))")
    case .several: fault("more than one item has the id \(quoted(id))")
    }
    return nil
  }
}
