/// A JSON pointer (RFC 6901) that follows a decoder down and up a document.
///
/// Pushing a literal key or an index copies no text; the text is created only when it is read.
public struct JSONPointer: Sendable, Hashable {
  private enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
  }

  private var steps: [Step] = []

  /// Creates the pointer to the whole document, whose text is empty.
  public init() {}

  /// Whether the pointer is to the whole document.
  ///
  /// - Complexity: O(1)
  public var isRoot: Bool { steps.isEmpty }

  /// Goes down to the member with a key.
  ///
  /// - Complexity: O(1) amortized
  public mutating func push(_ key: String) { steps.append(.key(key)) }

  /// Goes down to the element at an index.
  ///
  /// - Complexity: O(1) amortized
  public mutating func push(_ index: Int) { steps.append(.index(index)) }

  /// Goes up one level.
  ///
  /// - Precondition: the pointer is not to the whole document.
  /// - Complexity: O(1)
  public mutating func pop() { steps.removeLast() }

  /// Returns the pointer to a member of this value.
  ///
  /// - Complexity: O(n), where n is the depth.
  public func appending(_ key: String) -> JSONPointer {
    var longer = self
    longer.push(key)
    return longer
  }

  /// Returns the pointer to an element of this value.
  ///
  /// - Complexity: O(n), where n is the depth.
  public func appending(_ index: Int) -> JSONPointer {
    var longer = self
    longer.push(index)
    return longer
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer's text, such as `/sections/0/items/3/size`.
  ///
  /// - Complexity: O(n), where n is the length of the text.
  public var description: String {
    var text = ""
    for step in steps {
      text += "/"
      switch step {
      case .index(let index): text += String(index)
      case .key(let key):
        for scalar in key.unicodeScalars {
          switch scalar {
          case "~": text += "~0"
          case "/": text += "~1"
          default: text.unicodeScalars.append(scalar)
          }
        }
      }
    }
    return text
  }
}
