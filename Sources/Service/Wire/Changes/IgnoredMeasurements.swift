import CollectionModel
import LayoutEngine

/// The measurements of a request that were not applied.
package struct IgnoredMeasurements {
  /// The ids that no item has.
  var unknownIDs: [String]
  var elements: [IgnoredMeasurement]
  /// The sections of the elements.
  var sections: SectionList

  init(of step: CollectionStep, on viewport: String, unknownIDs: [String]) {
    self.unknownIDs = unknownIDs
    elements = step.measurementCounts(of: viewport).ignored
    sections = step.after.shown(on: viewport).state.sections
  }

  var isEmpty: Bool { unknownIDs.isEmpty && elements.isEmpty }
}

extension ResponseWriter where Self: ~Copyable {
  /// Writes the member `ignored`: the measurements that were not applied, with the reasons.
  mutating func ignored(_ ignored: IgnoredMeasurements) {
    guard !ignored.isEmpty else { return }
    var ids = ItemIDs(of: ignored.sections)
    key("ignored")
    beginArray()
    for id in ignored.unknownIDs {
      beginObject()
      key("id")
      string(id)
      key("reason")
      string("unknown_id")
      endObject()
    }
    for element in ignored.elements {
      let path = element.path.indexPath
      beginObject()
      if element.path.kind == .cell {
        if let id = ids[path.section, path.item] {
          key("id")
          string(id)
        }
      } else {
        key("kind")
        string(element.path.kind.name)
      }
      key("indexPath")
      indexPath(path)
      key("reason")
      string(element.reason.rawValue)
      endObject()
    }
    endArray()
  }
}
