@testable import LayoutEngine

/// Outlines: items with parents, and the operations on them.
extension RequestGenerator {
  /// Items of which most have a parent in front of them, some of them expanded.
  mutating func tree() -> String {
    var ids: [String] = []
    let items = (0...decisions.below(9)).map { _ in
      let id = id()
      var members = ["\"id\":\"\(id)\"", "\"isExpanded\":\(flag())"]
      if !ids.isEmpty, decisions.below(4) > 0 { members.append("\"parent\":\"\(decisions.pick(ids))\"") }
      ids.append(id)
      return Self.object(members + some([("size", { $0.size() }), ("estimatedSize", { $0.size() })]))
    }
    return "[\(items.joined(separator: ","))]"
  }

  /// A batch for the outlines of sections, which have one at least: of items that exist, mostly.
  mutating func outlineUpdates(of sections: SectionList) -> String {
    var ids: [String] = []
    for section in sections.outlinedSections {
      sections[section].outline?.forEachItem { id, _, _, _ in ids.append(id) }
    }
    if ids.isEmpty || decisions.once(in: 8) { ids.append("none") }
    return array(1, 5) { $0.outlineOperation(on: ids) }
  }

  private mutating func outlineOperation(on ids: [String]) -> String {
    func some(_ generator: inout RequestGenerator) -> String {
      generator.array(1, 3) { "\"\($0.decisions.pick(ids))\"" }
    }
    let members: [String] =
      switch decisions.below(9) {
      case 0, 1: ["\"op\":\"expandItems\"", "\"ids\":\(some(&self))"] + descendants()
      case 2, 3: ["\"op\":\"collapseItems\"", "\"ids\":\(some(&self))"] + descendants()
      case 4: ["\"op\":\"insertItems\"", place(among: ids), "\"items\":\(tree())"]
      case 5, 6: ["\"op\":\"moveItem\"", "\"id\":\"\(decisions.pick(ids))\"", place(among: ids)]
      case 7: ["\"op\":\"deleteItems\"", "\"ids\":\(some(&self))"]
      default:
        ["\"op\":\"\(decisions.pick(["reloadItems", "reconfigureItems"]))\"", "\"ids\":\(some(&self))"]
      }
    let animation = self.some([("animation", { $0.name(BatchUpdate.Animation.allCases.map(\.rawValue)) })])
    return Self.object(members + animation)
  }

  private mutating func descendants() -> [String] { some([("descendants", { $0.flag() })]) }

  private mutating func place(among ids: [String]) -> String {
    let name = decisions.pick(["into", "into", "before", "after"])
    let place = "\"\(name)\":\"\(decisions.pick(ids))\""
    return name == "into" && decisions.once(in: 3) ? place + ",\"edge\":\"start\"" : place
  }
}
