import Diagnostics
import HTTPServer
import Wire

extension Service {
  /// The result of judging the head of a request.
  enum Admission {
    case call(Call)
    /// `OPTIONS`: the methods that the path has.
    case preflight(allow: [Method], route: String)
    case refusal(Problem, route: String)
  }

  /// Decides by its head about a request: its path, method, key, query and media type.
  func admission(of head: RequestHead) -> Admission {
    switch router.match(head.method, head.target.rawPath) {
    case .found(let endpoint, let parameters, let route):
      do throws(Problem) {
        return .call(try Call(head, to: endpoint, parameters, route: route, in: self))
      } catch {
        return .refusal(error, route: route)
      }
    case .options(let allow, let route):
      return .preflight(allow: allow, route: route)
    case .methodNotAllowed(let allow, let route):
      let names = allow.map(\.rawValue).joined(separator: ", ")
      let problem = Problem(
        .methodNotAllowed, "This path does not take \(head.method.rawValue); it allows \(names).",
        headers: [("Allow", names)])
      return .refusal(problem, route: route)
    case .notFound:
      let suggestion = Suggestion.sentence(for: head.path, among: Self.paths(like: head.path))
      return .refusal(.noResource(at: head.path, suggestion), route: "")
    }
  }

  /// Returns the paths of all routes, with the segments of a path in place of their parameters.
  private static func paths(like path: String) -> [String] {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    return routes.map { route in
      let parts = route.template.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == segments.count, path.utf8.count <= 200 else { return route.template }
      return zip(parts, segments).map { part, segment in
        part.hasPrefix("{") && !segment.isEmpty ? segment : part
      }.joined(separator: "/")
    }
  }
}

extension Problem {
  /// The error of a request for a path at which there is nothing.
  ///
  /// - Parameter remedy: a sentence that says what to request instead.
  static func noResource(at path: String, _ remedy: String = "") -> Problem {
    Problem(.notFound, "No resource exists at the path \"\(path.shortened(to: 120))\".\(remedy)")
  }
}
