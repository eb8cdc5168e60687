#if hasFeature(Embedded)
  // Sorting in a page. The standard library's algorithm is four kilobytes of code for each type that is sorted. Here the
  // code for a type only compares and copies, and one function, for all types, finds the order.

  extension Sequence {
    /// The elements in order; equal ones stay as they are to each other, as with the standard library.
    package func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
      let elements = Array(self)
      return StableOrder.indices(elements.count) { precedes(elements[$0], elements[$1]) }.map { elements[$0] }
    }
  }

  extension Sequence where Element: Comparable {
    /// The elements in ascending order; equal ones stay in their order.
    ///
    /// - Complexity: O(n log n) for n elements.
    package func sorted() -> [Element] { sorted { $0 < $1 } }
  }

  extension Array {
    /// Sorts the elements; those of which none precedes the other stay in their order.
    ///
    /// - Complexity: O(n log n) for n elements.
    package mutating func sort(by precedes: (Element, Element) -> Bool) { self = sorted(by: precedes) }
  }

  extension Array where Element: Comparable {
    /// Sorts the elements in ascending order; equal ones stay in their order.
    ///
    /// - Complexity: O(n log n) for n elements.
    package mutating func sort() { self = sorted { $0 < $1 } }
  }

  extension ContiguousArray {
    /// Sorts the elements; those of which none precedes the other stay in their order.
    ///
    /// - Complexity: O(n log n) for n elements.
    package mutating func sort(by precedes: (Element, Element) -> Bool) {
      self = ContiguousArray(sorted(by: precedes))
    }
  }

  extension ContiguousArray where Element: Comparable {
    /// Sorts the elements in ascending order; equal ones stay in their order.
    ///
    /// - Complexity: O(n log n) for n elements.
    package mutating func sort() { self = ContiguousArray(sorted { $0 < $1 }) }
  }

  /// The sort that all types of sequences share.
  package enum StableOrder {
    /// The indices of elements in the elements' order, by merging runs of twice the length until there is one.
    ///
    /// - Parameter precedes: whether the element at an index belongs before the one at another.
    /// - Complexity: O(n log n)
    @inline(never)
    package static func indices(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
      var order = Array(0..<count)
      // What is sorted anew is mostly in order still.
      if (1..<Swift.max(1, count)).allSatisfy({ !precedes($0, $0 - 1) }) { return order }
      var merged = order
      var width = 1
      while width < count {
        var start = 0
        while start < count {
          let middle = Swift.min(start + width, count)
          let end = Swift.min(middle + width, count)
          var (left, right) = (start, middle)
          for place in start..<end {
            if right == end || left < middle && !precedes(order[right], order[left]) {
              merged[place] = order[left]
              left += 1
            } else {
              merged[place] = order[right]
              right += 1
            }
          }
          start = end
        }
        swap(&order, &merged)
        width *= 2
      }
      return order
    }
  }
#endif
