/// A value that cannot be used: names the variable, what was given and what it takes.
struct SettingError: Error, CustomStringConvertible {
  var setting: Setting
  var given: String
  var takes: String

  var description: String {
    let shown = setting.isSecret ? "…" : given
    return "\(setting.flag) (\(setting.variable)) cannot be \"\(shown)\": it takes \(takes)"
  }
}
