import API
import TestSupport
import Testing

/// Random requests of valid members and extreme values: none may end the process.
struct HostileRequestTests {
  private struct Generator {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[next(elements.count)] }

    mutating func number() -> JSONTree {
      pick([
        0, 0, 1, 10, 44, 50, 100, 320, 0.5, 1e-300, 2.3e-308, 1e9, 1e15, 4_503_599_627_370_496,
        9_007_199_254_740_992,
      ])
    }

    mutating func signed() -> JSONTree {
      let value = number().number ?? 0
      return .number(next(3) == 0 ? -value : value)
    }

    mutating func size() -> JSONTree { [number(), number()] }
    mutating func insets() -> JSONTree { [signed(), signed(), signed(), signed()] }

    mutating func maybe(_ object: inout JSONTree, _ name: String, _ value: (inout Generator) -> JSONTree) {
      if next(3) == 0 { object[name] = value(&self) }
    }

    mutating func flow() -> JSONTree {
      var layout: JSONTree = ["kind": "flow"]
      maybe(&layout, "scrollDirection") { $0.pick(["vertical", "horizontal"]) }
      for name in ["minimumLineSpacing", "minimumInteritemSpacing"] { maybe(&layout, name) { $0.number() } }
      for name in ["itemSize", "headerReferenceSize", "footerReferenceSize"] {
        maybe(&layout, name) { $0.size() }
      }
      maybe(&layout, "estimatedItemSize") { $0.next(2) == 0 ? "automatic" : $0.size() }
      maybe(&layout, "sectionInset") { $0.insets() }
      for name in ["sectionHeadersPinToVisibleBounds", "sectionFootersPinToVisibleBounds"] {
        maybe(&layout, name) { .bool($0.next(2) == 0) }
      }
      maybe(&layout, "itemAlignment") { $0.pick(["justified", "leading", "center", "trailing"]) }
      maybe(&layout, "lineAlignment") { $0.pick(["center", "top", "bottom"]) }
      maybe(&layout, "sectionInsetReference") { $0.pick(["fromContentInset", "fromLayoutMargins"]) }
      return layout
    }

    mutating func grid() -> JSONTree {
      var layout: JSONTree = ["kind": "grid"]
      maybe(&layout, "scrollDirection") { $0.pick(["vertical", "horizontal"]) }
      layout["columns"] = pick([1, 3, 1000, ["minimumWidth": 1e-300], ["minimumWidth": 160]])
      let extent = pick(["rowHeight", "aspectRatio", "automatic"])
      switch extent {
      case "aspectRatio": layout["aspectRatio"] = pick([1e-300, 0.5, 1, 1e15])
      case "rowHeight": layout["rowHeight"] = number()
      default: layout["rowHeight"] = "automatic"
      }
      maybe(&layout, "rowSizing") { $0.pick(["tallestInRow", "uniform"]) }
      for name in ["columnSpacing", "rowSpacing", "headerHeight", "footerHeight"] {
        maybe(&layout, name) { $0.number() }
      }
      maybe(&layout, "sectionInset") { $0.insets() }
      maybe(&layout, "packing") { $0.pick(["sparse", "dense"]) }
      return layout
    }

    mutating func list() -> JSONTree {
      var layout: JSONTree = ["kind": "list"]
      maybe(&layout, "style") { $0.pick(["plain", "grouped", "insetGrouped"]) }
      maybe(&layout, "rowHeight") { $0.next(2) == 0 ? "automatic" : $0.number() }
      for name in [
        "estimatedRowHeight", "sectionHeaderHeight", "sectionFooterHeight", "estimatedSectionHeaderHeight",
        "estimatedSectionFooterHeight", "sectionHeaderTopPadding", "rowSpacing", "indentationWidth",
      ] { maybe(&layout, name) { $0.number() } }
      for name in ["tableHeader", "tableFooter"] { maybe(&layout, name) { $0.size() } }
      maybe(&layout, "cellLayoutMarginsFollowReadableWidth") { .bool($0.next(2) == 0) }
      for name in ["separator", "sectionInset"] { maybe(&layout, name) { $0.insets() } }
      return layout
    }

    mutating func justified() -> JSONTree {
      var layout: JSONTree = ["kind": "justified"]
      maybe(&layout, "targetRowHeight") {
        $0.pick([.number(.leastNonzeroMagnitude), 0.5, 320, 9_007_199_254_740_992])
      }
      maybe(&layout, "targetRowHeightTolerance") { $0.pick([0, 0.25, 1]) }
      maybe(&layout, "boxSpacing") { $0.next(2) == 0 ? $0.number() : ["horizontal": $0.number()] }
      maybe(&layout, "containerPadding") { $0.next(2) == 0 ? $0.signed() : $0.insets() }
      maybe(&layout, "forceAspectRatio") { $0.pick([1e-300, 0.5, 9_007_199_254_740_992]) }
      for name in ["maxRows", "maxPerRow", "fullWidthBreakoutRowCadence"] {
        maybe(&layout, name) { $0.pick([1, 3, 9_007_199_254_740_992]) }
      }
      maybe(&layout, "showWidows") { .bool($0.next(2) == 0) }
      maybe(&layout, "widowLayoutStyle") { $0.pick(["left", "justify", "center"]) }
      for name in ["edgeCaseMinRowHeight", "edgeCaseMaxRowHeight"] { maybe(&layout, name) { $0.number() } }
      return layout
    }

    mutating func item() -> JSONTree {
      var item: JSONTree = [:]
      for name in ["size", "estimatedSize"] { maybe(&item, name) { $0.size() } }
      maybe(&item, "aspectRatio") { (generator: inout Generator) -> JSONTree in
        generator.pick([1e-300, 0.5, 1, 9_007_199_254_740_992])
      }
      maybe(&item, "span") { ["columns": $0.pick([1, 2, 1000, "all"]), "rows": $0.pick([1, 3, 1000])] }
      maybe(&item, "id") { .string("i\($0.next(9))") }
      maybe(&item, "preferredAttributes") { generator -> JSONTree in
        let transform = JSONTree.array((0..<6).map { _ in generator.signed() })
        return ["size": generator.size(), "alpha": 0.5, "transform": transform]
      }
      return item
    }

    mutating func section() -> JSONTree {
      var section: JSONTree = [:]
      switch next(3) {
      case 0: section["itemCount"] = .number(Double(pick([0, 1, 7, 100, 100_000])))
      case 1: section["items"] = .array((0..<next(12)).map { _ in item() })
      default: section["itemSizes"] = .array((0..<next(12)).map { _ in size() })
      }
      for name in ["header", "footer"] {
        maybe(&section, name) { generator -> JSONTree in
          generator.next(2) == 0 ? ["size": generator.size()] : ["estimatedSize": generator.size()]
        }
      }
      maybe(&section, "supplementaries") { generator -> JSONTree in ["badge": [["size": generator.size()]]] }
      return section
    }

    mutating func request() -> JSONTree {
      var container: JSONTree = ["width": number(), "height": number()]
      maybe(&container, "insets") { $0.insets() }
      maybe(&container, "scale") { $0.pick([1, 2, 3, 0.01, 16, 1000]) }
      maybe(&container, "layoutDirection") { $0.pick(["leftToRight", "rightToLeft"]) }
      let layout =
        switch next(4) {
        case 0: flow()
        case 1: list()
        case 2: grid()
        default: justified()
        }
      var body: JSONTree = [
        "container": container, "layout": layout,
        "sections": .array((0..<next(4)).map { _ in section() }),
      ]
      body["visibleRect"] =
        next(4) == 0 ? nil : [signed(), signed(), pick([0, 100, 480]), pick([0, 100, 480])]
      return body
    }
  }

  @Test(arguments: 1...8)
  func `a request with extreme values gets finite numbers or an error`(seed: UInt64) throws {
    var generator = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<150 {
      let body = generator.request()
      let solver = LayoutSolver(answerLimit: 1 << 16)
      do throws(Problem) {
        let bytes = try answerBytes(body.description, solver: solver)
        let text = String(decoding: bytes, as: UTF8.self)
        guard let answer = try? JSONTree(parsing: text) else {
          Issue.record("no JSON for \(body): \(text.prefix(300))")
          continue
        }
        for pointer in ["/contentSize/width", "/contentSize/height"] {
          #expect(answer.at(pointer)?.number ?? -1 >= 0, "\(pointer) of \(body)")
        }
        for element in answer["attributes"]?.elements ?? [] {
          let frame = element["frame"]?.members?.values.compactMap(\.number) ?? []
          #expect(frame.count == 4 && frame.allSatisfy(\.isFinite), "\(element) of \(body)")
          #expect((element.at("/frame/width")?.number ?? -1) >= 0, "\(element) of \(body)")
          #expect((element.at("/frame/height")?.number ?? -1) >= 0, "\(element) of \(body)")
        }
      } catch {
        #expect([.contentTooLarge, .answerTooLarge].contains(error.code), "\(error.detail) for \(body)")
      }
    }
  }
}
