import Glibc
import Synchronization

/// What this process takes of the machine.
package struct ProcessUsage: Sendable {
  /// Bytes of memory that are in the machine's memory, and not only reserved.
  package var residentBytes = 0
  /// Bytes of address space.
  package var virtualBytes = 0
  /// Processor time of all threads, in seconds.
  package var processorSeconds = 0.0
  /// When the process started, in seconds since 1970.
  package var startedAt = 0.0
  /// Open files and sockets.
  package var openFiles = 0
  /// The most files and sockets that may be open.
  package var fileLimit = 0

  /// Reads the usage at present from `/proc`; what it does not tell is 0.
  ///
  /// - Complexity: O(n) for n open files.
  package init() {
    let page = max(1, Int(sysconf(Int32(_SC_PAGESIZE))))
    let pages = ProcFile.text("/proc/self/statm").split(separator: " ").compactMap { Int($0) }
    if pages.count >= 2 { (virtualBytes, residentBytes) = (pages[0] * page, pages[1] * page) }
    var usage = rusage()
    if getrusage(RUSAGE_SELF.rawValue, &usage) == 0 {
      processorSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    }
    startedAt = Self.start
    fileLimit = FileLimit.current?.soft ?? 0
    openFiles = Self.countOpenFiles(limit: fileLimit)
  }

  /// The memory that the process takes at present; as it was before, if the process has no descriptor left to read it.
  package static var memory: MemoryUsage {
    let pages = ProcFile.text("/proc/self/statm", atMost: 256).split(separator: " ").compactMap { Int($0) }
    // The pages that are mapped, resident, and those of files; code; 0; data and the first stack.
    guard pages.count >= 6 else { return lastMemory.withLock { $0 } }
    let page = max(1, Int(sysconf(Int32(_SC_PAGESIZE))))
    let usage = MemoryUsage(
      resident: max(0, pages[1] - pages[2]) * page, mapped: pages[0] * page, data: pages[5] * page)
    lastMemory.withLock { $0 = usage }
    return usage
  }

  private static let lastMemory = Mutex(MemoryUsage(resident: 0, mapped: 0, data: 0))

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The start as `/proc/self/stat` has it: ticks since the machine started, in the 20th field behind the name.
  private static let start: Double = {
    let stat = ProcFile.text("/proc/self/stat")
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    let ticks = fields.count > 20 ? Double(fields[20]) ?? 0 : 0
    let age = seconds(of: CLOCK_BOOTTIME) - ticks / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
    return seconds(of: CLOCK_REALTIME) - age
  }()

  private static func countOpenFiles(limit: Int) -> Int {
    guard let folder = opendir("/proc/self/fd") else { return errno == EMFILE ? limit : 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Without the folder itself, ".", and "..".
    return max(0, count - 3)
  }
}

/// Files that the kernel makes up when they are read.
enum ProcFile {
  /// Returns the text of a file; empty if it cannot be read.
  static func text(_ path: String, atMost limit: Int = 64 << 10) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: limit)
    return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
  }
}
