import Diagnostics

/// Parses a visual format by the grammar in the appendix "Visual Format Language" of Apple's Auto Layout Guide.
///
/// Like UIKit's parser, it also accepts a single predicate between dashes without parentheses (`->=8-`,
/// `-8@750-`), and white space between any two tokens.
struct VisualFormatParser {
  private var lexer: VisualFormatLexer
  private var token: VisualFormatLexer.Token
  private let context: VisualFormatContext

  init(_ text: String, _ context: VisualFormatContext) throws(VisualFormatError) {
    lexer = VisualFormatLexer(text)
    token = try lexer.next()
    self.context = context
  }

  /// Parses a whole format.
  ///
  /// - Complexity: O(l) for a text of length l.
  mutating func parse() throws(VisualFormatError) -> (
    axis: LayoutAttribute.Axis, pieces: [VisualFormatPiece]
  ) {
    let axis = try orientation()
    var pieces: [VisualFormatPiece] = []
    var connection = VisualFormatPiece.Connection.flush
    if try take(.superview) {
      pieces.append(VisualFormatPiece(connection: .flush, item: .superview, predicates: []))
      connection = try self.connection()
      pieces.append(try view(after: connection, expected: "\"[\" and a view"))
    } else {
      pieces.append(try view(after: .flush, expected: "\"H:\", \"V:\", \"|\" or \"[\""))
    }
    while token != .end {
      connection = try self.connection()
      if try take(.superview) {
        pieces.append(VisualFormatPiece(connection: connection, item: .superview, predicates: []))
        guard token == .end else { throw expected("the end after the superview") }
      } else {
        let wanted = connection == .flush ? "\"-\", \"[\", \"|\" or the end" : "\"[\" and a view, or \"|\""
        pieces.append(try view(after: connection, expected: wanted))
      }
    }
    return (axis, pieces)
  }

  private mutating func orientation() throws(VisualFormatError) -> LayoutAttribute.Axis {
    guard case .name(let name) = token else { return .horizontal }
    guard name == "H" || name == "V" else { throw expected("\"H:\", \"V:\", \"|\" or \"[\"") }
    try advance()
    try expect(.colon, "\":\" after \"\(name)\"")
    return name == "H" ? .horizontal : .vertical
  }

  private mutating func view(
    after connection: VisualFormatPiece.Connection, expected wanted: String
  ) throws(VisualFormatError) -> VisualFormatPiece {
    try expect(.openView, wanted)
    guard case .name(let name) = token else { throw expected("a view's name") }
    guard context.viewNames.contains(name) else {
      throw error(.unknownView(name, nearest: NearestName.to(name, among: context.views)))
    }
    try advance()
    var predicates: [VisualFormatPiece.Predicate] = []
    if try take(.open) {
      predicates = try predicateList(ofView: true)
      try expect(.closeView, "\"]\" after the view's predicates")
    } else {
      try expect(.closeView, "\"]\" or \"(\" after the view's name")
    }
    return VisualFormatPiece(connection: connection, item: .view(name), predicates: predicates)
  }

  private mutating func connection() throws(VisualFormatError) -> VisualFormatPiece.Connection {
    guard try take(.dash) else { return .flush }
    switch token {
    case .symbol(.openView), .symbol(.superview): return .standard
    case .symbol(.open):
      try advance()
      let predicates = try predicateList(ofView: false)
      try expect(.dash, "\"-\" after the distance")
      return .predicates(predicates)
    case .symbol(.dash): throw try dashAfterDash()
    case .number, .name, .symbol(.isEqual), .symbol(.isAtMost), .symbol(.isAtLeast):
      let predicates = [try predicate(ofView: false)]
      try expect(.dash, "\"-\" after the distance")
      return .predicates(predicates)
    default: throw expected("a distance, \"[\" and a view, or \"|\"")
    }
  }

  /// Returns the error for one dash after another.
  private mutating func dashAfterDash() throws(VisualFormatError) -> VisualFormatError {
    let (found, unexpected) = (error(.negativeDistance), expected("a distance, \"[\" and a view, or \"|\""))
    try advance()
    if case .number = token { return found }
    return unexpected
  }

  /// Parses predicates after an opening parenthesis, up to the closing one.
  private mutating func predicateList(
    ofView isView: Bool
  ) throws(VisualFormatError) -> [VisualFormatPiece.Predicate] {
    var predicates = [try predicate(ofView: isView)]
    while try take(.comma) { predicates.append(try predicate(ofView: isView)) }
    try expect(.close, "\",\" or \")\"")
    return predicates
  }

  private mutating func predicate(
    ofView isView: Bool
  ) throws(VisualFormatError) -> VisualFormatPiece.Predicate {
    var relation = Relation.equal
    if try take(.isAtMost) {
      relation = .lessThanOrEqual
    } else if try take(.isAtLeast) {
      relation = .greaterThanOrEqual
    } else {
      _ = try take(.isEqual)
    }
    let object = try object(ofView: isView)
    let priority = try take(.at) ? try self.priority() : .required
    return VisualFormatPiece.Predicate(relation: relation, object: object, priority: priority)
  }
}

extension VisualFormatParser {
  private mutating func object(ofView isView: Bool) throws(VisualFormatError) -> VisualFormatPiece.Object {
    // The grammar tries a constant first, so a metric hides a view of the same name.
    if isView, case .name(let name) = token, context.metrics[name] == nil {
      guard context.viewNames.contains(name) else {
        let names = context.metricNames + context.views
        throw error(.unknownName(name, nearest: NearestName.to(name, among: names)))
      }
      try advance()
      return .view(name)
    }
    let offset = lexer.offset
    let wanted = isView ? "a relation, a number, a metric or a view" : "a relation, a number or a metric"
    let number = try number(expected: wanted)
    guard abs(number) <= TemplateLimits.length else {
      throw VisualFormatError(reason: .numberTooLarge, offset: offset)
    }
    return .points(number)
  }

  private mutating func priority() throws(VisualFormatError) -> Priority {
    let offset = lexer.offset
    guard let priority = Priority(try number(expected: "a priority: a number or a metric")) else {
      throw VisualFormatError(reason: .priorityOutOfBounds, offset: offset)
    }
    return priority
  }

  /// Parses a number, which may have a sign, or a metric.
  private mutating func number(expected wanted: String) throws(VisualFormatError) -> Double {
    let isNegative = try take(.dash)
    switch token {
    case .number(let number):
      try advance()
      return isNegative ? -number : number
    case .name(let name) where !isNegative:
      guard let number = context.metrics[name] else { throw unknownMetric(name) }
      try advance()
      return number
    default: throw expected(isNegative ? "a number after \"-\"" : wanted)
    }
  }

  private func unknownMetric(_ name: String) -> VisualFormatError {
    if context.viewNames.contains(name) { return error(.viewAsNumber(name)) }
    return error(.unknownMetric(name, nearest: NearestName.to(name, among: context.metricNames)))
  }

  private mutating func advance() throws(VisualFormatError) { token = try lexer.next() }

  private mutating func take(_ symbol: VisualFormatLexer.Symbol) throws(VisualFormatError) -> Bool {
    guard token == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  private mutating func expect(
    _ symbol: VisualFormatLexer.Symbol, _ wanted: String
  ) throws(VisualFormatError) {
    guard try take(symbol) else { throw expected(wanted) }
  }

  private func expected(_ wanted: String) -> VisualFormatError {
    error(.expected(wanted, got: token.displayName))
  }

  private func error(_ reason: VisualFormatError.Reason) -> VisualFormatError {
    VisualFormatError(reason: reason, offset: lexer.offset)
  }
}

/// One view, or the superview, of a parsed visual format.
struct VisualFormatPiece {
  /// The length that a predicate compares with.
  enum Object: Hashable {
    case points(Double)
    case view(String)
  }

  struct Predicate: Hashable {
    var relation: Relation
    var object: Object
    var priority: Priority
  }

  /// The distance between two neighbours.
  enum Connection: Hashable {
    /// No distance: they touch.
    case flush
    /// A bare `-`.
    case standard
    case predicates([Predicate])
  }

  /// The distance to the piece before; unused in the first piece.
  var connection: Connection
  var item: LayoutItem
  /// The predicates on the view's own length.
  var predicates: [Predicate]
}
