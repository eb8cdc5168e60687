import HTTPServer

@testable import LayoutEngine

/// Changes of a collection.
extension RequestGenerator {
  /// A batch for sections, with positions that mostly exist.
  mutating func updates(of sections: SectionList, _ kind: LayoutKind) -> String {
    array(1, 4) { $0.operation(on: sections, kind) }
  }

  private mutating func operation(on sections: SectionList, _ kind: LayoutKind) -> String {
    let (path, section) = (path(in: sections), self.section(in: sections))
    let members: [String] =
      switch decisions.below(9) {
      case 0: ["\"op\":\"deleteItems\"", "\"at\":[\(path)]"]
      case 1: ["\"op\":\"insertItems\"", "\"at\":[\(path)]", "\"items\":[\(item())]"]
      case 2: ["\"op\":\"moveItem\"", "\"from\":\(path)", "\"to\":\(self.path(in: sections))"]
      case 3: ["\"op\":\"reloadItems\"", "\"at\":[\(path)]", "\"items\":[\(item())]"]
      case 4: ["\"op\":\"reconfigureItems\"", "\"at\":[\(path)]"]
      case 5: ["\"op\":\"deleteSections\"", "\"at\":[\(section)]"]
      case 6:
        ["\"op\":\"insertSections\"", "\"at\":[\(section)]", "\"sections\":[\(self.section(of: kind))]"]
      case 7: ["\"op\":\"moveSection\"", "\"from\":\(section)", "\"to\":\(self.section(in: sections))"]
      default:
        ["\"op\":\"reloadSections\"", "\"at\":[\(section)]", "\"sections\":[\(self.section(of: kind))]"]
      }
    let animation = some([("animation", { $0.name(BatchUpdate.Animation.allCases.map(\.rawValue)) })])
    return Self.object(members + animation)
  }

  /// The number of a section, or the one after the last.
  private mutating func section(in sections: SectionList) -> Int { decisions.below(sections.count + 1) }

  /// The index path of an item, or the one after the last of a section.
  mutating func path(in sections: SectionList) -> String {
    let section = section(in: sections)
    let count = section < sections.count ? sections[section].items.count : 0
    return "[\(section),\(decisions.below(count + 1))]"
  }
}

/// Requests that change a stored collection.
extension RequestGenerator {
  /// A request of any kind for a collection with sections of a kind of layout; the path follows that of the collection.
  mutating func change(
    of sections: SectionList, _ kind: LayoutKind
  ) -> (method: Method, path: String, body: String) {
    switch decisions.below(12) {
    case 0, 1, 2:
      let isOutlined = sections.hasOutlines && decisions.below(3) > 0
      let updates = isOutlined ? outlineUpdates(of: sections) : updates(of: sections, kind)
      let viewport = isOutlined && decisions.once(in: 3) ? "?viewport=second" : ""
      return (.post, "/updates" + viewport, "{\"updates\":\(updates)}")
    case 3: return (.put, "/snapshot", "{\"sections\":\(self.sections(of: kind))}")
    case 4, 5:
      let path = path(in: sections)
      return (.post, "/measurements", "{\"measurements\":[{\"indexPath\":\(path),\"size\":\(size())}]}")
    case 6:
      let body = decisions.pick(["{\"everything\":true}", "{\"dataSourceCounts\":true}", "{}"])
      return (.post, "/invalidations", body)
    case 7: return (.put, "/layout", "{\"layout\":\(layout(decisions.pick(LayoutKind.all)))}")
    case 8:
      let outline = decisions.pick(["", ",\"outline\":\"own\"", ",\"outline\":\"shared\""])
      return (.put, "/viewports/second", "{\"bounds\":\(rect()),\"container\":\(container())\(outline)}")
    case 9: return (.post, "/movement", "{\"indexPath\":\(path(in: sections))}")
    case 10:
      let bodies = [
        "{\"targetPosition\":\(point())}", "{\"targetIndexPath\":\(path(in: sections))}",
      ]
      return (.patch, "/movement", decisions.pick(bodies))
    default: return (.put, "/bounds", "{\"bounds\":\(rect())}")
    }
  }
}
