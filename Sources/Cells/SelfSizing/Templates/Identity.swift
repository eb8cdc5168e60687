#if !hasFeature(Embedded)
  import Synchronization
#endif

/// Numbers of which no two values of a process have the same, for keys of caches.
enum Identity {
  #if hasFeature(Embedded)
    // A page has one thread.
    nonisolated(unsafe) private static var last = 0

    static func next() -> Int {
      last += 1
      return last
    }
  #else
    private static let last = Atomic(0)

    static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
  #endif
}
