/// The sums of the first lengths of some: of none, of one, of two and so on up to all.
struct PrefixSums: Sendable {
  /// The coarse part of each sum.
  private(set) var coarse: ContiguousArray<Double>
  /// The fine part of each; empty where all are 0, as sums of whole points and of halves are.
  private(set) var fine: ContiguousArray<UInt32> = []

  /// The sum of no lengths.
  init() { coarse = [0] }

  private init(coarse: ContiguousArray<Double>, fine: ContiguousArray<UInt32>) {
    self.coarse = coarse
    self.fine = fine
  }

  /// Not even the sum of no lengths.
  static let none = PrefixSums(coarse: [], fine: [])

  var isEmpty: Bool { coarse.isEmpty }

  /// The number of lengths; -1 in `none`.
  var count: Int { coarse.count - 1 }

  /// The sum of that many lengths.
  @inline(__always)
  subscript(count: Int) -> LengthSum {
    LengthSum(coarse: coarse[count], fine: fine.isEmpty ? 0 : fine[count])
  }

  /// The sum of all.
  @inline(__always)
  var last: LengthSum { self[coarse.count - 1] }

  /// The least number of lengths whose sum is greater than a length; one more than there are where none is.
  ///
  /// - Complexity: O(log n) for n lengths.
  func count(beyond length: Double) -> Int {
    fine.isEmpty ? coarse.bisect { $0 > length } : coarse.indices.bisect { self[$0].value > length }
  }

  /// The sums of the first lengths.
  func prefix(_ count: Int) -> PrefixSums {
    PrefixSums(
      coarse: ContiguousArray(coarse.prefix(count + 1)), fine: ContiguousArray(fine.prefix(count + 1)))
  }

  mutating func reserveCapacity(_ count: Int) { coarse.reserveCapacity(count + 1) }

  mutating func append(_ length: Double) { append(sum: last.adding(length)) }

  /// Appends the length with which the sum is that one.
  @inline(__always)
  mutating func append(sum: LengthSum) {
    coarse.append(sum.coarse)
    if !fine.isEmpty {
      fine.append(sum.fine)
    } else if sum.fine != 0 {
      fillFine(coarse.count - 1)
      fine.append(sum.fine)
    }
  }

  /// Appends lengths that a closure writes.
  ///
  /// - Parameter limit: the most lengths that it writes.
  @inline(__always)
  mutating func append(upTo limit: Int, _ write: (inout OutputSpan<Double>) -> Void) {
    let first = coarse.count
    coarse.append(addingCapacity: limit, initializingWith: write)
    sum(from: first)
  }

  /// Moves the coarse parts out, so that lengths can be appended to them, until `put` is called. For loops that write two
  /// arrays at once: with a closure for each, the compiler inlines neither.
  @inline(__always)
  mutating func takeCoarse() -> ContiguousArray<Double> {
    var parts: ContiguousArray<Double> = []
    swap(&parts, &coarse)
    return parts
  }

  /// Puts the coarse parts back, and adds up the lengths that are behind the first ones.
  @inline(__always)
  mutating func put(_ parts: consuming ContiguousArray<Double>, addingFrom first: Int) {
    coarse = parts
    sum(from: first)
  }

  /// Appends some consecutive lengths of others.
  mutating func append(_ lengths: Range<Int>, of other: PrefixSums) {
    let (start, before) = (last, other[lengths.lowerBound])
    if fine.isEmpty, other.fine.isEmpty {
      let shift = start.coarse - before.coarse
      for count in lengths.lowerBound + 1..<lengths.upperBound + 1 {
        coarse.append(other.coarse[count] + shift)
      }
      return
    }
    fillFine()
    for count in lengths.lowerBound + 1..<lengths.upperBound + 1 {
      let sum = start + (other[count] - before)
      coarse.append(sum.coarse)
      fine.append(sum.fine)
    }
  }

  /// Replaces the lengths from one on, which stand in the places of the coarse parts, by the sums up to each.
  @inline(never)
  private mutating func sum(from first: Int) {
    var place = first
    if fine.isEmpty {
      var sum = coarse[first - 1]
      var sums = coarse.mutableSpan
      while place < sums.count {
        let length = sums[place]
        guard LengthSum.coarsePart(of: length) == length else { break }
        sum += length
        sums[place] = sum
        place += 1
      }
    }
    if place < coarse.count { sumFinely(from: place) }
  }

  private mutating func sumFinely(from first: Int) {
    fillFine(first)
    let start = self[first - 1]
    PrefixSums.sum(&coarse, &fine, from: first, after: start)
  }

  private static func sum(
    _ coarse: inout ContiguousArray<Double>, _ fine: inout ContiguousArray<UInt32>, from first: Int,
    after start: LengthSum
  ) {
    var sum = start
    var sums = coarse.mutableSpan
    fine.append(addingCapacity: sums.count - first) { rests in
      for place in first..<sums.count {
        sum = sum.adding(sums[place])
        sums[place] = sum.coarse
        rests.append(sum.fine)
      }
    }
  }

  /// Writes down the fine parts of the first sums, all of which are 0.
  private mutating func fillFine(_ count: Int? = nil) {
    guard fine.isEmpty else { return }
    fine.reserveCapacity(coarse.capacity)
    fine.append(contentsOf: repeatElement(0, count: count ?? coarse.count))
  }
}
