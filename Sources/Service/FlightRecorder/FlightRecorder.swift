import CFlightRecorder
import Glibc
import Synchronization

/// A file beside a store that survives the process however it ends: it is mapped into memory, and the kernel writes what
/// the process has put there.
///
/// It records which collection a thread worked on when the process crashed, and how far the store's log had come. Losing
/// the file is no loss of data.
///
/// `@unchecked Sendable`: the mapping is never moved or removed; the mutex protects all writes to it, except by the
/// signal handler, which runs when the process ends.
public final class FlightRecorder: @unchecked Sendable {
  /// The crashes after which a collection is not loaded any more.
  public static let crashLimit = 2
  /// The largest number of bytes of a name that are recorded.
  public static let nameLimit = TESSERA_NAME_LIMIT

  let memory: UnsafeMutableRawPointer
  private let lock = Mutex(())

  private static let magic: UInt64 = 0x3163_6552_7373_6554  // "TessRec1"
  /// Where the parts lie in the file: the head, the marks of the log, the crash records.
  static let marksOffset = 64
  private static let crashesOffset = 4096
  private static let crashCount = 32
  private static var size: Int { crashesOffset + crashCount * MemoryLayout<tessera_crash>.size }

  /// Opens a recorder; creates the file, readable by its owner only, if there is none. A file that is no recorder is
  /// overwritten. Crashes that another executable recorded are cleared, because it may have corrected their cause.
  ///
  /// - Throws: the number of the operating system's error.
  public init(path: String) throws(RecorderError) {
    let executable = try Self.executable()
    let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw RecorderError(number: errno) }
    defer { close(file) }
    guard ftruncate(file, off_t(Self.size)) == 0 else { throw RecorderError(number: errno) }
    // A full disk is noticed here and not by a signal later.
    let code = posix_fallocate(file, 0, off_t(Self.size))
    guard code == 0 else { throw RecorderError(number: code) }
    guard let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED
    else { throw RecorderError(number: errno) }
    self.memory = memory
    if head.magic != Self.magic {
      memset(memory, 0, Self.size)
    } else if head.executable != executable {
      memset(memory + Self.crashesOffset, 0, Self.size - Self.crashesOffset)
    }
    head = Head(magic: Self.magic, executable: executable)
  }

  // The mapping stays: the signal handler may use it until the process ends.

  private struct Head {
    var magic: UInt64
    var executable: Int64
  }

  private var head: Head {
    get { memory.loadUnaligned(as: Head.self) }
    set { memory.storeBytes(of: newValue, as: Head.self) }
  }

  /// Identifies the running executable: the time of its last change; 0 if it is not to be found.
  ///
  /// - Throws: the system's error if there is no descriptor or memory left to look: 0 would clear the recorded crashes.
  private static func executable() throws(RecorderError) -> Int64 {
    let file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      let number = errno
      guard ![EMFILE, ENFILE, ENOMEM].contains(number) else { throw RecorderError(number: number) }
      return 0
    }
    defer { close(file) }
    return tessera_change_time(file)
  }
}

/// The reason why a recorder cannot be opened: an error of the operating system.
public struct RecorderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the error (`errno`).
  public let number: Int32

  public var description: String { String(cString: strerror(number)) }
}

extension FlightRecorder {
  /// The crashes that happened while a thread worked on something of a name.
  public struct Crash: Hashable, Sendable {
    /// The name, in UTF-8.
    public var name: [UInt8]
    /// The number of crashes.
    public var count: Int
    /// The signal of the last one.
    public var signal: Int32
    /// When the last one happened, in seconds since 1970.
    public var time: Int
  }

  /// The first of the records.
  private var records: UnsafeMutablePointer<tessera_crash> {
    (memory + Self.crashesOffset).assumingMemoryBound(to: tessera_crash.self)
  }

  /// Records a crash of this process from now on. Only the first recorder of a process does so.
  public func arm() { tessera_recorder_arm(records, Self.crashCount) }

  /// The recorded crashes.
  ///
  /// - Complexity: O(1): there are at most 32 records.
  public var crashes: [Crash] {
    lock.withLock { _ in
      (0..<Self.crashCount).compactMap { index in
        let record = records + index
        guard tessera_crash_is_valid(record) != 0 else { return nil }
        let bytes = UnsafeBufferPointer(
          start: tessera_crash_name(record), count: Int(record.pointee.length))
        return Crash(
          name: Array(bytes), count: Int(record.pointee.count), signal: Int32(record.pointee.signal),
          time: Int(record.pointee.time))
      }
    }
  }

  /// Returns the crashes of a name; nil if there was none.
  ///
  /// - Complexity: O(n) for n recorded crashes.
  public func crash(of name: [UInt8]) -> Crash? { crashes.first { $0.name == name } }

  /// Forgets the crashes of a name.
  ///
  /// - Complexity: O(n) for n recorded crashes.
  public func forget(_ name: [UInt8]) {
    lock.withLock { _ in
      for index in 0..<Self.crashCount {
        let record = records + index
        guard tessera_crash_is_valid(record) != 0, Int(record.pointee.length) == name.count else { continue }
        if memcmp(tessera_crash_name(record), name, name.count) == 0 { record.pointee.count = 0 }
      }
    }
  }

  /// Runs work on something of a name: a crash of the thread meanwhile is recorded for the name.
  ///
  /// - Complexity: O(1), a few nanoseconds.
  public static func working<Value, Failure: Error>(
    on name: [UInt8], _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try name.span.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try ThreadWork(work: tessera_name(bytes: bytes.baseAddress, count: bytes.count)).run(body)
    }
  }
}

/// The subject of a thread's work, for other threads that work for it.
///
/// `@unchecked Sendable`: the name lives as long as the work of the thread, which waits for the others.
public struct ThreadWork: @unchecked Sendable {
  fileprivate let work: tessera_name

  /// The name of the subject of the thread's work.
  var name: [UInt8] { Array(UnsafeBufferPointer(start: work.bytes, count: work.count)) }

  /// The work of the calling thread. Use it only while that lasts.
  public static var current: ThreadWork { ThreadWork(work: tessera_recorder_current()) }

  /// Runs a part of the work on the calling thread.
  public func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let before = tessera_recorder_swap(work)
    defer { _ = tessera_recorder_swap(before) }
    return try body()
  }
}
