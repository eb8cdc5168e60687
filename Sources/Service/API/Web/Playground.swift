/// Whether the service has pages: for trying the API at `/`, its reference at `/reference`, and examples at `/examples`.
public enum Playground: String, CaseIterable, Sendable {
  case on, off
}
