import TestSupport
import Yams

@testable import API

/// The interface that docs/openapi describes, as a tree.
struct OpenAPIDocument {
  let root: JSONTree
  /// The states that examples assume, by operation and example.
  private let states: JSONTree

  init() throws {
    root = try Self.tree(AssembledInterface.text)
    states = try Self.tree(Repository.text("docs/openapi/states.yaml"))
  }

  private static func tree(_ text: String) throws -> JSONTree { try JSONTree(Yams.load(yaml: text) ?? [:]) }

  /// openapi.yaml, in which the same interface takes less space.
  static func served() throws -> JSONTree { try tree(Repository.text("openapi.yaml")) }

  struct Operation {
    var path: String
    var method: String
    var value: JSONTree

    /// The name that generators give it.
    var id: String { value["operationId"]?.string ?? "" }

    /// The path; that of a file of the web client, the playground or the example pages with a file that there is.
    var target: String {
      path.replacing("{version}", with: WebClient.version)
        .replacing("playground/{folder}/{file}", with: "playground/text/parse.js")
        .replacing("playground/{file}", with: "playground/index.html")
        .replacing("examples/{file}", with: "examples/chat.html")
        .replacing("{folder}/{file}", with: "mirror/Mirror.js")
        .replacing("{file}", with: "tessera.js")
    }

    /// Whether its responses depend on stored collections.
    var isOfCollections: Bool { path.hasPrefix("/v1/collections") }

    /// Whether its responses depend on stored state.
    var isOfStoredState: Bool { isOfCollections || path.hasPrefix("/v1/fonts/") || takesOperatorsKey }

    /// Whether its requests take a key of the operator, which the shared service does not have.
    var takesOperatorsKey: Bool { path.hasPrefix("/v1/tenants") || path.hasPrefix("/v1/admin") }

    /// Whether its requests have a body of JSON.
    var takesJSON: Bool { value.at("/requestBody/content")?["application/json"] != nil }
  }

  var operations: [Operation] {
    (root["paths"]?.members ?? [:]).flatMap { path, methods in
      (methods.members ?? [:]).map { Operation(path: path, method: $0.key.uppercased(), value: $0.value) }
    }
  }

  /// The value that a `$ref` refers to, or the value itself.
  func resolved(_ value: JSONTree) -> JSONTree {
    value["$ref"]?.string.flatMap { root.at(String($0.dropFirst())) } ?? value
  }

  /// One example of a response.
  struct Example {
    var name: String
    var status: Int
    var mediaType: String
    var value: JSONTree
    /// The state before the request.
    var given: Given
  }

  /// The state that an example assumes, and the query of its request.
  struct Given {
    /// The query of the request, where it has no body.
    var query: String?
    /// The example that created the collection.
    var collection: String?
    /// The example that began a movement.
    var movement: JSONTree?
    /// The example that moved the item.
    var target: JSONTree?
    /// The examples of changes that were made before the request.
    var before: [String] = []
    /// The examples of changes that were made while a stream was read.
    var then: [String] = []

    init() {}

    init(_ state: JSONTree) {
      query = state["query"]?.string
      collection = state["given"]?.string
      movement = state["begin"]
      target = state["target"]
      before = state["before"]?.elements?.compactMap(\.string) ?? []
      then = state["then"]?.elements?.compactMap(\.string) ?? []
    }
  }

  /// The examples that docs/openapi/states.yaml names, as operation and example.
  var namedStates: [(operation: String, example: String)] {
    (states.members ?? [:]).flatMap { operation, examples in
      (examples.members ?? [:]).keys.map { (operation, $0) }
    }
  }

  func examples(of operation: Operation) -> [Example] {
    (operation.value["responses"]?.members ?? [:]).flatMap { status, response in
      (resolved(response)["content"]?.members ?? [:]).flatMap { mediaType, content in
        (content["examples"]?.members ?? [:]).map { name, example in
          Example(
            name: name, status: Int(status) ?? 0, mediaType: mediaType, value: example["value"] ?? .null,
            given: states[operation.id]?[name].map { Given($0) } ?? Given())
        }
      }
    }
  }

  /// Whether an example belongs to the operation alone, and not to a response that several share.
  func isOwn(_ example: Example, of operation: Operation) -> Bool {
    operation.value["responses"]?["\(example.status)"]?["$ref"] == nil
  }

  func requests(of operation: Operation) -> [String: JSONTree] {
    let examples =
      operation.value.at("/requestBody/content")?["application/json"]?["examples"]?.members ?? [:]
    return examples.compactMapValues { $0["value"] }
  }
}
