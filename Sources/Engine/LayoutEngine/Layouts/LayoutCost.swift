/// How much memory and computing the sections and items of a kind take, roughly; limits of requests follow from it.
package struct LayoutCost: Sendable {
  /// Bytes of a section, without its items and views.
  package let section: Int
  /// Bytes of an item that is laid out by itself, beside its description.
  package let item: Int
  /// The work for such an item; a row of a list is 1.
  package let work: Double
  /// Whether an item costs as much where its section gives nothing but the number of items.
  package let countsEveryItem: Bool
  /// Whether a change of one section lays out all of them.
  package let laysOutAnew: Bool

  init(section: Int, item: Int, work: Double, countsEveryItem: Bool = false, laysOutAnew: Bool = false) {
    self.section = section
    self.item = item
    self.work = work
    self.countsEveryItem = countsEveryItem
    self.laysOutAnew = laysOutAnew
  }
}
