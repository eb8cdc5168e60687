/// A function that bytes of any kind must neither end nor make break a promise.
public struct FuzzTarget: Sendable {
  public let name: String
  /// The most bytes that one input needs.
  public let longestInput: Int
  /// Inputs to begin with, besides those of the corpus.
  public let seeds: @Sendable () -> [[UInt8]]
  private let body: @Sendable ([UInt8]) throws(Violation) -> Void

  init(
    _ name: String, longestInput: Int = 4096, seeds: @escaping @Sendable () -> [[UInt8]] = { [] },
    _ body: @escaping @Sendable ([UInt8]) throws(Violation) -> Void
  ) {
    self.name = name
    self.longestInput = longestInput
    self.seeds = seeds
    self.body = body
  }

  /// Runs the target once.
  ///
  /// - Throws: the promise that the code under test broke.
  public func run(_ input: [UInt8]) throws(Violation) { try body(input) }

  /// Every target, the cheap ones first.
  public static let all: [FuzzTarget] = [
    .json, .expressions, .visualFormat, .requestTargets, .headerFields, .framing, .gzip, .batches, .snapshots,
    .outlines, .constraints, .stacks, .flex,
    .storedStates, .storedEntries, .imports, .text, .textRuns, .fonts, .connections, .requests, .layouts,
    .diffs,
    .collections,
  ]

  /// The target of that name; nil if there is none.
  public static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// A promise that the code under test broke for some input.
public struct Violation: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless a condition holds.
func promise(
  _ condition: Bool, _ description: @autoclosure () -> String
) throws(Violation) {
  if !condition { throw Violation(description()) }
}

extension [UInt8] {
  /// The bytes of a text.
  init(_ text: String) { self = Array(text.utf8) }

  /// The bytes as text; bytes that are not UTF-8 become replacement characters.
  var text: String { String(decoding: self, as: UTF8.self) }
}
