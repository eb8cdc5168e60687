import Foundation
import HTTPServer
import TestSupport
import Testing
import Yams

@testable import API

/// Every number of every documented request, replaced by numbers that no client would mean.
///
/// The tests take a sample; `TESSERA_EXTREMES=all` takes every number with every replacement.
struct ExtremeNumberTests {
  /// As JSON texts, since some are beyond every number that a tree can hold.
  private static let extremes = [
    "0", "-0.0", "-1", "0.1", "5e-324", "1e-310", "-1e-310", "2.2250738585072014e-308", "1e-300", "-1e-300",
    "1e-17", "1e300", "-1e300", "1.7976931348623157e308", "1.8e308", "2147483647", "2147483648",
    "-2147483649",
    "4503599627370497.5", "9007199254740992", "-9007199254740992", "9007199254740993", "9223372036854775807",
    "9223372036854775808", "-9223372036854775809", "18446744073709551616",
  ]

  struct Request: CustomTestStringConvertible {
    var method: Method
    var path: String
    var name: String
    var body: JSONTree
    /// The example that created the collection.
    var given: String?

    var testDescription: String { "\(method) \(path) \(name)" }
  }

  private static let document = (try? JSONTree(Yams.load(yaml: AssembledInterface.text) ?? [:])) ?? .null

  private static let requests: [Request] = {
    var requests: [Request] = []
    for (path, methods) in document["paths"]?.members ?? [:] {
      for (name, operation) in methods.members ?? [:] {
        let content = operation.at("/requestBody/content")?["application/json"]
        let method = Method(rawValue: name.uppercased())
        for (example, value) in content?["examples"]?.members ?? [:] {
          guard let body = value["value"] else { continue }
          requests.append(
            Request(method: method, path: path, name: example, body: body, given: value["x-given"]?.string))
        }
      }
    }
    return requests.sorted { $0.testDescription < $1.testDescription }
  }()

  private static func created(_ example: String) -> JSONTree {
    requests.first { $0.path == "/v1/collections" && $0.name == example }?.body ?? .null
  }

  @Test func `there are examples of every kind of request`() {
    #expect(Self.requests.count >= 60 && Set(Self.requests.map(\.path)).count >= 10)
    #expect(Self.created("feed")["id"] == "feed")
  }

  @Test(arguments: requests.indices)
  func `no number ends the process, is a fault of the service, or gives a frame beyond the limit`(
    number: Int
  ) throws {
    let request = Self.requests[number]
    let service = try TestService { $0.tokenSecrets = [TokenService.secret] }
    let pointers = request.body.pointersToNumbers()
    let all = ProcessInfo.processInfo.environment["TESSERA_EXTREMES"] == "all"
    var random = SeededGenerator(seed: UInt64(number))
    let sampled = 24.0 / Double(max(24, pointers.count * Self.extremes.count))
    for pointer in pointers {
      for extreme in Self.extremes where all || Double.random(in: 0..<1, using: &random) < sampled {
        try send(request, with: extreme, at: pointer, to: service)
      }
    }
  }

  private func send(
    _ request: Request, with extreme: String, at pointer: [JSONTree.Step], to service: TestService
  ) throws {
    let mark = "extreme number"
    let body = request.body.replacing(pointer[...], with: .string(mark)).description
      .replacing("\"\(mark)\"", with: extreme)
    let path = request.path.replacing("{id}", with: "feed").replacing("{name}", with: "watch")
    if path != "/v1/collections", path.hasPrefix("/v1/collections") {
      _ = service.delete("/v1/collections/feed")
      let given = request.given == "measured" ? "estimated" : request.given ?? "feed"
      #expect(service.post("/v1/collections", Self.created(given)).status == 201)
      if path.hasSuffix("/movement"), request.method == .patch {
        _ = service.post("/v1/collections/feed/movement", ["indexPath": [0, 0]])
      }
    } else if path == "/v1/collections" {
      for id in ["feed", "rows", "list"] { _ = service.delete("/v1/collections/\(id)") }
    }
    let answer = service.ask(request.method, path, bytes: Array(body.utf8))
    #expect((200..<500).contains(answer.status), "\(request.testDescription) \(pointer) \(extreme)")
    guard answer.status < 300, let json = answer.json else { return }
    #expect(
      json.isWithinLimits, "\(request.testDescription) \(pointer) \(extreme): a frame beyond the limit")
    if path == "/v1/collections", let id = json["id"]?.string {
      let elements = service.get("/v1/collections/\(id)/attributes?rect=0,0,100,100")
      #expect(elements.status == 200 && elements.json?.isWithinLimits == true)
    }
  }
}

extension JSONTree {
  /// A member's name or an element's index.
  enum Step: Hashable {
    case member(String)
    case element(Int)
  }

  /// The ways to all numbers of the value.
  fileprivate func pointersToNumbers() -> [[Step]] {
    switch self {
    case .number: [[]]
    case .array(let elements):
      elements.enumerated().flatMap { index, value in
        value.pointersToNumbers().map { [.element(index)] + $0 }
      }
    case .object(let members):
      members.sorted { $0.key < $1.key }.flatMap { name, value in
        value.pointersToNumbers().map { [.member(name)] + $0 }
      }
    default: []
    }
  }

  fileprivate func replacing(_ pointer: ArraySlice<Step>, with value: JSONTree) -> JSONTree {
    switch (self, pointer.first) {
    case (.array(var elements), .element(let index)):
      elements[index] = elements[index].replacing(pointer.dropFirst(), with: value)
      return .array(elements)
    case (.object(var members), .member(let name)):
      members[name] = members[name]?.replacing(pointer.dropFirst(), with: value)
      return .object(members)
    default: return value
    }
  }

  /// Whether every frame in it has coordinates and extents that a layout may have.
  fileprivate var isWithinLimits: Bool { isWithin(0x1p53) }

  private func isWithin(_ limit: Double) -> Bool {
    switch self {
    case .array(let elements): return elements.allSatisfy { $0.isWithin(limit) }
    case .object(let members):
      if let frame = members["frame"]?.members {
        for number in frame.values.compactMap(\.number) where abs(number) > limit { return false }
        for name in ["width", "height"] where frame[name]?.number ?? 0 < 0 { return false }
      }
      return members.allSatisfy { name, value in
        // An element that appears begins its animation as far from its place as the content offset moves.
        value.isWithin(name == "initial" ? 0x1p54 : limit)
      }
    default: return true
    }
  }
}
