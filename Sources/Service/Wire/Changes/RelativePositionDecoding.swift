import JSON
import LayoutEngine

/// Decodes positions next to members of a collection, which ids name.
extension DecodingContext {
  private enum Edge: String, CaseIterable {
    case start, end
  }

  /// Reads the position of items next to another item, or at an edge of a section; nil if the operation has none of
  /// these.
  func itemPosition(_ value: JSONValue, _ batch: BatchReading) -> RelativePosition? {
    let edge = value["edge"].flatMap { value in at("edge") { name(value, of: Edge.self) } }
    if value["edge"] != nil, value["section"] == nil {
      at("edge") { fault("only a position in a \"section\" has an edge") }
    }
    if let anchor = value["before"] {
      return at("before") {
        standing(ofItem: anchor, batch).flatMap {
          position($0, "item", RelativePosition.before(item:), RelativePosition.before(operation:member:))
        }
      }
    }
    if let anchor = value["after"] {
      return at("after") {
        standing(ofItem: anchor, batch).flatMap {
          position($0, "item", RelativePosition.after(item:), RelativePosition.after(operation:member:))
        }
      }
    }
    guard let section = value["section"] else { return nil }
    return at("section") {
      sectionNumber(ofID: section, batch.positions).map { number in
        batch.positions.noteItemCount(ofSection: number)
        return edge == .start ? .start(of: number) : .end(of: number)
      }
    }
  }

  /// Reads the position of sections next to another section, or at an edge of the collection; nil if the operation has
  /// none of these.
  func sectionPosition(_ value: JSONValue, _ batch: BatchReading) -> RelativePosition? {
    if let anchor = value["before"] {
      return at("before") {
        standing(ofSection: anchor, batch).flatMap {
          position(
            $0, "section", RelativePosition.before(section:), RelativePosition.before(operation:member:))
        }
      }
    }
    if let anchor = value["after"] {
      return at("after") {
        standing(ofSection: anchor, batch).flatMap {
          position($0, "section", RelativePosition.after(section:), RelativePosition.after(operation:member:))
        }
      }
    }
    return value["edge"].flatMap { value in
      at("edge") { name(value, of: Edge.self) }.map { $0 == .start ? .start(of: nil) : .end(of: nil) }
    }
  }

  private func standing(ofItem value: JSONValue, _ batch: BatchReading) -> BatchNames<IndexPath>.Standing? {
    clientName(value).flatMap { standing(ofItem: $0, batch) }
  }

  private func standing(ofItem id: String, _ batch: BatchReading) -> BatchNames<IndexPath>.Standing? {
    let standing =
      batch.items.standing(ofAdded: id)
      ?? itemPath(ofID: id, batch.positions).map { batch.items.standing(of: $0) }
    // The position next to an item depends on how many its section has.
    if case .unmoved(let path)? = standing { batch.positions.noteItemCount(ofSection: path.section) }
    return standing
  }

  private func standing(ofSection value: JSONValue, _ batch: BatchReading) -> BatchNames<Int>.Standing? {
    clientName(value).flatMap { standing(ofSection: $0, batch) }
  }

  private func standing(ofSection id: String, _ batch: BatchReading) -> BatchNames<Int>.Standing? {
    batch.sections.standing(ofAdded: id)
      ?? sectionNumber(ofID: id, batch.positions).map { batch.sections.standing(of: $0) }
  }

  /// Returns the position of items in front of the item that has an id, or behind it; nil if it is reported.
  func itemPosition(beside id: String, isBefore: Bool, _ batch: BatchReading) -> RelativePosition? {
    standing(ofItem: id, batch).flatMap {
      isBefore
        ? position($0, "item", RelativePosition.before(item:), RelativePosition.before(operation:member:))
        : position($0, "item", RelativePosition.after(item:), RelativePosition.after(operation:member:))
    }
  }

  /// Returns the position of sections in front of the section that has an id, or behind it; nil if it is reported.
  func sectionPosition(beside id: String, isBefore: Bool, _ batch: BatchReading) -> RelativePosition? {
    standing(ofSection: id, batch).flatMap {
      isBefore
        ? position(
          $0, "section", RelativePosition.before(section:), RelativePosition.before(operation:member:))
        : position($0, "section", RelativePosition.after(section:), RelativePosition.after(operation:member:))
    }
  }

  /// Returns the position next to a member; reports a member next to which there is none.
  private func position<Position>(
    _ standing: BatchNames<Position>.Standing, _ noun: String, _ nextToOld: (Position) -> RelativePosition,
    _ nextToPlaced: (_ operation: Int, _ member: Int) -> RelativePosition
  ) -> RelativePosition? {
    switch standing {
    case .unmoved(let position): return nextToOld(position)
    case .placed(let operation, let member): return nextToPlaced(operation, member)
    case .fixed(let operation):
      fault(
        "operation \(operation) of the batch gives the \(noun) a position of its own; a position next to it needs "
          + "an index too")
    case .deleted(let operation): fault("operation \(operation) of the batch deletes the \(noun)")
    case .renamed(let operation): fault("operation \(operation) of the batch gives the \(noun) another id")
    }
    return nil
  }
}
