import Foundation

/// An example that documentation shows and a test compiles.
public struct DocumentedExample {
  /// The lines of the first block of Swift code in an article, or in the docstrings of a file of Swift.
  public let shown: [String]
  /// The lines of the test between the comments `NAME begins.` and `NAME ends.`
  public let compiled: [String]

  /// Reads an example.
  ///
  /// - Parameters:
  ///   - name: the name in the comments of the test.
  ///   - documentation: the path of the file that shows it, from the folder `Sources`.
  ///   - test: the path of the test that compiles it.
  public init(_ name: String, in documentation: String, of test: String = #filePath) throws {
    guard let tests = test.range(of: "/Tests/") else { throw MissingExample(name: name, file: test) }
    let path = "\(test[..<tests.lowerBound])/Sources/\(documentation)"
    guard let shown = Self.block(try Self.lines(of: path).map(Self.uncommented), "```swift", "```") else {
      throw MissingExample(name: name, file: path)
    }
    guard let compiled = Self.block(try Self.lines(of: test), "// \(name) begins.", "// \(name) ends.") else {
      throw MissingExample(name: name, file: test)
    }
    (self.shown, self.compiled) = (shown, compiled)
  }

  private static func lines(of path: String) throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The text of a line of a docstring; any other line as it is.
  private static func uncommented(_ line: Substring) -> Substring {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("///") else { return line }
    return text.hasPrefix("/// ") ? text.dropFirst(4) : ""
  }

  /// The lines between two others, without the indentation of the first; nil if there are none.
  private static func block(_ lines: [Substring], _ start: String, _ end: String) -> [String]? {
    guard let first = lines.firstIndex(where: { $0.drop { $0 == " " } == start }) else { return nil }
    let indentation = lines[first].count - start.count
    let rest = lines[(first + 1)...]
    guard let last = rest.firstIndex(where: { $0.drop { $0 == " " } == end }), last > rest.startIndex else {
      return nil
    }
    return rest[..<last].map { String($0.dropFirst(indentation)) }
  }
}

/// The reason why an example cannot be compared: a file does not have it.
public struct MissingExample: Error {
  /// The name of the example.
  public var name: String
  /// The path of the file.
  public var file: String
}
