import CollectionModel
import JSON
import LayoutEngine

/// Decodes measurements of elements.
extension DecodingContext {
  private enum MeasurementField: String, FrequentFieldNames {
    case indexPath, id, kind, section, item, size, alpha, transform
    static let table = FieldTable<MeasurementField>()
  }

  /// The fields of a measurement.
  private struct MeasurementMembers {
    var path: IndexPath?
    var kind: String?
    var section: Int?
    var item = 0
    var size: Size?
    var alpha: Double?
    var transform: AffineTransform?
  }

  /// Reads measurements. Those of unknown ids are left out, and noted in `unknownMeasuredIDs`.
  func measurements(_ value: JSONValue, of target: ChangeTarget) -> [MeasuredElement] {
    var elements: [MeasuredElement] = []
    var first: [ElementPath: Int] = [:]
    lookUp(value, target.shownPositions) { $0["id"]?.string }
    array(value, "an array of measurements", taking: 512) { index, value in
      countItems(1)
      guard let element = measurement(value, of: target) else { return }
      if let other = first[element.path] {
        return fault("the element is measured twice: measurement \(other) is of the same element")
      }
      first[element.path] = index
      elements.append(element)
    }
    return elements
  }

  private func measurement(_ value: JSONValue, of target: ChangeTarget) -> MeasuredElement? {
    let faultsBefore = faults.count
    var members = MeasurementMembers()
    let isObject = object(value, MeasurementField.self, "a measurement: an object with \"size\"") {
      field, value in
      switch field {
      case .indexPath: members.path = measuredPath(value, of: target)
      case .id: members.path = measuredPath(ofID: value, target)
      case .kind: members.kind = clientName(value)
      case .section: members.section = position(value)
      case .item: set(&members.item, position(value))
      case .size: members.size = size(value)
      case .alpha: members.alpha = number(value, in: 0...1)
      case .transform: members.transform = transform(value)
      }
    }
    guard isObject else { return nil }
    require("size", of: value)
    if [value["indexPath"], value["id"], value["kind"]].count(where: { $0 != nil }) != 1 {
      fault("a measurement names its element by one of \"indexPath\", \"id\" and \"kind\" with \"section\"")
    }
    if value["kind"] == nil {
      for (name, member) in [("section", value["section"]), ("item", value["item"])] where member != nil {
        at(name) { fault("only an element that is named by its \"kind\" has a \"\(name)\"") }
      }
    } else {
      require("section", of: value)
      for (name, member) in [("alpha", value["alpha"]), ("transform", value["transform"])]
      where member != nil {
        at(name) { fault("only items take an alpha or a transform") }
      }
    }
    guard faults.count == faultsBefore, let size = members.size,
      let path = measuredElement(members, of: target)
    else { return nil }
    return MeasuredElement(
      path, Measurement(size: size, alpha: members.alpha, transform: members.transform))
  }

  private func measuredElement(_ members: MeasurementMembers, of target: ChangeTarget) -> ElementPath? {
    guard let kind = members.kind else { return members.path.map { .cell($0.section, $0.item) } }
    guard let section = members.section else { return nil }
    let path = ElementPath(
      kind: ElementKind(category: .supplementary, name: kind),
      indexPath: IndexPath(section: section, item: members.item))
    return existing(path, of: target)
  }

  private func measuredPath(_ value: JSONValue, of target: ChangeTarget) -> IndexPath? {
    indexPath(value).flatMap { existing($0, in: target.shownPositions.sections) }
  }

  private func measuredPath(ofID value: JSONValue, _ target: ChangeTarget) -> IndexPath? {
    guard let id = clientName(value) else { return nil }
    switch target.shownPositions.item(id) {
    case .one(let path): return path
    case .nothing:
      // Another client may have deleted the item while this one measured it.
      unknownMeasuredIDs.append(id)
    case .several: fault("more than one item has the id \(quoted(id))")
    }
    return nil
  }

  /// Returns the path if it is the path of an item.
  func existing(_ path: IndexPath, in sections: SectionList) -> IndexPath? {
    if path.section < sections.count, path.item < sections[path.section].items.count { return path }
    fault("there is no item at [\(path.section), \(path.item)]")
    return nil
  }

  /// Returns the path if the viewport's layout has the element.
  func existing(_ path: ElementPath, of target: ChangeTarget) -> ElementPath? {
    if target.has(path) { return path }
    fault("there is no \(quoted(path.kind.name)) at [\(path.indexPath.section), \(path.indexPath.item)]")
    return nil
  }
}
