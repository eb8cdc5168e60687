import TestSupport
import Yams

/// openapi.yaml as a tree.
struct OpenAPIDocument {
  let root: JSONTree

  init() throws {
    let text = try Repository.text("openapi.yaml")
    root = try JSONTree(Yams.load(yaml: text) ?? [:])
  }

  struct Operation {
    var path: String
    var method: String
    var value: JSONTree

    /// Whether its responses depend on stored state.
    var isOfCollections: Bool { path.hasPrefix("/v1/collections") }
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
    /// The query of the request, where it has no body.
    var query: String?
    /// The state before the request, if no request example describes it.
    var given = Given()
  }

  /// The state that an example assumes.
  struct Given {
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

    init(_ example: JSONTree) {
      collection = example["x-given"]?.string
      movement = example["x-begin"]
      target = example["x-target"]
      before = example["x-before"]?.elements?.compactMap(\.string) ?? []
      then = example["x-then"]?.elements?.compactMap(\.string) ?? []
    }
  }

  /// The state that a response's example assumes: that of its request, or else its own.
  func given(for example: Example, of operation: Operation) -> Given {
    let content = operation.value.at("/requestBody/content")?["application/json"]
    return content?["examples"]?[example.name].map { Given($0) } ?? example.given
  }

  func examples(of operation: Operation) -> [Example] {
    (operation.value["responses"]?.members ?? [:]).flatMap { status, response in
      (resolved(response)["content"]?.members ?? [:]).flatMap { mediaType, content in
        (content["examples"]?.members ?? [:]).map { name, example in
          Example(
            name: name, status: Int(status) ?? 0, mediaType: mediaType, value: example["value"] ?? .null,
            query: example["x-query"]?.string, given: Given(example))
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
