internal import CJansson

extension JSONValue {
  /// The element at an index.
  ///
  /// - Precondition: The value is an array and has that element.
  /// - Complexity: O(1)
  public subscript(index: Int) -> JSONValue {
    guard index >= 0, let element = json_array_get(node, index) else {
      preconditionFailure("no element \(index)")
    }
    return JSONValue(element)
  }

  /// The elements in order; none if the value is not an array.
  ///
  /// - Complexity: O(1)
  public var elements: JSONElements { JSONElements(array: self) }
}

/// The elements of an array in order.
public struct JSONElements: RandomAccessCollection {
  let array: JSONValue

  /// 0
  public let startIndex = 0
  /// The number of elements.
  public let endIndex: Int

  init(array: JSONValue) {
    self.array = array
    endIndex = json_array_size(array.node)
  }

  /// The element at an index.
  ///
  /// - Precondition: There is one.
  /// - Complexity: O(1)
  public subscript(index: Int) -> JSONValue { array[index] }
}
