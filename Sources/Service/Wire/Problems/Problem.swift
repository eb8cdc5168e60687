/// An error response for a client (RFC 9457 problem details).
public struct Problem: Error, Sendable {
  /// The code, which decides status and title.
  public var code: ProblemCode
  /// A description for the client: it names fields and values, and nothing internal.
  public var detail: String
  /// The errors of the request, each with its position; empty if there is none to point at.
  public var faults: [Fault]
  /// The viewport whose movement is in the way.
  var viewport: String?
  /// The quota that the request would exceed.
  public var quota: ReachedQuota?
  /// The position of a syntax error in the body.
  public var place: TextPlace?
  /// The cause for the operator's log, which no client sees.
  public var cause: String?
  /// Header fields of the response, such as `Allow`.
  public var headers: [(name: String, value: String)]

  /// Creates a problem with its description for the client.
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

/// A position in a text: line and column in characters, from 1.
public struct TextPlace: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column in characters, from 1.
  public var column: Int

  /// Creates a position of a line and a column, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// One error in a request, and its position.
public struct Fault: Hashable, Sendable {
  /// A JSON pointer (RFC 6901) into the body.
  public var pointer: String
  /// The error in a sentence for the client.
  public var detail: String
  /// The column in the text at the pointer, in characters from 1, if the text is an expression or a visual format.
  public var column: Int?

  /// Creates an error at a JSON pointer.
  public init(pointer: String, detail: String, column: Int? = nil) {
    self.pointer = pointer
    self.detail = detail
    self.column = column
  }
}
