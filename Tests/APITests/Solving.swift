import API
import JSON
import TestSupport
import Testing

/// The body of a request with one section, in which a test replaces what it is about.
func request(
  container: JSONTree = ["width": 320, "height": 480], layout: JSONTree = ["kind": "flow"],
  sections: JSONTree = [["itemCount": 1]], visibleRect: JSONTree? = nil
) -> JSONTree {
  var body: JSONTree = ["container": container, "layout": layout, "sections": sections]
  if let visibleRect { body["visibleRect"] = visibleRect }
  return body
}

/// The answer's bytes to a body.
func answerBytes(
  _ body: some StringProtocol, as form: ResponseFormat = .objects, solver: LayoutSolver = LayoutSolver()
) throws(Problem) -> [UInt8] {
  try solver.solve(Array(body.utf8)).bytes(as: form).withUnsafeBytes { Array($0) }
}

/// The answer to a body in the objects form.
func answer(_ body: JSONTree) throws -> JSONTree {
  try JSONTree(parsing: answerBytes(body.description))
}

/// How a body is refused; nil if it is answered.
func refusal(
  of body: some StringProtocol, as form: ResponseFormat = .objects, solver: LayoutSolver = LayoutSolver()
) -> Problem? {
  do throws(Problem) {
    _ = try answerBytes(body, as: form, solver: solver)
    return nil
  } catch {
    return error
  }
}

func refusal(of body: JSONTree) -> Problem? { refusal(of: body.description) }

extension Problem {
  var pointers: [String] { faults.map(\.pointer) }
}
