import Constraints
import JSON
import LayoutEngine
import SelfSizing
import Wire

/// Reads what follows the text size in templates.
extension DecodingContext {
  /// The members that say how a template or a view, and what is in it, follows the text size.
  static let textSizeMembers = [
    "lengthsScaleWith", "minimumContentSizeCategory", "maximumContentSizeCategory",
  ]

  /// Reads a template: one form for each text size, from small to large, or one for all if they are the same.
  ///
  /// - Returns: nil if there are faults.
  func formsByTextSize(_ read: () -> CellTemplate?) -> [CellTemplate]? {
    let outer = textSize
    defer { textSize = outer }
    let faultsBefore = faults.count
    textSize = TextSizeScope(.large)
    guard let standard = read(), faults.count == faultsBefore else { return nil }
    guard textSize?.isVarying == true else { return [standard] }
    var forms: [CellTemplate] = []
    for category in ContentSizeCategory.allCases {
      textSize = TextSizeScope(category)
      guard let form = category == .large ? standard : read(), faults.count == faultsBefore, !isStopped
      else { return nil }
      forms.append(form)
      checkIsWaitedFor()
    }
    return forms
  }

  /// Reads a template, a view or a constraint, whose members say how it follows the text size.
  func followingTextSize<Result>(_ value: JSONValue, _ read: () -> Result) -> Result {
    guard let outer = textSize, value.kind == .object else { return read() }
    defer { restore(outer) }
    takeLimits(of: value, within: outer.limits)
    if let style = value["lengthsScaleWith"] {
      textSize?.isVarying = true
      at("lengthsScaleWith") { textSize?.style = name(style, of: TextStyle.self) }
    }
    return read()
  }

  /// Reads what belongs to a part of a template that was read before.
  func inTextSize<Result>(_ scope: TextSizeScope?, _ read: () -> Result) -> Result {
    let outer = textSize
    textSize = scope
    defer { if let outer { restore(outer) } }
    return read()
  }

  /// Goes back to the scope of the surrounding part.
  private func restore(_ outer: TextSizeScope) {
    let isVarying = textSize?.isVarying == true
    textSize = outer
    if isVarying { textSize?.isVarying = true }
  }

  private func takeLimits(of value: JSONValue, within outer: ClosedRange<ContentSizeCategory>) {
    func limit(_ member: String) -> ContentSizeCategory? {
      value.member(named: member).flatMap { value in at(member) { name(value, of: ContentSizeCategory.self) }
      }
    }
    let (least, greatest) = (limit("minimumContentSizeCategory"), limit("maximumContentSizeCategory"))
    if let least, let greatest, least > greatest {
      return at("minimumContentSizeCategory") { fault("it is larger than \"maximumContentSizeCategory\"") }
    }
    let lower = (least ?? outer.lowerBound).limited(to: outer)
    textSize?.limits = lower...max(lower, (greatest ?? outer.upperBound).limited(to: outer))
  }

  /// Reads a length or a distance in points, which scales if the part of the template says so.
  func points(
    _ value: JSONValue, in range: ClosedRange<Double> = -Coordinate.limit...Coordinate.limit
  ) -> Double? {
    number(value, in: range).map(scaled)
  }

  /// Returns a length in points as it is at the text size.
  func scaled(_ length: Double) -> Double {
    guard let factor = textSize?.factor, factor != 1 else { return length }
    return min(max(length * factor, -TemplateLimits.length), TemplateLimits.length)
  }
}
