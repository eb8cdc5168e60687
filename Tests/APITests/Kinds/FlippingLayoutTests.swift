import LayoutEngine
import TestSupport
import Testing

@testable import API

/// Layouts that do not mirror from right to left.
struct FlippingLayoutTests: LayoutFrameTests {
  /// A layout of a kind whose elements are not symmetrical.
  private static func lopsided(_ kind: String) -> JSONTree {
    var layout: JSONTree = ["kind": .string(kind)]
    switch kind {
    case "compositional":
      layout["sections"] = [
        [
          "group": [
            "size": ["width": 100, "height": 40], "items": [["size": ["width": 30, "height": 40]]],
          ],
          "contentInsets": [0, 5, 0, 0],
        ],
        ["grid": ["columns": 3]],
      ]
    case "custom": layout["frame"] = ["i * 11", "i * 7", 20, 10]
    case "list": layout["sectionInset"] = [0, 30, 0, 0]
    case "magazine": layout["sectionInsets"] = [0, 30, 0, 0]
    case "stack": layout["itemOffset"] = [9, 5]
    case "circle", "spiral", "coverFlow", "carousel": layout["sectionInset"] = [0, 30, 0, 0]
    case "flow": layout["itemAlignment"] = "leading"
    case "grid": layout["columns"] = 3
    case "justified": layout["targetRowHeight"] = 90
    default: break
    }
    return layout
  }

  /// Apple's documentation of `UICollectionViewLayout.flipsHorizontallyInOppositeLayoutDirection`: "a Boolean value that
  /// indicates whether the horizontal coordinate system is automatically flipped at appropriate times". There its default is
  /// false; here it is true.
  @Test(arguments: LayoutKind.all.map(\.name))
  func `a layout of any kind mirrors from right to left, or does not`(kind: String) throws {
    var layout = Self.lopsided(kind)
    let leftToRight = try frames(layout, Self.container())
    let rightToLeft = Self.container(nil, ["layoutDirection": "rightToLeft"])
    let mirrored = try frames(layout, rightToLeft)
    #expect(mirrored != leftToRight)
    layout["flipsHorizontallyInOppositeLayoutDirection"] = false
    #expect(try frames(layout, rightToLeft) == leftToRight)
    #expect(try frames(layout, Self.container()) == leftToRight)
    layout["flipsHorizontallyInOppositeLayoutDirection"] = true
    #expect(try frames(layout, rightToLeft) == mirrored)
    layout["flipsHorizontallyInOppositeLayoutDirection"] = "no"
    #expect(
      refusal(of: request(layout: layout))?.pointers == ["/layout/flipsHorizontallyInOppositeLayoutDirection"]
    )
  }

  @Test func `a reader keeps the place in a layout that does not mirror, and cells read from the right`()
    throws
  {
    let service = try TestService()
    let layout: JSONTree = [
      "kind": "flow", "scrollDirection": "horizontal", "itemSize": [100, 400],
      "flipsHorizontallyInOppositeLayoutDirection": false,
    ]
    let items = JSONTree.array((0..<20).map { ["id": .string("i\($0)")] })
    let body: JSONTree = [
      "id": "c", "container": Self.container(nil, ["layoutDirection": "rightToLeft"]), "layout": layout,
      "bounds": [500, 0, 320, 480], "sections": [["items": items]],
    ]
    #expect(service.post("/v1/collections", body).status == 201)
    let change: JSONTree = ["updates": [["op": "deleteItems", "ids": ["i0"]]]]
    let diff = try #require(service.post("/v1/collections/c/updates", change).json)
    // The item at the left edge of the viewport stays there: the offset moves with what was deleted before it.
    #expect(diff.at("/contentOffset/to/x")?.number == 390)
    let target = try #require(service.get("/v1/collections/c/scroll-target?id=i5&position=left").json)
    #expect(target["contentOffset"]?["x"]?.number == 440)
  }
}
