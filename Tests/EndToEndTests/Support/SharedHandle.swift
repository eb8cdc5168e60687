/// A service that many threads ask, each on connections of its own.
///
/// `@unchecked Sendable`: asking opens a connection for each request and changes nothing of the service.
final class SharedHandle: @unchecked Sendable {
  let value: RunningService

  init(_ value: RunningService) { self.value = value }
}
