/// What an element is called.
struct ElementNames {
  /// The name that a client gave its item; a label may cut it.
  var id: String?
  /// The name that every element has; never cut, because half an index path is another one.
  var full: String
  /// What is left of the full name where there is little room, if that still says something.
  var short: String?
}
