/// What a store expects of its server.
enum ServerExpectations {
  /// The oldest version that is supported: PostgreSQL 14.
  private static var oldestVersion: Int { 140_000 }

  /// Checks that a server can have a store.
  static func check(_ connection: PostgresConnection, _ place: String) throws(PostgresOpeningError) {
    guard connection.serverVersion >= oldestVersion else {
      let version = connection.parameter("server_version")
      throw .unsupported(
        place: place, reason: "it runs PostgreSQL \(version), and 14 is the oldest version that works")
    }
    let encoding = connection.parameter("server_encoding")
    guard encoding == "UTF8" else {
      throw .unsupported(
        place: place, reason: "its database has the encoding \(encoding), and the service needs UTF8")
    }
  }

  /// Returns the losses that the settings of a server allow, each in a sentence.
  static func warnings(_ connection: PostgresConnection, _ place: String) throws(PostgresError) -> [String] {
    func text(_ sql: String) throws(PostgresError) -> String {
      try connection.execute(sql).map { $0.count > 0 ? $0.text(0, 0) : "" } ?? ""
    }
    let commit = try text("SELECT current_setting('synchronous_commit')")
    let names = try text("SELECT current_setting('synchronous_standby_names')")
    let fsync = try text("SELECT current_setting('fsync')")
    let writes = try text("SELECT current_setting('full_page_writes')")
    // Who may not see the state of other sessions sees no standby.
    let standbys = try text("SELECT count(*)::text FROM pg_stat_replication WHERE sync_state = 'async'")
    var warnings: [String] = []
    if commit == "off" {
      warnings.append(
        "the store \(place) has synchronous_commit = off: a crash of PostgreSQL loses the changes of the last moments, "
          + "although clients have their responses; set it to on")
    }
    if !names.isEmpty, commit == "local" {
      warnings.append(
        "the store \(place) has synchronous_standby_names, but synchronous_commit = local: a failover loses the changes "
          + "that the standby has not received, although clients have their responses; set it to on")
    }
    if names.isEmpty, Int(standbys) ?? 0 > 0 {
      warnings.append(
        "the store \(place) has a standby that follows asynchronously: a failover to it loses the changes that it has "
          + "not received, although clients have their responses; set synchronous_standby_names")
    }
    if fsync == "off" || writes == "off" {
      warnings.append(
        "the store \(place) has \(fsync == "off" ? "fsync" : "full_page_writes") = off: a crash of its machine can "
          + "damage all collections; set it to on")
    }
    return warnings
  }
}
