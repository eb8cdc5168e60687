import LayoutEngine

/// A solved layout on its way to the client, before it takes a form.
struct LayoutAnswer {
  var kind: LayoutKindName
  var contentSize: Size
  var elements: ElementList
  var sections: SectionList
  /// Of each section, how the request says which items it has.
  var itemsForms: [ItemsForm]
  var visibleRect: Rect?
  /// Where scrolling comes to rest that ends at the visible rect, if the layout snaps to places.
  var targetContentOffset: Point?
  var warnings: [LayoutWarning]
  /// The sections that scroll across.
  var orthogonalSections: [OrthogonalSection] = []
}

/// What an encoder may spend.
struct EncodingBudget {
  /// Bytes of the answer.
  var bytes: Int
  /// Asked now and then; an answer that nobody waits for is not written to its end.
  var isCancelled: () -> Bool = { false }

  /// Throws when the answer grows beyond its limit, and now and then when nobody waits for it.
  @inline(__always)
  func check(row: Int, written: Int) throws(Problem) {
    if written > bytes { throw tooLarge }
    if row & 0xFFF == 0xFFF, isCancelled() {
      throw Problem(.deadlineExceeded, "The request was given up while its answer was written.")
    }
  }

  var tooLarge: Problem {
    Problem(
      .answerTooLarge,
      "The answer may have \(bytes) bytes at most; ask for less of it with \"visibleRect\".")
  }
}
