/// The value of any setting of a text.
package enum TextSettingValue: Hashable, Sendable {
  case number(Double)
  case whole(Int)
  case flag(Bool)
  /// A name, such as that of a language or of a choice.
  case name(String)
  case names([String])
}

/// The type of a setting.
package protocol TextSettingType: Hashable, Sendable {
  /// Nil for a value of another type.
  init?(_ value: TextSettingValue)

  /// Nil for a setting that is left open.
  var value: TextSettingValue? { get }
}

/// A setting that has one of some names.
package protocol TextSettingChoice: TextSettingType, RawRepresentable, CaseIterable
where RawValue == String {}

extension TextSettingChoice {
  package init?(_ value: TextSettingValue) {
    guard case .name(let name) = value else { return nil }
    self.init(rawValue: name)
  }

  package var value: TextSettingValue? { .name(rawValue) }
}

extension Double: TextSettingType {
  package init?(_ value: TextSettingValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }

  package var value: TextSettingValue? { .number(self) }
}

extension Int: TextSettingType {
  package init?(_ value: TextSettingValue) {
    guard case .whole(let number) = value else { return nil }
    self = number
  }

  package var value: TextSettingValue? { .whole(self) }
}

extension Bool: TextSettingType {
  package init?(_ value: TextSettingValue) {
    guard case .flag(let flag) = value else { return nil }
    self = flag
  }

  package var value: TextSettingValue? { .flag(self) }
}

extension String: TextSettingType {
  package init?(_ value: TextSettingValue) {
    guard case .name(let name) = value else { return nil }
    self = name
  }

  package var value: TextSettingValue? { .name(self) }
}

extension Array: TextSettingType where Element == String {
  package init?(_ value: TextSettingValue) {
    guard case .names(let names) = value else { return nil }
    self = names
  }

  package var value: TextSettingValue? { .names(self) }
}

extension Optional: TextSettingType where Wrapped: TextSettingType {
  package init?(_ value: TextSettingValue) {
    guard let wrapped = Wrapped(value) else { return nil }
    self = wrapped
  }

  package var value: TextSettingValue? { flatMap { $0.value } }
}
