import JSON
import LayoutEngine

/// The text size that a template or a layout is read for: lengths may scale with it, and members may have other values at
/// the accessibility sizes.
package struct AdaptingReading {
  /// The text size, without regard to limits.
  private let preferred: ContentSizeCategory
  /// The limits that the views around the current one set.
  package var limits = ContentSizeCategory.all
  /// Whether anything that was read depends on the text size.
  package var isUsed = false

  /// Creates the state of reading for a text size.
  package init(_ category: ContentSizeCategory) { preferred = category }

  /// The text size, within the limits.
  package var category: ContentSizeCategory { preferred.limited(to: limits) }
}

/// Reads what depends on the text size, in a template or a layout.
extension DecodingContext {
  private enum ScaledField: String, FieldNames { case value, scaled }

  /// The member with the values at the accessibility sizes.
  package static let accessibilityMember = "accessibility"

  /// Calls `read` for the text size `large`, and for each other one if the result depends on it.
  ///
  /// - Returns: one result for each text size, from small to large, or the result for `large` alone; nil if that is nil or
  ///   if there are errors.
  package func readingForCategories<Result>(_ read: () -> Result?) -> [Result]? {
    let outer = adapting
    defer { adapting = outer }
    let faultsBefore = faults.count
    adapting = AdaptingReading(.large)
    guard let standard = read() else { return nil }
    guard adapting?.isUsed == true, faults.count == faultsBefore else { return [standard] }
    var results: [Result] = []
    for category in ContentSizeCategory.allCases {
      adapting = AdaptingReading(category)
      guard let result = category == .large ? standard : read(), faults.count == faultsBefore, !isStopped
      else {
        return nil
      }
      results.append(result)
      checkIsWaitedFor()
    }
    return results
  }

  /// Reads a length or a distance in points: a number, or in a template or a layout also one that scales with the size of a
  /// text style (`UIFontMetrics.scaledValue(for:)`).
  package func points(
    _ value: JSONValue, in range: ClosedRange<Double> = -Coordinate.limit...Coordinate.limit
  ) -> Double? {
    guard value.kind == .object, let category = adapting?.category else { return number(value, in: range) }
    adapting?.isUsed = true
    var length: Double?
    var style: TextStyle?
    let faultsBefore = faults.count
    object(value, ScaledField.self, "a number, or an object with \"value\" and \"scaled\"") { field, value in
      switch field {
      case .value: length = number(value, in: range)
      case .scaled: style = name(value, of: TextStyle.self)
      }
    }
    guard faults.count == faultsBefore else { return nil }
    guard let length = required(length, "value"), let style = required(style, "scaled") else { return nil }
    let scaled = length * DynamicType.growth(of: style, category)
    return min(max(scaled, range.lowerBound), range.upperBound)
  }

  /// Reads a length above 0 in points, or one that scales.
  func positiveLength(_ value: JSONValue) -> Double? {
    guard value.kind == .object, adapting != nil else { return positive(value) }
    guard let length = points(value, in: 0...Coordinate.limit) else { return nil }
    return length > 0 ? length : mismatch(value, "a length above 0")
  }

  /// Whether a value is a length that scales, where there may be one.
  func isScaled(_ value: JSONValue) -> Bool {
    adapting != nil && value.kind == .object && value["scaled"] != nil
  }

  /// Returns the limits of a text size, and reports those that exclude all sizes.
  ///
  /// - Parameters:
  ///   - least: `minimumContentSizeCategory`; nil is none.
  ///   - greatest: `maximumContentSizeCategory`; nil is none.
  package func categoryLimits(
    _ least: ContentSizeCategory?, _ greatest: ContentSizeCategory?
  ) -> ClosedRange<ContentSizeCategory>? {
    let (least, greatest) = (
      least ?? ContentSizeCategory.all.lowerBound, greatest ?? ContentSizeCategory.all.upperBound
    )
    if least <= greatest { return least...greatest }
    at("minimumContentSizeCategory") { fault("it is larger than \"maximumContentSizeCategory\"") }
    return nil
  }

  /// Reads an object by its members, which `accessibility` in it replaces at the accessibility sizes.
  ///
  /// - Parameters:
  ///   - names: the members of the object, besides `accessibility`.
  ///   - fixed: those of them that are the same at all sizes.
  /// - Returns: whether the value is an object.
  @discardableResult
  package func adaptingObject(
    _ value: JSONValue, _ expected: String, _ names: [String], except fixed: [String],
    _ read: (String, JSONValue) -> Void
  ) -> Bool {
    let replacing = accessibilityMembers(of: value)
    let isObject = object(value, expected, names + [Self.accessibilityMember]) { name, member in
      if name == Self.accessibilityMember {
        adapting?.isUsed = true
        if member.kind != .object {
          let _: Bool? = mismatch(member, "an object with other values of members")
        }
      } else if replacing?.member(named: name) == nil {
        read(name, member)
      }
    }
    guard isObject, let replacing else { return isObject }
    return at(Self.accessibilityMember) {
      object(replacing, "an object with other values of members", names.filter { !fixed.contains($0) }, read)
    }
  }

  /// Returns the members that take the place of an object's own at the text size that is read for; nil if there are none.
  package func accessibilityMembers(of value: JSONValue) -> JSONValue? {
    guard adapting?.category.isAccessibilityCategory == true, value.kind == .object,
      let members = value.member(named: Self.accessibilityMember), members.kind == .object
    else { return nil }
    return members
  }
}
