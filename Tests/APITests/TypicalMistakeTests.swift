import Foundation
import TestSupport
import Testing
import Wire

/// Mistakes that people make who know CSS, another list view or a part of the documents.
///
/// `Fixtures/typical-mistakes.txt` has a heading for each valid request, and a line for each mistake in it.
struct TypicalMistakeTests {
  /// A valid request.
  private struct Heading: Hashable {
    var method: String
    var path: String
    var body: JSONTree

    /// Sends the request with this body.
    func send(_ body: JSONTree, to service: TestService) -> TestResponse {
      method == "PUT" ? service.put(path, body) : service.post(path, body)
    }
  }

  private struct Mistake {
    var heading: Heading
    /// Where in the body the mistake is made, and the value that is written there.
    var member: String
    var value: JSONTree
    /// The pointer of the error.
    var pointer: String
    /// Words that the detail of the error has to contain: the value, and the forms that the member takes.
    var words: [String]
  }

  private static let mistakes: [Mistake] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/typical-mistakes.txt")
    var mistakes: [Mistake] = []
    var heading = Heading(method: "", path: "", body: nil)
    for line in try! String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("## ") {
        let parts = line.dropFirst(3).split(separator: " ", maxSplits: 2).map(String.init)
        heading = Heading(method: parts[0], path: parts[1], body: try! JSONTree(parsing: parts[2]))
        continue
      }
      let parts = line.components(separatedBy: " | ")
      mistakes.append(
        Mistake(
          heading: heading, member: parts[0], value: try! JSONTree(parsing: parts[1]),
          pointer: parts[2] == "." ? parts[0] : parts[2], words: parts[3].components(separatedBy: " ; ")))
    }
    return mistakes
  }()

  @Test func `a typical mistake is refused with its pointer, its value and the forms that the member takes`()
    throws
  {
    let service = try TestService()
    let items: JSONTree = [["id": "a"], ["id": "b"], ["id": "d"]]
    let created = service.create(
      "c",
      [
        "container": ["width": 320, "height": 480], "layout": ["kind": "list"], "bounds": [0, 0, 320, 480],
        "sections": [["id": "s", "items": items]],
      ])
    #expect(created.status == 201)
    #expect(Self.mistakes.count > 300)
    for mistake in Self.mistakes {
      let heading = mistake.heading
      let answer = heading.send(heading.body.making(mistake.value, at: mistake.member), to: service)
      let line = "\(heading.method) \(heading.path) \(mistake.member) = \(mistake.value)"
      #expect(answer.status == 422 && answer.code == "invalid_request", "\(line): \(answer.status)")
      let errors = answer.json?["errors"]?.elements ?? []
      let details = errors.filter { $0["pointer"]?.string == mistake.pointer }
        .compactMap { $0["detail"]?.string }
      let isSaid = details.contains { detail in mistake.words.allSatisfy { detail.contains($0) } }
      #expect(isSaid, "\(line): \(mistake.pointer) says \(details), not \(mistake.words)")
    }
    #expect(service.version == 1)
  }

  @Test func `every heading of the mistakes is a valid request`() throws {
    for heading in Set(Self.mistakes.map(\.heading)) {
      let service = try TestService()
      _ = service.create("c", Kept.rows(["a", "b", "c"]))
      let answer = heading.send(heading.body, to: service)
      #expect((200...201).contains(answer.status), "\(heading): \(answer.detail ?? "")")
    }
  }

  @Test(arguments: [
    ("attributes?format=xml", 400, ["\"xml\"", "format", "Did you mean html?", "binary"]),
    ("attributes?format=json", 400, ["\"json\"", "Did you mean objects?"]),
    ("attributes?format=png", 400, ["\"png\"", "Did you mean svg?"]),
    ("attributes?fromat=svg", 400, ["\"fromat\"", "Did you mean format?"]),
    ("attributes?rect=0,0,10", 400, ["rect", "x,y,width,height", "\"0,0,10\""]),
    ("attributes?rect=a,b,c,d", 400, ["rect", "\"a,b,c,d\""]),
    ("attributes?rect=0,0,-1,5", 400, ["rect", "negative", "-1"]),
    ("attributes?kind=badge&section=x", 400, ["section", "whole number", "\"x\""]),
    ("attributes?indexPath=0", 400, ["indexPath", "section,item", "\"0\""]),
    ("attributes?indexPath=[0,1]", 400, ["indexPath", "section,item", "\"[0,1]\""]),
    ("attributes?section=0&item=1", 400, ["by indexPath"]),
    ("attributes?include=all", 400, ["\"all\"", "include", "content"]),
    ("attributes?format=svg&chrome=off", 400, ["\"off\"", "chrome", "none"]),
    ("attributes?viewport=side", 404, ["viewport", "\"side\""]),
    ("attributes?id=zz", 404, ["item", "\"zz\""]),
    ("attributes?indexPath=0,9", 404, ["item", "[0, 9]"]),
    ("attributes?kind=badge&section=0&item=2", 404, ["\"badge\"", "[0, 2]"]),
    ("scroll-target?id=zz", 404, ["item", "\"zz\""]),
    ("scroll-target?indexPath=0,9", 404, ["item", "[0, 9]"]),
    ("scroll-target?section=x", 400, ["section", "whole number", "\"x\""]),
    ("scroll-target?section=0&item=1", 400, ["\"item\"", "It takes id, indexPath, section"]),
    ("scroll-target?id=a&position=middle", 400, ["\"middle\"", "position", "Did you mean center"]),
    ("scroll-target?id=a&position=botom", 400, ["\"botom\"", "Did you mean bottom?"]),
    ("scroll-target", 400, ["id", "indexPath", "section"]),
    ("history?since=x", 400, ["since", "\"x\""]),
    ("history?since=1&limit=0", 400, ["limit", "\"0\"", "from 1"]),
    ("history?since=1&runs=yes", 400, ["runs", "true or false", "\"yes\""]),
    ("viewports?limit=1", 400, ["\"limit\"", "nothing"]),
  ])
  func `a typical mistake in a query is refused with the parameter, its value and the forms that it takes`(
    query: String, status: Int, words: [String]
  ) throws {
    let service = try TestService()
    _ = service.create("c")
    let answer = service.get("\(Kept.path)/\(query)")
    #expect(answer.status == status, "\(query)")
    for word in words { #expect(answer.detail?.contains(word) == true, "\(query): \(answer.detail ?? "")") }
  }
}

extension JSONTree {
  /// Returns the value with another at a pointer; objects on the way that are missing are made.
  fileprivate func making(_ value: JSONTree, at pointer: String) -> JSONTree {
    making(value, at: pointer.split(separator: "/").map(String.init)[...])
  }

  private func making(_ value: JSONTree, at path: ArraySlice<String>) -> JSONTree {
    guard let first = path.first else { return value }
    switch self {
    case .array(var elements):
      let index = Int(first)!
      elements[index] = elements[index].making(value, at: path.dropFirst())
      return .array(elements)
    case .object(var members):
      members[first] = (members[first] ?? .object([:])).making(value, at: path.dropFirst())
      return .object(members)
    default: return self
    }
  }
}
