/// Whether the service has a page at `/` where people try the API.
public enum Playground: String, CaseIterable, Sendable {
  case on, off
}
