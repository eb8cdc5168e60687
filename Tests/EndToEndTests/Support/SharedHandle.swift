/// A service that many threads use, each on connections of its own.
///
/// `@unchecked Sendable`: a request opens a connection of its own and changes nothing in the service.
final class SharedHandle: @unchecked Sendable {
  let value: RunningService

  init(_ value: RunningService) { self.value = value }
}
