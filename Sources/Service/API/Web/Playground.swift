/// Whether the service has a page at `/` where people try the API, and example pages at `/examples`.
public enum Playground: String, CaseIterable, Sendable {
  case on, off
}
