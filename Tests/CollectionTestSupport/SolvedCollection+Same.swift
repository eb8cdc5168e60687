import CollectionModel
import LayoutEngine

extension SolvedCollection {
  /// The first difference from another collection; nil if there is none, in any element.
  package func difference(from other: SolvedCollection) -> String? {
    if version != other.version { return "version \(version), not \(other.version)" }
    if state.bounds != other.state.bounds {
      return "bounds \(String(describing: state.bounds)), not \(String(describing: other.state.bounds))"
    }
    if ids != other.ids { return "items \(ids), not \(other.ids)" }
    for section in 0..<state.sections.count {
      let (own, others) = (state.sections[section], other.state.sections[section])
      if own.id != others.id { return "section \(section) is \(own.id ?? "-"), not \(others.id ?? "-")" }
      for item in 0..<own.items.count
      where own.items.item(at: item)!.size != others.items.item(at: item)!.size {
        return "[\(section), \(item)] has another size"
      }
    }
    if layout.contentSize != other.layout.contentSize {
      return "content \(layout.contentSize), not \(other.layout.contentSize)"
    }
    let list = layout.elements(in: nil, visible: state.bounds)
    let others = other.layout.elements(in: nil, visible: state.bounds)
    if list.count != others.count { return "\(list.count) elements, not \(others.count)" }
    for row in 0..<list.count where list[row] != others[row] { return "\(list[row]), not \(others[row])" }
    return nil
  }
}
