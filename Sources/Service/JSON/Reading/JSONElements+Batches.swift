/// Many elements in one call.
extension JSONElements {
  /// Reads numbers within a range into an array from its start, as many as it has room for; returns how many.
  ///
  /// Stops in front of any other element, which `next` returns.
  ///
  /// - Complexity: O(n), where n is the length of the text of the elements.
  public mutating func nextNumbers(
    into numbers: inout ContiguousArray<Double>, upTo most: Int, in range: ClosedRange<Double>
  ) -> Int {
    let most = Swift.min(most, numbers.count)
    return numbers.withUnsafeMutableBufferPointer { numbers in
      var count = 0
      while count < most, var place = nextStart(), let number = Self.number(at: &place),
        number >= range.lowerBound, number <= range.upperBound
      {
        (self.place, position) = (place, .behind)
        numbers[count] = number
        count &+= 1
      }
      return count
    }
  }

  /// Reads arrays of two numbers within a range into an array from its start, as many as it has room for; returns how
  /// many pairs.
  ///
  /// Stops in front of any other element, which `next` returns.
  ///
  /// - Complexity: O(n), where n is the length of the text of the elements.
  public mutating func nextPairs(
    into numbers: inout ContiguousArray<Double>, upTo most: Int, in range: ClosedRange<Double>
  ) -> Int {
    let most = Swift.min(most, numbers.count / 2)
    return numbers.withUnsafeMutableBufferPointer { numbers in
      var count = 0
      while count < most, var place = nextStart(), let (first, second) = Self.pair(at: &place),
        Swift.min(first, second) >= range.lowerBound, Swift.max(first, second) <= range.upperBound
      {
        (self.place, position) = (place, .behind)
        numbers[2 &* count] = first
        numbers[2 &* count &+ 1] = second
        count &+= 1
      }
      return count
    }
  }

  /// Goes behind the element that a record has read last.
  ///
  /// - Complexity: O(1)
  public mutating func skip(_ record: borrowing JSONRecord) {
    guard let end = record.end else { return }
    (place, position) = (end, .behind)
  }
}
