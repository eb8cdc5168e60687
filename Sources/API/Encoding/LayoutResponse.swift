import JSON
import LayoutEngine

/// A solved layout on its way to the client, before it takes a form.
struct LayoutResponse {
  /// The name of the layout kind.
  var kind: String
  var contentSize: Size
  var elements: ElementList
  var sections: SectionList
  /// Of each section, how the request says which items it has; empty where the answer is to no such request.
  var itemsForms: [ItemsForm] = []
  /// The collection that is answered for, where it is one that is kept.
  var identity: CollectionIdentity?
  var visibleRect: Rect?
  /// Where scrolling comes to rest that ends at the visible rect, if the layout snaps to places.
  var targetContentOffset: Point?
  var warnings: [LayoutWarning]
  /// What its content was measured in spite of.
  var contentWarnings: [ContentWarning] = []
  /// The sections that scroll across.
  var orthogonalSections: [OrthogonalSection] = []
}

/// A kept collection at a version.
struct CollectionIdentity {
  var id: String
  var version: Int
}

extension LayoutResponse {
  /// The same with places counted from another point than the content's origin.
  func relative(to origin: Point) -> LayoutResponse {
    var answer = self
    let offset = Point(x: -origin.x, y: -origin.y)
    answer.elements.move(by: offset)
    for index in answer.orthogonalSections.indices {
      answer.orthogonalSections[index].frame = orthogonalSections[index].frame.moved(by: offset)
    }
    return answer
  }

  /// Writes the members that name the collection, if it is one that is kept.
  func writeIdentity(to json: inout JSONWriter) {
    guard let identity else { return }
    json.key("id")
    json.string(identity.id)
    json.key("version")
    json.number(identity.version)
  }
}

/// What an encoder may spend.
struct EncodingBudget {
  /// Bytes of the answer.
  var bytes: Int
  /// Asked now and then; an answer that nobody waits for is not written to its end.
  var isCancelled: () -> Bool = { false }
  /// What a client whose answer is too large is told to do.
  var remedy = "request less with \"visibleRect\""

  /// Throws when the answer grows beyond its limit, and now and then when nobody waits for it.
  @inline(__always)
  func check(row: Int, written: Int) throws(Problem) {
    if written > bytes { throw tooLarge }
    if row & 0xFFF == 0xFFF, isCancelled() {
      throw Problem(.deadlineExceeded, "The request was cancelled while its response was written.")
    }
  }

  /// Throws when so many elements cannot fit into the answer, before any is collected.
  func checkAll(_ count: Int, as form: ResponseFormat) throws(Problem) {
    if count > bytes / form.leastBytesPerElement { throw tooLarge }
  }

  var tooLarge: Problem {
    Problem(
      .answerTooLarge, "The response may have at most \(bytes) bytes; \(remedy).")
  }
}
