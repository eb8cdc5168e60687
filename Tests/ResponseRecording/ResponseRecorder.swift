import Foundation
import Glibc
import Synchronization

/// Writes the responses that tests and fuzz targets receive to a file of this process, in the folder that
/// TESSERA_RECORD_RESPONSES names. `tools/task responses` compares them with openapi.yaml.
///
/// A response is written if it has a fact (`JSONFacts`) that no earlier one of its kind has, so that millions of
/// responses of a fuzz target make a small file.
public final class ResponseRecorder: Sendable {
  /// The recorder of this process; nil without the variable.
  public static let shared = ProcessInfo.processInfo.environment["TESSERA_RECORD_RESPONSES"].map {
    ResponseRecorder(folder: $0)
  }

  /// Larger bodies are recorded without their bytes.
  static let largestBody = 256 << 10
  /// The most bytes that a process writes. A line that says so is the last.
  static let largestFile = 128 << 20

  private struct State {
    var facts: Set<UInt64> = []
    var written = 0
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  /// Opens a file in a folder, which is created if it is missing.
  ///
  /// - Precondition: the folder can be written to. A run that should record and cannot must not pass.
  init(folder: String) {
    let process = ProcessInfo.processInfo.processIdentifier
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      fatalError("responses cannot be recorded in \(folder): \(error)")
    }
    let path = "\(folder)/\(process)-\(UUID().uuidString).jsonl"
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { fatalError("\(path) cannot be opened: error \(errno)") }
  }

  /// Records a response.
  ///
  /// - Parameters:
  ///   - body: nil for a stream, whose events are recorded one by one.
  ///   - isInProcess: whether the service was called without a server, which adds header fields of its own.
  public func record(
    _ method: String, _ target: String, status: Int, headers: [(name: String, value: String)],
    body: [UInt8]?, isInProcess: Bool = false
  ) {
    write(
      RecordedResponse(
        method: method, target: target, status: status, headers: headers.map { [$0.name, $0.value] },
        event: nil, body: body.map { Data($0) }, isInProcess: isInProcess),
      body ?? [])
  }

  /// Records an event of a stream.
  public func record(event: String, data: String, of target: String) {
    let bytes = Array(data.utf8)
    write(
      RecordedResponse(
        method: "GET", target: target, status: 200, headers: [["Content-Type", "text/event-stream"]],
        event: event, body: Data(bytes), isInProcess: false),
      bytes)
  }

  private func write(_ response: RecordedResponse, _ bytes: [UInt8]) {
    var response = response
    let root = response.kind.utf8.reduce(UInt64.start) { $0.mixed(with: UInt64($1)) }
    var facts: Set<UInt64> = [root]
    if bytes.count > Self.largestBody {
      response.body = nil
    } else if response.isJSON {
      facts.formUnion(JSONFacts(of: bytes, root: root).all)
    }
    let (recorded, found) = (response, facts)
    state.withLock { state in
      guard state.written < Self.largestFile, !found.isSubset(of: state.facts) else { return }
      state.facts.formUnion(found)
      var line = recorded.line
      state.written += line.count
      if state.written >= Self.largestFile { line += Array("{\"isFull\":true}\n".utf8) }
      append(line)
    }
  }

  private func append(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { fatalError("a response cannot be recorded: error \(errno)") }
      rest = rest.dropFirst(count)
    }
  }
}
