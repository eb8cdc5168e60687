import JSON
import ResponseRecording
import TestSupport
import Testing

@testable import API

/// The body of a request with one section, in which a test replaces the member that it tests.
func request(
  container: JSONTree = ["width": 320, "height": 480], layout: JSONTree = ["kind": "flow"],
  sections: JSONTree = [["itemCount": 1]], visibleRect: JSONTree? = nil
) -> JSONTree {
  var body: JSONTree = ["container": container, "layout": layout, "sections": sections]
  if let visibleRect { body["visibleRect"] = visibleRect }
  return body
}

/// The bytes of the response to a body.
func answerBytes(
  _ body: some StringProtocol, as form: ResponseFormat = .objects, solver: LayoutSolver = LayoutSolver()
) throws(Problem) -> [UInt8] {
  let bytes = try solver.solve(Array(body.utf8)).bytes(as: form).withUnsafeBytes { Array($0) }
  record(bytes, as: form, from: "/v1/layouts")
  return bytes
}

/// Gives the body of a successful response to the recorder of this process, if there is one.
func record(_ bytes: [UInt8], as form: ResponseFormat = .objects, from path: String) {
  ResponseRecorder.shared?.record(
    "POST", path, status: 200, headers: [("Content-Type", form.contentType)], body: bytes, isInProcess: true)
}

/// The response to a body in the objects format.
func answer(_ body: JSONTree) throws -> JSONTree {
  try JSONTree(parsing: answerBytes(body.description))
}

/// The error for a body; nil if it is valid.
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
