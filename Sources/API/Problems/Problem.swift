/// A refusal as a client reads it (RFC 9457).
public struct Problem: Error, Sendable {
  public var code: ProblemCode
  /// What happened, in words for the client: names fields and values, nothing internal.
  public var detail: String
  public var faults: [Fault]
  /// Where the body stopped being JSON.
  public var place: TextPlace?
  /// What an operator is told of it, and no client.
  public var cause: String?
  /// Header fields that belong to the refusal, such as `Allow`.
  public var headers: [(name: String, value: String)]

  public init(
    _ code: ProblemCode, _ detail: String, faults: [Fault] = [], place: TextPlace? = nil,
    headers: [(name: String, value: String)] = []
  ) {
    self.code = code
    self.detail = detail
    self.faults = faults
    self.place = place
    self.headers = headers
  }
}

/// A place in a text, counted from 1; columns in characters.
public struct TextPlace: Hashable, Sendable {
  public var line: Int
  public var column: Int
}

/// One thing that is wrong with a request, and where.
public struct Fault: Hashable, Sendable {
  /// A JSON pointer (RFC 6901) into the body.
  public var pointer: String
  public var detail: String
  /// Where in the text at the pointer, from 1 in characters, if the text is an expression.
  public var column: Int?

  public init(pointer: String, detail: String, column: Int? = nil) {
    self.pointer = pointer
    self.detail = detail
    self.column = column
  }
}
