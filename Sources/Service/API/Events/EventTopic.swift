import HTTPServer
import JSON

/// The streams of a collection with the same subscription, and the most recent events.
struct EventTopic {
  private(set) var streams: [ObjectIdentifier: BodyStream] = [:]
  /// Whether the collection has the viewport.
  private(set) var isAvailable: Bool
  /// Events of consecutive versions, for streams that reconnect after a short while.
  private var recent: [(version: Int, event: ByteBuffer)] = []
  private var recentBytes = 0

  static let recentLimit = 256
  static let recentByteLimit = 1 << 20

  init(isAvailable: Bool) { self.isAvailable = isAvailable }

  /// Whether a stream that joins later needs the topic. Clients may watch any names: topics of viewports that do not
  /// exist would become many.
  var isWorthKeeping: Bool { isAvailable || !streams.isEmpty }

  /// Notes that the viewport has been created or deleted. What happened before does not concern the new one.
  mutating func setAvailable(_ isAvailable: Bool) {
    self.isAvailable = isAvailable
    forgetRecent()
  }

  /// Forgets the events that were sent.
  mutating func forgetRecent() { forgetRecent(recent.count) }

  mutating func add(_ stream: BodyStream) { streams[ObjectIdentifier(stream)] = stream }

  mutating func remove(_ stream: ObjectIdentifier) { streams[stream] = nil }

  /// Stores the event of a version, which all streams get.
  mutating func note(_ event: ByteBuffer, of version: Int) {
    if let last = recent.last, last.version + 1 != version { forgetRecent(recent.count) }
    recent.append((version, event))
    recentBytes += event.count
    while recent.count > Self.recentLimit || recentBytes > Self.recentByteLimit { forgetRecent(1) }
  }

  /// Returns the events after a version, up to the newest sent; nil if some of them are no longer stored.
  func events(since version: Int, upTo newest: Int) -> [ByteBuffer]? {
    if version == newest { return [] }
    guard let first = recent.first, let last = recent.last, first.version <= version + 1,
      last.version == newest
    else { return nil }
    return recent.lazy.filter { $0.version > version }.map(\.event)
  }

  private mutating func forgetRecent(_ count: Int) {
    recentBytes -= recent.prefix(count).reduce(0) { $0 + $1.event.count }
    recent.removeFirst(count)
  }
}
