import Testing

@testable import LayoutEngine

@Suite("Custom")
struct CustomLayoutTests {
  @Test("every item stands where its formulas put it")
  func frames() throws {
    let solved = try CustomLayout(x: "i * 10", y: "section * 100", width: "20 + i", height: "30").solve(
      Section(3), Section(2))
    #expect(
      solved.cells(0) == (0..<3).map { Rect(x: Double($0) * 10, y: 0, width: 20 + Double($0), height: 30) })
    #expect(
      solved.cells(1) == (0..<2).map { Rect(x: Double($0) * 10, y: 100, width: 20 + Double($0), height: 30) })
  }

  @Test("n counts the items of the item's own section")
  func counts() throws {
    let solved = try CustomLayout(x: "n", y: "sections").solve(Section(3), Section(0), Section(1))
    #expect(solved.cells(0).map(\.x) == [3, 3, 3])
    #expect(solved.cells(2).map(\.x) == [1])
    #expect(solved.cells(2).map(\.y) == [3])
  }

  @Test("width and height are the container's less its insets, and no less than nothing")
  func room() throws {
    let layout = try CustomLayout(x: "width", y: "height")
    let container = Container(320, 480).with { $0.insets = Insets(top: 1, left: 2, bottom: 4, right: 8) }
    #expect(try layout.solve(Section(1), in: container).cells()[0].origin == Point(x: 310, y: 475))
    let narrow = container.with { $0.size = Size(width: 5, height: 3) }
    #expect(try layout.solve(Section(1), in: narrow).cells()[0].origin == .zero)
  }

  @Test("item.width and item.height are the item's own size, by its aspect, its estimate, or the layout's")
  func itemSizes() throws {
    let layout = try CustomLayout(x: "0", y: "0", width: "item.width + 1", height: "item.height + 2") {
      $0.itemSize = Size(width: 60, height: 40)
    }
    let items = [
      Item(size: Size(width: 10, height: 20)), Item(aspectRatio: 0.5),
      Item(estimatedSize: Size(width: 30, height: 70)), Item(),
    ]
    let solved = try layout.solve(Section(items: items))
    #expect(solved.cells().map(\.width) == [11, 61, 31, 61])
    #expect(solved.cells().map(\.height) == [22, 122, 72, 42])
  }

  @Test("without formulas for it, a frame has the item's own size, 50 by 50 if it says none")
  func ownSize() throws {
    let solved = try CustomLayout(x: "0", y: "0").solve(
      Section(items: [Item(), Item(size: Size(width: 7, height: 9))]))
    #expect(solved.cells().map(\.size) == [Size(width: 50, height: 50), Size(width: 7, height: 9)])
  }

  @Test("a frame is an estimate where it follows the size of an item that is")
  func estimates() throws {
    func isEstimated(_ width: String?, _ height: String?) throws -> Bool? {
      let item = Item(estimatedSize: Size(width: 10, height: 10))
      return try CustomLayout(x: "item.width", y: "0", width: width, height: height).solve(
        Section(items: [item])
      )
      .attributes(of: .cell(0, 0), visible: nil)?.isEstimated
    }
    #expect(try isEstimated(nil, nil) == true)
    #expect(try isEstimated("5", nil) == true)
    #expect(try isEstimated("5", "item.width * 2") == true)
    #expect(try isEstimated("5", "6") == false)
  }

  @Test("zIndex is rounded, alpha is brought between 0 and 1")
  func appearance() throws {
    let layout = try CustomLayout(x: "0", y: "0") {
      $0.cell.zIndex = try CustomFormula("2.5 - i * 2.5", "zIndex")
      $0.cell.alpha = try CustomFormula("1.5 - i", "alpha")
    }
    let solved = try layout.solve(Section(3)).elements(in: nil, visible: nil)
    #expect((0..<3).map { solved[$0].appearance.zIndex } == [3, 0, -3])
    #expect((0..<3).map { solved[$0].appearance.alpha } == [1, 0.5, 0])
  }

  @Test("a transform is six formulas, or a turn and a factor")
  func transforms() throws {
    let layout = try CustomLayout(x: "0", y: "0") {
      $0.cell.transform = .matrix(
        try ["1", "2", "3", "4", "i", "-i"].map { try CustomFormula($0, "transform") })
    }
    let matrix = try layout.solve(Section(6)).attributes(of: .cell(0, 5), visible: nil)?.appearance.transform
    #expect(matrix == AffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: -5))
    func turned(_ rotation: String?, _ scale: String?) throws -> AffineTransform? {
      let turn = try CustomLayout(x: "0", y: "0") {
        $0.cell.transform = .turn(
          rotation: try rotation.map { try CustomFormula($0, "transform", "rotation") },
          scale: try scale.map { try CustomFormula($0, "transform", "scale") })
      }
      return try turn.solve(Section(3)).attributes(of: .cell(0, 2), visible: nil)?.appearance.transform
    }
    #expect(try turned("i / 4", nil) == .rotation(0.5))
    #expect(try turned(nil, "i") == AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 0))
    #expect(try turned("i / 4", "i") == .rotation(0.5, scale: 2))
    #expect(try turned(nil, nil) == .identity)
  }

  @Test("an item's alpha and transform override the layout's formulas")
  func preferred() throws {
    let layout = try CustomLayout(x: "0", y: "0") {
      $0.cell.alpha = try CustomFormula("0.25", "alpha")
      $0.cell.zIndex = try CustomFormula("i", "zIndex")
      $0.cell.transform = .turn(rotation: nil, scale: try CustomFormula("2", "transform", "scale"))
    }
    let own = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 5, ty: 0)
    let items = [
      Item(), Item(appearance: Appearance(alpha: 0.75)), Item(appearance: Appearance(transform: own)),
    ]
    let solved = try layout.solve(Section(items: items)).elements(in: nil, visible: nil)
    #expect((0..<3).map { solved[$0].appearance.alpha } == [0.25, 0.75, 0.25])
    #expect((0..<3).map { solved[$0].appearance.zIndex } == [0, 1, 2])
    #expect((0..<3).map { solved[$0].appearance.transform.a } == [2, 2, 1])
  }

  @Test("the content reaches from the origin over all frames, and is as wide as the container")
  func contentSize() throws {
    #expect(
      try CustomLayout(x: "i * 200", y: "-20").solve(Section(3)).contentSize == Size(width: 450, height: 30))
    #expect(
      try CustomLayout(x: "0", y: "i * 90").solve(Section(2)).contentSize == Size(width: 320, height: 140))
    #expect(try CustomLayout(x: "-99", y: "-99").solve(Section(1)).contentSize == Size(width: 320, height: 0))
    #expect(try CustomLayout(x: "0", y: "0").solve().contentSize == Size(width: 320, height: 0))
    #expect(try CustomLayout(x: "0", y: "0").solve(Section(0), Section(0)).contentSize.height == 0)
  }

  @Test("the content may have a size of its own, of the number of all items")
  func ownContentSize() throws {
    let layout = try CustomLayout(x: "i * 200", y: "0") {
      $0.contentSize = try CustomContentSize("width / 2", "n * 10 + sections")
    }
    let solved = try layout.solve(Section(3), Section(4))
    #expect(solved.contentSize == Size(width: 160, height: 72))
    #expect(solved.elements(in: nil, visible: nil).count == 7)
  }

  @Test("items left of the origin or above it are returned too")
  func outside() throws {
    let solved = try CustomLayout(x: "-100 - i", y: "-200").solve(Section(2))
    #expect(solved.names(in: Rect(x: -300, y: -300, width: 300, height: 300)) == ["cell 0.0", "cell 0.1"])
    #expect(solved.names(in: Rect(x: 0, y: 0, width: 300, height: 300)) == [])
  }

  @Test("with a scale, sizes and origins go to the nearest pixel")
  func rounding() throws {
    let layout = try CustomLayout(x: "i / 3", y: "i / 3", width: "10 + i / 3", height: "10")
    let solved = try layout.solve(Section(3), in: Container(320, 480).with { $0.scale = 2 })
    #expect(solved.cells().map(\.x) == [0, 0.5, 0.5])
    #expect(solved.cells().map(\.width) == [10, 10.5, 10.5])
  }

  @Test("right to left mirrors frames in the content, and transforms")
  func rightToLeft() throws {
    let layout = try CustomLayout(x: "i * 100", y: "0") {
      $0.cell.transform = .matrix(
        try ["1", "2", "3", "4", "5", "6"].map { try CustomFormula($0, "transform") })
    }
    let container = Container(320, 480).with { $0.direction = .rightToLeft }
    let solved = try layout.solve(Section(3), in: container)
    #expect(solved.xs() == [270, 170, 70])
    #expect(
      solved.attributes(of: .cell(0, 0), visible: nil)?.appearance.transform
        == AffineTransform(a: 1, b: -2, c: -3, d: 4, tx: -5, ty: 6))
  }

  @Test("headers, footers and supplementary views have no place, and are named")
  func warnings() throws {
    let section = Section(1, header: Supplementary(), footer: Supplementary()).with {
      $0.supplementaries = ["header": [Supplementary(), Supplementary()], "badge": [Supplementary()]]
    }
    let warnings = try CustomLayout(x: "0", y: "0").solve(Section(1), section).warnings
    #expect(warnings.allSatisfy { $0.code == .supplementaryNotPlaced && $0.section == 1 })
    #expect(warnings.map(\.kind) == ["header", "badge", "header", "footer"])
    #expect(warnings.map(\.isStrip) == [true, false, false, true])
    #expect(warnings.map(\.count) == [1, 1, 2, 1])
  }

  @Test("it does not follow the visible rect")
  func scrolling() throws {
    #expect(try CustomLayout(x: "0", y: "0").solve(Section(1)).followsVisibleRect == false)
  }
}
