/// Environment variables with the prefix of settings that belong to none: probably one is misspelt.
struct UnknownVariables: Error, CustomStringConvertible {
  var names: [String]

  var description: String {
    names.map { "\($0) is no setting of this version" }.joined(separator: "; ")
      + ". Unset it, or see tessera serve --help."
  }

  /// Whether a variable may be in the environment for another reason.
  static func isForOthers(_ name: String) -> Bool { ofTools.contains(name) || isOfServiceLink(name) }

  /// Variables of the tools that build and test the service, which start it too.
  private static let ofTools = Set(
    [
      "ALONE", "BUILD", "BUILD_FLAGS", "ENGINE", "EXTREMES", "JSON_TEXTS", "OPTIMISED", "RECORD_RESPONSES",
      "SANITIZER", "TESTS", "TEST_EFFORT", "VUE", "WARNINGS", "WEB",
    ].map { "TESSERA_\($0)" })

  /// Whether Kubernetes sets a variable: it describes each service of a namespace to every container, and a service may be
  /// called tessera.
  private static func isOfServiceLink(_ name: String) -> Bool {
    let parts = /TESSERA_([A-Z0-9_]+_)?(SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)|PORT(_[0-9]+_[A-Z0-9_]+)?)/
    return name.wholeMatch(of: parts) != nil
  }
}
