import Glibc
import Support
import Synchronization
import TestSupport
import Testing

struct PosixThreadTests {
  @Test func `a thread runs under its name, cut to what the kernel takes`() {
    let name = Mutex("")
    PosixThread(named: "a name of more than 15 bytes") {
      let file = fopen("/proc/thread-self/comm", "r")
      var bytes = [CChar](repeating: 0, count: 32)
      fgets(&bytes, 32, file)
      fclose(file)
      let text = String(
        decoding: bytes.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      name.withLock { $0 = text }
    }.join()
    #expect(name.withLock { $0 } == "a name of more ")
  }

  /// Calls itself `count` times, each time with a frame of at least 128 bytes.
  private static func descend(_ count: Int, _ frame: [16 of Int] = .init(repeating: 1)) -> Int {
    count == 0 ? 0 : descend(count - 1, .init(repeating: count)) + frame[15].signum()
  }

  @Test func `a shallow stack maps less than a deep one`() {
    #expect((512 << 10...4 << 20).contains(room(on: .shallow)))
    #expect(room(on: .deep) > 7 << 20)
  }

  /// The bytes below the local variables of a thread, down to the end of their mapping.
  private func room(on stack: PosixThread.Stack) -> Int {
    let size = Mutex(0)
    PosixThread(named: "stack", stack: stack) {
      var local = 0
      let address = withUnsafePointer(to: &local) { UInt(bitPattern: $0) }
      guard let file = fopen("/proc/self/maps", "r") else { return }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 4096)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let bounds = text.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard bounds.count == 2, (bounds[0]..<bounds[1]).contains(address) else { continue }
        size.withLock { $0 = Int(address - bounds[0]) }
      }
    }.join()
    return size.withLock { $0 }
  }

  @Test(.disabled(if: Sanitizer.isUsed, "a sanitizer makes larger frames"))
  func `a thread's stack has room for deep recursion`() {
    let depth = Mutex(0)
    PosixThread(named: "deep") {
      let reached = Self.descend(15_000)
      depth.withLock { $0 = reached }
    }.join()
    #expect(depth.withLock { $0 } == 15_000)
  }
}
