import HTTPServer
import TestSupport
import Testing

@testable import API

/// openapi.yaml against the service that runs.
struct OpenAPITests {
  private let service = RunningService.shared.value
  private let document: OpenAPIDocument

  init() throws { document = try OpenAPIDocument() }

  private var layouts: OpenAPIDocument.Operation {
    document.operations.first { $0.path == "/v1/layouts" }!
  }

  private func send(_ body: String, _ target: String, _ headers: [String] = []) throws -> HTTPResponse {
    var headers = headers + ["X-Request-Id: openapi-example"]
    if !headers.contains(where: { $0.hasPrefix("Content-Type") }) {
      headers.append("Content-Type: application/json")
    }
    return try service.ask("POST", target, headers, body: Array(body.utf8))
  }

  @Test func `every request example gets the response in the example of its name`() throws {
    for operation in document.operations where operation.method == "POST" && !operation.isOfCollections {
      let answers = document.examples(of: operation)
      for (name, request) in document.requests(of: operation) {
        let paired = answers.filter { $0.name == name }
        #expect(!paired.isEmpty, "\(name) has no answer")
        for example in paired {
          let isColumns = example.mediaType.hasPrefix("application/vnd.tessera.columns")
          let target = operation.path + (isColumns ? "?format=columns" : "")
          let answer = try send(request.description, target)
          #expect(answer.status == example.status, "\(name)")
          #expect(answer.header("Content-Type") == example.mediaType, "\(name)")
          #expect(try withoutToken(answer.json) == withoutToken(example.value), "\(name)")
        }
      }
    }
  }

  /// The value with a text in place of its token, which is another one every time.
  private func withoutToken(_ value: JSONTree?) throws -> JSONTree? {
    guard var value, let token = value["token"]?.string else { return value }
    #expect(token.wholeMatch(of: try Regex("tessera_[A-Za-z0-9_-]{72}")) != nil)
    value["token"] = "a token"
    return value
  }

  @Test func `every success example of a computation has a request`() {
    for operation in document.operations
    where ["POST", "PUT"].contains(operation.method) && operation.takesJSON {
      let requests = Set(document.requests(of: operation).keys)
      #expect(!requests.isEmpty)
      for example in document.examples(of: operation) where [200, 201, 422].contains(example.status) {
        #expect(requests.contains(example.name), "\(operation.path): \(example.name)")
      }
    }
  }

  @Test func `refusals without a request example read as documented`() throws {
    let body = try #require(document.requests(of: layouts)["flow"]).description
    let answers: [String: HTTPResponse] = [
      "malformedJSON": try send("{", "/v1/layouts"),
      "unknownFormat": try send(body, "/v1/layouts?format=pdf"),
      "notAcceptable": try send(body, "/v1/layouts", ["Accept: text/plain"]),
      "unsupportedMediaType": try send(body, "/v1/layouts", ["Content-Type: text/plain"]),
      "uriTooLong": try send(body, "/v1/layouts?" + String(repeating: "a", count: 9000)),
      "methodNotAllowed": try service.ask(
        "PUT", "/v1/layouts", ["X-Request-Id: openapi-example"], body: Array(body.utf8)),
    ]
    let examples = document.examples(of: layouts)
    for (name, answer) in answers {
      let example = try #require(examples.first { $0.name == name }, "\(name)")
      #expect(answer.status == example.status, "\(name)")
      #expect(answer.json == example.value, "\(name)")
    }
  }

  @Test func `the examples of reading operations are their responses`() throws {
    for operation in document.operations where operation.method == "GET" && !operation.isOfStoredState {
      let answer = try service.ask("GET", operation.target, ["X-Request-Id: openapi-example"])
      #expect(answer.status == 200, "\(operation.path)")
      let content = operation.value.at("/responses/200/content")?.members ?? [:]
      let type = answer.header("Content-Type")?.prefix { $0 != ";" } ?? ""
      #expect(content[String(type)] != nil, "\(operation.path) answers \(type)")
      for example in document.examples(of: operation) where example.status == 200 {
        #expect(answer.json == example.value, "\(operation.path)")
      }
      let refused = try service.ask("PUT", operation.target, ["X-Request-Id: openapi-example"])
      #expect(refused.status == 405)
      #expect(document.examples(of: operation).first { $0.status == 405 }?.value == refused.json)
    }
  }

  @Test func `every documented route is served, and every served route is documented`() throws {
    let documented = Set(document.operations.map { "\($0.method) \($0.path)" })
    let served = Set(Service.routes.map { "\($0.method.rawValue) \($0.template)" })
    #expect(documented == served)
    for operation in document.operations {
      let sendsBody = ["POST", "PUT"].contains(operation.method)
      let answer = try service.ask(operation.method, operation.target, body: sendsBody ? [] : nil)
      #expect(answer.status != 405, "\(operation.method) \(operation.path)")
      #expect(answer.status != 404 || operation.isOfStoredState, "\(operation.method) \(operation.path)")
    }
  }

  @Test func `every route takes the query parameters that are documented, and no others`() throws {
    for operation in document.operations {
      let parameters = (operation.value["parameters"]?.elements ?? []).map(document.resolved)
      let documented = parameters.filter { $0["in"] == "query" }.compactMap { $0["name"]?.string }
      let route = Service.routes.first {
        $0.method.rawValue == operation.method && $0.template == operation.path
      }
      #expect(
        Set(documented) == Set(try #require(route, "\(operation.id)").endpoint.queryNames), "\(operation.id)")
    }
  }

  @Test func `the document's codes are the service's, with their statuses and titles`() throws {
    let codes = ProblemCode.allCases.map(\.rawValue)
    let schema = try #require(document.root.at("/components/schemas/Problem"))
    #expect(schema.at("/properties/code/x-extensible-enum")?.elements?.compactMap(\.string) == codes)
    let rows = ProblemCode.allCases.map { "| `\($0.rawValue)` | \($0.status) |" }
    let description = schema["description"]?.string ?? ""
    #expect(description.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init) == rows)

    let page = try Repository.text("docs/http.md")
    for code in ProblemCode.allCases {
      #expect(page.contains("\n| \(code.status) | `\(code.rawValue)` |"), "\(code)")
    }
    var examples = document.operations.flatMap { document.examples(of: $0) }
    examples.removeAll { $0.mediaType != "application/problem+json" }
    #expect(examples.count > 20)
    for example in examples {
      let code = try #require(ProblemCode(rawValue: example.value["code"]?.string ?? ""), "\(example.name)")
      #expect(example.value["title"] == .string(code.title), "\(example.name)")
      #expect(example.value["status"]?.int == code.status && example.status == code.status, "\(example.name)")
      #expect(example.value["type"] == .string("urn:tessera:problem:\(code.rawValue)"))
    }
  }

  @Test func `the bytes and the element in the document are what the service returns`() throws {
    let body = try #require(document.requests(of: layouts)["rightToLeft"]).description
    /// The lines that a description indents as code.
    func code(of schema: String) -> [String] {
      let text = document.root.at("/components/schemas/\(schema)/description")?.string ?? ""
      return text.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    }
    let bytes = code(of: "LayoutBinary").joined(separator: " ").split(separator: " ")
      .compactMap { UInt8($0, radix: 16) }
    #expect(bytes.count > 64)
    #expect(try send(body, "/v1/layouts?format=binary").body == bytes)
    let elements = code(of: "Picture")
    #expect(elements.count == 1)
    let picture = try send(body, "/v1/layouts?format=svg").text
    for element in elements { #expect(picture.contains(element), "\(element)") }
  }

  @Test func `the running service has the document that it was built with`() throws {
    let answer = try service.ask("GET", "/openapi.yaml")
    #expect(answer.header("Content-Type") == "application/yaml")
    #expect(answer.text == (try Repository.text("openapi.yaml")))
  }

  @Test func `the document in JSON is the one in YAML`() throws {
    let answer = try service.ask("GET", "/openapi.json")
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.json == (try OpenAPIDocument.served()))
  }

  @Test func `the document names the server that sends it, wherever that is`() {
    #expect(document.root.at("/servers/0/url") == "/")
  }

  @Test func `the document's version is the program's`() throws {
    #expect(try tessera("--version").outputText == "\(document.root.at("/info/version")?.string ?? "")\n")
  }

  @Test func `the warnings' codes and the forms are those of the document`() throws {
    let formats = document.root.at("/components/parameters/Format/schema/enum")?.elements?.compactMap(
      \.string)
    #expect(formats == ResponseFormat.allCases.map(\.rawValue))
    let content = layouts.value.at("/responses/200/content")?.members ?? [:]
    #expect(Set(content.keys) == Set(ResponseFormat.allCases.map(\.mediaType)))
    let codes = document.root.at("/components/schemas/WarningCode")
    let listed = Set(codes?["x-extensible-enum"]?.elements?.compactMap(\.string) ?? [])
    for code in ContentWarning.Code.allCases {
      #expect(listed.contains(code.rawValue))
      #expect(codes?["description"]?.string?.contains("`\(code.rawValue)`:") == true, "\(code)")
    }
  }
}
