import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server of a test's own: on a free port of the loopback, in a temporary folder.
///
/// A shell stands guard over the server. It ends when the test process ends, however that ends, and takes the server and
/// its folder with it.
///
/// PostgreSQL refuses to run for root, so a test process of root starts it as an unprivileged user.
public final class PostgresServer: Sendable {
  /// The reason why no server can be started here; nil if one can.
  public static let missing: String? = {
    guard programs != nil else { return "PostgreSQL is not installed" }
    guard getuid() == 0 else { return nil }
    guard user != nil else { return "there is no unprivileged user to run PostgreSQL" }
    return FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") ? nil : "setpriv is not installed"
  }()

  /// Whether a server can be started here.
  public static var isInstalled: Bool { missing == nil }

  /// The server that tests share, each with a database of its own; it ends with the test process.
  public static let shared = Result { try PostgresServer() }

  /// The name of the role that owns the databases, without other privileges, and its password.
  public static let role = "tessera"
  public static let password = "secret of a test"

  /// The folder with the data, the log and the socket.
  public let folder: String
  public let port: UInt16
  private let settings: [String: String]
  private let guardian = Mutex<Guardian?>(nil)

  /// Starts a new server.
  ///
  /// - Parameter settings: settings of `postgresql.conf`.
  public convenience init(_ settings: [String: String] = [:]) throws {
    try self.init(settings) { folder in
      let password = "\(folder)/password"
      try Self.password.write(toFile: password, atomically: false, encoding: .utf8)
      chmod(password, 0o644)
      try Self.execute(
        "initdb",
        [
          "--pgdata=\(folder)/data", "--username=postgres", "--auth-local=trust",
          "--auth-host=scram-sha-256", "--pwfile=\(password)", "--encoding=UTF8", "--locale=C.UTF-8",
          "--no-sync", "--no-instructions",
        ])
    }
    try run("CREATE ROLE \(Self.role) LOGIN PASSWORD '\(Self.password)'")
    try run("CREATE DATABASE \(Self.role) OWNER \(Self.role)")
  }

  private init(_ settings: [String: String], fill: (_ folder: String) throws -> Void) throws {
    if let missing = Self.missing { throw Failure(reason: missing) }
    let name = String(UInt64.random(in: 0..<1 << 40), radix: 36)
    folder = FileManager.default.temporaryDirectory.appending(path: "tessera-pg-\(name)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    chmod(folder, 0o755)
    if let user = Self.user { chown(folder, user.uid, user.gid) }
    self.settings = settings
    port = try Self.freePort()
    do {
      try fill(folder)
      try start()
    } catch {
      guardian.withLock { $0 = nil }
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  /// The URI of a connection.
  ///
  /// - Parameters:
  ///   - database: nil names the database of the role.
  ///   - parameters: more parameters, percent-encoded.
  public func url(
    database: String? = nil, role: String = role, password: String = password, port: UInt16? = nil,
    parameters: String = ""
  ) -> String {
    let password = password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? password
    let end = parameters.isEmpty ? "" : "?\(parameters)"
    return "postgresql://\(role):\(password)@127.0.0.1:\(port ?? self.port)/\(database ?? Self.role)\(end)"
  }

  /// Runs statements as the superuser, and returns the rows: a line each, with `|` between the columns.
  @discardableResult
  public func run(_ sql: String, database: String = "postgres") throws -> String {
    try Self.execute(
      "psql",
      [
        "--host=\(folder)", "--port=\(port)", "--username=postgres", "--dbname=\(database)", "--no-psqlrc",
        "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1", "--command=\(sql)",
      ])
  }
}

extension PostgresServer {
  /// The process id of the running server; nil if it does not run.
  public var pid: pid_t? {
    guard let line = status.first, let pid = pid_t(line), Self.isRunning(pid) else { return nil }
    return pid
  }

  /// Whether a process runs: one that has ended stays in the table until its parent asks.
  private static func isRunning(_ pid: pid_t) -> Bool {
    guard let line = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
    let state = line.split(separator: ")").last?.split(separator: " ").first
    return state != "Z" && state != "X"
  }

  /// The lines of the file in which the server says how it is.
  private var status: [String] {
    let text = (try? String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// The server's log, to explain a failure.
  public var log: String { (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? "" }

  /// Starts the server if it does not run, and waits until it accepts connections.
  public func start() throws {
    guard pid == nil else { return }
    let options = settings.merging(
      [
        "listen_addresses": "127.0.0.1", "port": "\(port)", "unix_socket_directories": folder,
        "max_connections": settings["max_connections"] ?? "500",
      ]
    ) { $1 }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
    let command = Self.asUser(["\(try Self.program("postgres"))", "-D", "\(folder)/data"] + options)
    let end = ContinuousClock.now + .seconds(120)
    while true {
      try guardian.withLock { guardian in
        // The guard of the server before deletes the folder unless it is dismissed.
        guardian?.dismiss()
        guardian = nil
        try? FileManager.default.removeItem(atPath: "\(folder)/pid")
        guardian = try Guardian(command, folder: folder)
      }
      while ContinuousClock.now < end {
        if ["ready", "standby"].contains(status.dropFirst(7).first ?? ""), pid != nil { return }
        let text = try? String(contentsOfFile: "\(folder)/pid", encoding: .utf8)
        if let line = text?.split(separator: "\n").first, let pid = pid_t(line), !Self.isRunning(pid) {
          break
        }
        usleep(5000)
      }
      // Sessions of a killed server may still hold its memory or its port.
      guard ContinuousClock.now < end else { throw Failure(reason: log) }
      usleep(50_000)
    }
  }

  /// How a server is stopped.
  public enum Stop: Int32 {
    /// Ends the sessions and writes everything to the disk.
    case fast = 2
    /// Ends at once; the next start recovers from the log.
    case immediate = 3
  }

  /// Stops the server and waits for its end.
  public func stop(_ stop: Stop = .fast) {
    guard let pid else { return }
    Glibc.kill(pid, stop.rawValue)
    awaitEnd(of: pid)
  }

  /// Kills the server with all its processes (`SIGKILL`), as a crash of its machine does.
  public func kill() {
    guard let pid else { return }
    // Stopped, the first process starts no more of them.
    Glibc.kill(pid, SIGSTOP)
    let processes = [pid] + Self.children(of: pid)
    for process in processes { Glibc.kill(process, SIGKILL) }
    // A session that has not ended yet would take one more request, and its outcome would be unknown.
    for process in processes { awaitEnd(of: process) }
  }

  /// Stops all processes of the server where they are (`SIGSTOP`).
  public func freeze() { signalAll(SIGSTOP) }

  /// Continues the processes that `freeze` has stopped.
  public func thaw() { signalAll(SIGCONT) }

  private func signalAll(_ number: Int32) {
    guard let pid else { return }
    for process in [pid] + Self.children(of: pid) { Glibc.kill(process, number) }
  }

  private func awaitEnd(of pid: pid_t) {
    _ = eventually { !Self.isRunning(pid) }
  }

  private static func children(of pid: pid_t) -> [pid_t] {
    let list = try? String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
    return list?.split(separator: " ").compactMap { pid_t($0) } ?? []
  }
}

extension PostgresServer {
  /// Starts a standby of this server, which follows it under the name `standby`.
  ///
  /// Whether commits wait for it is a setting of this server: `synchronous_standby_names`.
  public func makeStandby(_ settings: [String: String] = [:]) throws -> PostgresServer {
    try PostgresServer(settings) { folder in
      try Self.execute(
        "pg_basebackup",
        [
          "--pgdata=\(folder)/data", "--checkpoint=fast", "--no-sync", "--write-recovery-conf",
          "--dbname=host=\(self.folder) port=\(port) user=postgres application_name=standby",
        ])
    }
  }

  /// Makes a standby the primary, and waits until it accepts writes.
  public func promote() throws { try run("SELECT pg_promote()") }
}

extension PostgresServer {
  public struct Failure: Error, CustomStringConvertible {
    public let reason: String
    public var description: String { reason }
  }

  /// The folder of PostgreSQL's programs: the newest version that is installed.
  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap { Int($0) }.sorted().reversed().map { "\(root)/\($0)/bin" }
      .first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }()

  /// The user who runs the server if the test process is root's; nil if it is not.
  private static let user: (name: String, uid: uid_t, gid: gid_t)? = {
    guard getuid() == 0 else { return nil }
    for name in ["postgres", "nobody"] {
      if let entry = getpwnam(name) { return (name, entry.pointee.pw_uid, entry.pointee.pw_gid) }
    }
    return nil
  }()

  private static func program(_ name: String) throws -> String {
    guard let programs else { throw Failure(reason: "PostgreSQL is not installed") }
    return "\(programs)/\(name)"
  }

  /// Returns a command that runs another as the user of the server.
  private static func asUser(_ command: [String]) -> [String] {
    guard let user else { return command }
    return ["/usr/bin/setpriv", "--reuid=\(user.uid)", "--regid=\(user.gid)", "--clear-groups"] + command
  }

  /// Runs one of PostgreSQL's programs to its end, and returns what it has printed.
  @discardableResult
  private static func execute(_ name: String, _ arguments: [String]) throws -> String {
    let command = asUser([try program(name)] + arguments)
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
    process.currentDirectoryURL = URL(filePath: "/")
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let complaints = Gathering<Data>()
    let reader = startConcurrently(1) { complaints.add(errors.fileHandleForReading.readDataToEndOfFile()) }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    reader()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(reason: "\(name): " + String(decoding: complaints.values.first ?? Data(), as: UTF8.self))
    }
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  private static func freePort() throws -> UInt16 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
      }
    }
    guard isBound else { throw Failure(reason: "no port is free") }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// A shell that runs a server until the pipe to it is closed, which happens when this process ends, too. Then it stops
/// the server and deletes its folder.
private final class Guardian {
  private let pid: pid_t
  /// The end of the pipe that this process holds.
  private let pipe: Int32

  init(_ command: [String], folder: String) throws {
    let script = """
      cd /
      "$@" </dev/null >>"$FOLDER/log" 2>&1 & server=$!
      echo $server >"$FOLDER/pid"
      read order
      [ "$order" = leave ] && { wait $server; exit; }
      kill -QUIT $server 2>/dev/null
      wait $server
      rm -rf "$FOLDER"
      """
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw PostgresServer.Failure(reason: "no pipe") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // A group of its own: an interrupt from the keyboard reaches the tests alone.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Without the signal of its children, which threads here may block, a shell waits for them without end.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    let arguments = (["/bin/sh", "-c", script, "sh"] + command).map { strdup($0) }
    let variables = ["FOLDER=\(folder)", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"]
      .map { (text: String) in strdup(text) }
    defer { for pointer in arguments + variables { free(pointer) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, "/bin/sh", &actions, &attributes, arguments + [nil], variables + [nil])
    close(ends[0])
    guard code == 0 else {
      close(ends[1])
      throw PostgresServer.Failure(reason: String(cString: strerror(code)))
    }
    self.pid = pid
    pipe = ends[1]
  }

  /// Stops the server, and waits until its folder is deleted.
  deinit {
    close(pipe)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }

  /// Ends the guard, and leaves the folder as it is.
  func dismiss() {
    let order: StaticString = "leave\n"
    send(pipe, order.utf8Start, order.utf8CodeUnitCount, Int32(MSG_NOSIGNAL))
  }
}
