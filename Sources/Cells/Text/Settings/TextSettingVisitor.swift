/// Goes through the settings of a text, each with its name, its form and its value.
///
/// `ParagraphStyle.settings`, `TextRunAttributes.settings` and the settings of a template declare each setting once, by
/// handing it to a visitor. Everything that concerns all settings is a visitor: checking their ranges, merging those of a
/// run with those of its text, reading them by name, writing them as CSS.
package protocol TextSettingVisitor {
  /// Visits a setting of a whole text.
  ///
  /// - Parameter name: as in JSON.
  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ value: inout Value)

  /// Visits a setting that a run may have of its own.
  ///
  /// - Parameters:
  ///   - own: the value of the run; nil for that of its text.
  ///   - text: the value of the text.
  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ own: inout Value?, over text: inout Value)

  /// Visits a setting that a run may have of its own, and that its text may leave open too.
  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ own: inout Value?, over text: inout Value?)

  /// Visits the settings that make up the font.
  mutating func font(_ own: inout TextRunAttributes, over text: inout TextAttributes)
}

extension TextSettingVisitor {
  package mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ own: inout Value?, over text: inout Value
  ) {
    setting(name, form(), &own)
  }

  package mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ own: inout Value?, over text: inout Value?
  ) {
    setting(name, form(), &own)
  }

  package mutating func font(_ own: inout TextRunAttributes, over text: inout TextAttributes) {
    TextRunAttributes.font(&own, over: &text, &self)
  }
}

/// Replaces the values of a text by those that a run has of its own.
struct TextSettingMerger: TextSettingVisitor {
  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ value: inout Value
  ) {}

  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ own: inout Value?, over text: inout Value
  ) {
    if let own { text = own }
  }

  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ own: inout Value?, over text: inout Value?
  ) {
    if let own { text = own }
  }
}

/// Finds the first number of a text that is out of range.
struct TextSettingValidator: TextSettingVisitor {
  private(set) var error: TextError?

  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ value: inout Value
  ) {
    guard error == nil, case .number(let number)? = value.value, !form().allows(number) else { return }
    error = .invalid(TextError.Parameter(name))
  }

  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ own: inout Value?, over text: inout Value
  ) {
    setting(name, form(), &text)
  }

  mutating func setting<Value: TextSettingType>(
    _ name: String, _ form: @autoclosure () -> TextSettingForm, _ own: inout Value?, over text: inout Value?
  ) {
    setting(name, form(), &text)
  }

  /// Throws the error, if there is one.
  func finish() throws(TextError) { if let error { throw error } }
}
