import CollectionModel
import LayoutEngine

/// A content offset that shows an item, as a response.
package struct ScrollTargetResponse {
  var target: ScrollTarget
  /// The sections as the viewport shows them.
  var sections: SectionList

  /// Creates a response of a target among the sections that the viewport shows.
  package init(target: ScrollTarget, sections: SectionList) {
    self.target = target
    self.sections = sections
  }
}

extension ScrollTargetResponse: ResponseBody {
  package func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("contentOffset")
    writer.point(target.contentOffset)
    if let own = target.orthogonalOffset {
      writer.key("orthogonalOffset")
      writer.orthogonalOffset(own)
    }
    writer.key("exact")
    writer.bool(target.isExact)
    writer.key("error")
    writer.number(target.error)
    writer.key("measureFirst")
    writer.itemReferences(target.measureFirst, of: sections)
    writer.endObject()
  }
}
