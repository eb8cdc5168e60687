internal import CJansson

// The way in for large numeric arrays: no view, optional or error is made for an element. Both functions
// stop at what they do not take and say where, so that a decoder can take that element by the slow road
// (another form of a size, or a fault to report) and go on behind it.
extension JSONValue {
  /// Returns the index of the first element from `start` on that is not a number, or the count if all are;
  /// the numbers before it are in `numbers`, at their own indices.
  ///
  /// - Precondition: `numbers` has a place for every element.
  /// - Complexity: O(n), where n is the number of elements.
  public func readNumbers(from start: Int = 0, into numbers: inout MutableSpan<Double>) -> Int {
    let count = json_array_size(node)
    precondition(start >= 0 && numbers.count >= count, "too few places")
    var index = start
    while index < count, let element = json_array_get(node, index), element.pointee.type == JSON_REAL {
      numbers[index] = json_real_value(element)
      index += 1
    }
    return index
  }

  /// Returns the index of the first element from `start` on that is not an array of two numbers, or the
  /// count if all are; the pair at index i is in `numbers` at 2i and 2i + 1.
  ///
  /// - Precondition: `numbers` has two places for every element.
  /// - Complexity: O(n), where n is the number of elements.
  public func readPairs(from start: Int = 0, into numbers: inout MutableSpan<Double>) -> Int {
    let count = json_array_size(node)
    precondition(start >= 0 && numbers.count >= 2 * count, "too few places")
    var index = start
    while index < count, let element = json_array_get(node, index), let pair = JSONValue(element).pair {
      numbers[2 * index] = pair.0
      numbers[2 * index + 1] = pair.1
      index += 1
    }
    return index
  }

  /// The two numbers of an array of two numbers, or nil: the compact form of a size or a point.
  ///
  /// - Complexity: O(1)
  public var pair: (Double, Double)? {
    guard json_array_size(node) == 2,
      let first = json_array_get(node, 0), let second = json_array_get(node, 1),
      first.pointee.type == JSON_REAL, second.pointee.type == JSON_REAL
    else { return nil }
    return (json_real_value(first), json_real_value(second))
  }
}
