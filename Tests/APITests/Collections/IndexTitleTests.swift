import TestSupport
import Testing

@testable import API

/// Titles of sections in an index (`UITableViewDataSource.sectionIndexTitles(for:)`).
struct IndexTitleTests {
  private static let path = "/v1/collections/c"

  private func service(_ sections: JSONTree) throws -> TestService {
    let service = try TestService()
    let body: JSONTree = [
      "id": "c", "container": ["width": 320, "height": 480], "layout": ["kind": "list", "rowHeight": 44],
      "sections": sections,
    ]
    #expect(service.post("/v1/collections", body).status == 201)
    return service
  }

  private func titles(_ service: TestService) throws -> [String] {
    let description = try #require(service.get(Self.path).json)
    return (description["sectionIndexTitles"]?.elements ?? []).map { entry in
      "\(entry["title"]?.string ?? "?") \(entry["section"]?.number ?? -1)"
    }
  }

  /// Apple's documentation of `sectionIndexTitles(for:)`: "Asks the data source to return the titles for the sections of a
  /// table view". `tableView(_:sectionForSectionIndexTitle:at:)` maps each to its section.
  @Test func `a collection lists the titles of its sections with their numbers`() throws {
    let service = try service([
      ["id": "a", "indexTitle": "A", "itemCount": 3], ["id": "favourites", "itemCount": 1],
      ["id": "k", "indexTitle": "K", "itemCount": 0],
    ])
    #expect(try titles(service) == ["A 0.0", "K 2.0"])
  }

  @Test func `titles go with their sections`() throws {
    let service = try service([
      ["id": "a", "indexTitle": "A", "itemCount": 3], ["id": "k", "indexTitle": "K", "itemCount": 1],
    ])
    let change: JSONTree = [
      "updates": [
        ["op": "insertSections", "at": [0], "sections": [["id": "0", "indexTitle": "#", "itemCount": 1]]],
        ["op": "moveSection", "from": 0, "to": 2],
      ]
    ]
    let answer = service.post("\(Self.path)/updates", change)
    #expect(answer.status == 200, "\(answer.detail)")
    #expect(try titles(service) == ["# 0.0", "K 1.0", "A 2.0"])
  }

  @Test func `a snapshot changes a title`() throws {
    let service = try service([["id": "a", "indexTitle": "A", "items": [["id": "1"]]]])
    let after: JSONTree = ["sections": [["id": "a", "indexTitle": "B", "items": [["id": "1"]]]]]
    let answer = service.put("\(Self.path)/snapshot", after)
    #expect(answer.status == 200, "\(answer.detail)")
    #expect(try titles(service) == ["B 0.0"])
  }

  @Test func `a collection without titles has no list of them`() throws {
    let service = try service([["id": "a", "itemCount": 3]])
    #expect(service.get(Self.path).json?["sectionIndexTitles"] == nil)
  }

  @Test func `a title is a text of at least one character`() {
    for title in ["", 1, .null, ["A"]] as [JSONTree] {
      let sections: JSONTree = [["itemCount": 1, "indexTitle": title]]
      #expect(
        refusal(of: request(layout: ["kind": "list"], sections: sections))?.pointers
          == ["/sections/0/indexTitle"], "\(title)")
    }
  }
}
