import CollectionModel
import LayoutEngine

extension ResponseWriter where Self: ~Copyable {
  /// Writes the facts about a window, as members of an object that has been begun.
  mutating func windowFacts(_ facts: WindowFacts) {
    key("itemCounts")
    list(facts.itemCounts) { writer, counted in
      writer.beginObject()
      writer.key("section")
      writer.number(counted.section)
      writer.key("count")
      writer.number(counted.count)
      writer.endObject()
    }
    if facts.itemsBehind > 0 {
      key("itemsBehind")
      number(facts.itemsBehind)
    }
    if !facts.pinRanges.isEmpty {
      key("pinRanges")
      list(facts.pinRanges) { $0.pinRange($1) }
    }
    orthogonalSections(facts.orthogonalSections, scrolledBy: facts.orthogonalOffsets)
    if let isMirrored = facts.isMirrored {
      key("isMirrored")
      bool(isMirrored)
    }
  }

  private mutating func pinRange(_ range: PinRange) {
    beginObject()
    elementKind(range.kind)
    key("indexPath")
    indexPath(range.indexPath)
    key("least")
    number(range.least)
    key("most")
    number(range.most)
    endObject()
  }
}
