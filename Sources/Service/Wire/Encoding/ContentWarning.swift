/// A problem with a template that did not stop the measuring of content.
struct ContentWarning: Hashable, Sendable {
  enum Code: String, CaseIterable {
    case fontFamilyMissing = "font_family_missing"
    case hyphenationMissing = "hyphenation_missing"
    case percentageUnknown = "percentage_unknown"
    case constraintBroken = "constraint_broken"
    case layoutAmbiguous = "layout_ambiguous"
  }

  var code: Code
  var pointer: String
  var detail: String
  /// The number of elements with the problem.
  var count: Int
}
