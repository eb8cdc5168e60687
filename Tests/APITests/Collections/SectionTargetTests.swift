import TestSupport
import Testing

@testable import API

/// Scrolling to a section, with items or without.
///
/// Apple's documentation of `UITableView.scrollToRow(at:at:animated:)`: "`NSNotFound` is a valid row index for scrolling to
/// a section with zero rows."
struct SectionTargetTests {
  private static let bounds = Kept.path + "/bounds"

  /// Twenty rows, none, and thirty, all 44 high.
  private func kept(_ layout: JSONTree, insets: JSONTree = [0, 0, 0, 0]) throws -> TestService {
    let service = try TestService()
    let body: JSONTree = [
      "container": ["width": 320, "height": 480, "insets": insets], "layout": layout,
      "sections": [["id": "a", "itemCount": 20], ["id": "b", "items": []], ["id": "c", "itemCount": 30]],
      "bounds": [0, 0, 320, 480],
    ]
    #expect(service.create("c", body).status == 201)
    return service
  }

  private static let headers: JSONTree = ["kind": "list", "rowHeight": 44, "sectionHeaderHeight": 28]

  private func target(_ service: TestService, _ query: String) -> JSONTree? {
    service.get(Kept.path + "/scroll-target?" + query).json?.at("/contentOffset/y")
  }

  @Test func `a section is scrolled to by its header, which does not stand below itself`() throws {
    let service = try kept(Self.headers)
    // The header of the second section is at 28 + 20 × 44 = 908, that of the third at 936.
    #expect(target(service, "section=1&position=top") == 908)
    #expect(target(service, "section=1&position=bottom") == 456)
    #expect(target(service, "section=2&position=top") == 936)
    #expect(target(service, "section=0&position=nearest") == 0)
    let answer = service.get(Kept.path + "/scroll-target?section=1&position=top")
    #expect(answer.json?["exact"] == true && answer.json?["measureFirst"] == [])
    let inset = try kept(Self.headers, insets: [50, 0, 0, 0])
    #expect(target(inset, "section=1&position=top") == 858)
  }

  @Test func `a section without header and items is scrolled to where it begins`() throws {
    let service = try kept(["kind": "list", "rowHeight": 44])
    #expect(target(service, "section=1&position=top") == 880)
    #expect(target(service, "section=1&position=bottom") == 400)
    let layout: JSONTree = [
      "kind": "compositional", "interSectionSpacing": 10,
      "sections": [["group": ["size": ["height": 44], "items": [[:]]]]],
    ]
    #expect(target(try kept(layout), "section=1&position=top") == 890)
    #expect(target(try kept(layout), "section=2&position=top") == 900)
  }

  @Test func `a viewport scrolls to a section by its number or id`() throws {
    let service = try kept(Self.headers)
    for section in [1, "b"] as [JSONTree] {
      let answer = service.put(Self.bounds, ["scrollTo": ["section": section, "position": "top"]])
      #expect(answer.status == 200 && answer.json?.at("/bounds/y") == 908)
      #expect(answer.json?.at("/scrollTarget/contentOffset/y") == 908)
      #expect(service.put(Self.bounds, ["bounds": [0, 0, 320, 480]]).status == 200)
    }
  }

  @Test(
    arguments: [
      (["section": 9], "/scrollTo/section"), (["section": -1], "/scrollTo/section"),
      (["section": 0.5], "/scrollTo/section"), (["section": "z"], "/scrollTo/section"),
      (["section": [1]], "/scrollTo/section"), (["section": 1, "id": "x"], "/scrollTo"),
      (["section": 1, "edge": "end"], "/scrollTo"), (["position": "top"], "/scrollTo"),
    ] as [(JSONTree, String)])
  func `a section that there is not is pointed at`(target: JSONTree, pointer: String) throws {
    let answer = try kept(Self.headers).put(Self.bounds, ["scrollTo": target])
    #expect(answer.status == 422, "\(target)")
    #expect(answer.pointers.contains(pointer), "\(target): \(answer.pointers)")
  }

  @Test func `a query for a section that has no place is not found`() throws {
    let missing = try kept(Self.headers).get(Kept.path + "/scroll-target?section=3")
    #expect(missing.status == 404 && missing.json?["detail"] == "The collection has no section 3.")
    let custom: JSONTree = ["kind": "custom", "frame": ["x": 0, "y": "i * 44"]]
    #expect(try kept(custom).get(Kept.path + "/scroll-target?section=1").status == 404)
    #expect(try kept(custom).get(Kept.path + "/scroll-target?section=one").status == 400)
    #expect(try kept(custom).get(Kept.path + "/scroll-target?item=1").status == 400)
  }
}
