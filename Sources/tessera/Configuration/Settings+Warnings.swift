extension Settings {
  /// What an operator may not have meant.
  func warnings(listen: ListenAddress) -> [String] {
    var warnings = unknownVariables.map { "\($0) is no setting of this version and has no effect" }
    if !listen.isLoopback, self[.keys].isEmpty, self[.keysFile].isEmpty {
      warnings.append(
        "anyone who reaches \(listen.host):\(listen.port) may use the service; \(Setting.keys.variable) or \(Setting.keysFile.variable) sets keys"
      )
    }
    return warnings
  }
}
