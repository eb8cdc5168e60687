import HTTPServer
import Testing

@testable import API

/// The format of a response.
struct NegotiationTests {
  private static func head(_ target: String = "/v1/layouts", _ fields: [(String, String)] = []) -> RequestHead
  {
    var headers = Headers()
    for (name, value) in fields { headers.append(name, value) }
    return RequestHead(id: "test", method: .post, target: RequestTarget(target)!, headers: headers)
  }

  private static func form(_ target: String, accept: [String]) -> Result<ResponseFormat, Problem> {
    let head = head(target, accept.map { ("Accept", $0) })
    return Result { () throws(Problem) in try ResponseFormat.negotiate(head) }
  }

  @Test(
    arguments: [
      ([], .objects),
      ([""], .objects),
      (["*/*"], .objects),
      (["application/*"], .objects),
      (["application/json"], .objects),
      (["APPLICATION/JSON; charset=utf-8"], .objects),
      (["application/vnd.tessera.columns+json"], .columns),
      (["application/vnd.tessera.columns"], .binary),
      (["image/svg+xml"], .svg),
      (["image/*"], .svg),
      (["text/plain, image/svg+xml;q=0.9, */*;q=0.1"], .svg),
      (["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"], .html),
      (["text/css,*/*;q=0.1"], .css),
      (["application/json;q=0.5, application/vnd.tessera.columns;q=0.8"], .binary),
      (["application/json;q=0.5", "application/vnd.tessera.columns+json;q=0.8"], .columns),
      (["application/json;q=0, */*"], .columns),
      (["*/*;q=0.1, application/vnd.tessera.columns ; q=0.2"], .binary),
      (["application/json;q=nonsense, image/svg+xml;q=0.001"], .svg),
      (["application/json;q=nan, image/svg+xml;q=1e-3", "application/vnd.tessera.columns;Q=0.1"], .binary),
      (["text/html;note=\"image/svg+xml, */*\", application/vnd.tessera.columns"], .binary),
    ] as [([String], ResponseFormat)])
  func `Accept decides by quality, the more exact range and then the order of the forms`(
    accept: [String], form: ResponseFormat
  ) throws {
    #expect(try Self.form("/v1/layouts", accept: accept).get() == form)
  }

  @Test(arguments: [
    "text/plain", "application/json;q=0", "application/pdf, audio/*", ",", "nonsense", "image/png",
  ])
  func `an Accept that takes none of the forms is refused with those there are`(accept: String) {
    guard case .failure(let problem) = Self.form("/v1/layouts", accept: [accept]) else {
      Issue.record("\(accept) was taken")
      return
    }
    #expect(problem.code == .notAcceptable)
    #expect(problem.headers.contains { $0.name == "Vary" && $0.value == "Accept" })
    for form in ResponseFormat.allCases { #expect(problem.detail.contains(form.mediaType)) }
  }

  @Test(arguments: ResponseFormat.allCases)
  func `the query's format wins over Accept`(form: ResponseFormat) throws {
    let target = "/v1/layouts?format=\(form.rawValue)"
    #expect(try Self.form(target, accept: ["text/html"]).get() == form)
    #expect(try Self.form(target, accept: []).get() == form)
  }

  @Test(arguments: [("column", "columns"), ("SVG", "svg"), ("pdf", nil), ("", nil)])
  func `an unknown format is refused with the nearest there is`(format: String, nearest: String?) {
    guard case .failure(let problem) = Self.form("/v1/layouts?format=\(format)", accept: []) else {
      Issue.record("\(format) was taken")
      return
    }
    #expect(problem.code == .badRequest)
    #expect(problem.detail.contains("It takes objects, columns, binary, svg, html, css."))
    if let nearest { #expect(problem.detail.contains("Did you mean \(nearest)?")) }
  }

  @Test(arguments: [
    (nil, true), ("application/json", true), ("Application/JSON;charset=UTF-8", true),
    ("application/vnd.api+json", true), ("text/plain", false), ("application/x-www-form-urlencoded", false),
    ("", false), ("application/jsonp", false), ("+json", false), ("application/+json", false),
    ("/json", false), ("a b/c+json", false), ("application/json/x", false), ("application/json;", true),
    ("application/json; charset=\"UTF-8\"", true), ("application/json;charset=utf-16", false),
    ("application/json; charset=utf-8; charset=utf-8", false), ("application/json; profile=\"a;b\"", true),
    ("application/json; profile", false), ("application/json, text/plain", false), ("json", false),
  ])
  func `a body has the content type of JSON, or none`(type: String?, isTaken: Bool) {
    let head = Self.head("/", type.map { [("Content-Type", $0)] } ?? [])
    let outcome = Result { () throws(Problem) in try MediaType.requireJSON(head) }
    switch outcome {
    case .success: #expect(isTaken)
    case .failure(let problem):
      #expect(!isTaken && problem.code == .unsupportedMediaType)
      #expect(problem.headers.contains { $0.name == "Accept-Post" && $0.value == "application/json" })
    }
  }
}
