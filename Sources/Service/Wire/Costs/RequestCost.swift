import CollectionModel
import LayoutEngine

/// The memory and work of a request, estimated from its description before anything is laid out.
///
/// Both numbers grow with the described collection, and do not depend on the time of a run.
package struct RequestCost: Hashable, Sendable {
  /// Bytes of memory that the description and its layout need, not below the real use.
  package var bytes: Int
  /// Units of work; one is about an item of a list that is described, decoded and laid out.
  package var work: Double

  static let zero = RequestCost(bytes: 0, work: 0)

  static func + (a: RequestCost, b: RequestCost) -> RequestCost {
    RequestCost(bytes: a.bytes.addingWithinRange(b.bytes), work: a.work + b.work)
  }

  static func += (a: inout RequestCost, b: RequestCost) { a = a + b }
}

extension RequestCost {
  /// The cost of laying sections out by a kind of layout.
  ///
  /// - Complexity: O(s + n / c) for s sections and n items in chunks of c.
  package init(layingOut sections: SectionList, as kind: LayoutKind) {
    self = .zero
    let rates = CostRates(of: kind)
    sections.forEachSection { self += rates.cost(of: $0) }
  }

  /// The cost of making a change to a collection.
  ///
  /// A change that gives sections anew, or another layout, lays the whole collection out. A batch lays out what it
  /// names, and the rest where the kind shares nothing with the layout before.
  /// - Complexity: that of laying out; O(k) for a batch that names k items and sections.
  package init(_ change: CollectionChange, of before: CollectionState) {
    let kind = before.layout.kind
    switch change {
    case .snapshot(let sections): self.init(layingOut: sections, as: kind)
    case .layout(let layout): self.init(layingOut: before.sections, as: layout.kind)
    case .updates(let updates):
      let rates = CostRates(of: kind)
      self = updates.reduce(rates.relayout(of: before.sections)) { $0 + rates.cost(of: $1) }
    case .outlines(let edits):
      let rates = CostRates(of: kind)
      let reached = rates.outlinedItem.times(before.sections.reach(of: edits))
      self = edits.reduce(rates.relayout(of: before.sections) + reached) { $0 + rates.cost(of: $1) }
    case .measurements(let batch):
      let rates = CostRates(of: kind)
      self = rates.relayout(of: before.sections) + CostRates.measuredElement.times(batch.elements.count)
    default: self = CostRates(of: kind).relayout(of: before.sections)
    }
  }

  /// The cost of keeping a change, without the layouts that it needs for a moment.
  ///
  /// - Parameter kind: the layout of the collection, of which the elements of the change are.
  /// - Complexity: that of the change alone.
  package init(keeping change: CollectionChange, as kind: LayoutKind) {
    let rates = CostRates(of: kind)
    let few = SectionList([])
    switch change {
    case .snapshot(let sections): self.init(layingOut: sections, as: kind)
    case .updates(let updates): self = updates.reduce(rates.relayout(of: few)) { $0 + rates.cost(of: $1) }
    case .outlines(let edits): self = edits.reduce(rates.relayout(of: few)) { $0 + rates.cost(of: $1) }
    case .measurements(let batch), .contentSizes(let batch):
      self = rates.relayout(of: few) + CostRates.measuredElement.times(batch.elements.count)
    case .scrollSizes(let own, let content):
      let count = own.elements.count + content.elements.count
      self = rates.relayout(of: few) + CostRates.measuredElement.times(count)
    case .layout, .invalidation: self = rates.relayout(of: few)
    }
  }
}

extension RequestLimits {
  /// Rejects a computation that takes more memory than a request may.
  ///
  /// - Throws: `tooMuchMemory`, `memoryFull`.
  package func check(_ cost: RequestCost) throws(Problem) {
    var memory = RequestMemory(self)
    memory.add(cost.bytes)
    try memory.check()
  }
}

extension CollectionDescription {
  /// The cost of laying the collection out.
  ///
  /// - Complexity: O(s + n / c) for s sections and n items in chunks of c.
  package var cost: RequestCost { RequestCost(layingOut: state.sections, as: state.layout.kind) }
}

extension Int {
  /// The sum, or the largest number if it is beyond that.
  func addingWithinRange(_ other: Int) -> Int {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .min : .max) : sum
  }
}
