import API
import TestSupport
import Testing

/// Every member of a request and the type of value that it takes.
private enum Shape: CaseIterable {
  case length, number, positive, alpha, count, columns, bool, text, name, size, rect, insets, object, array
  case sizeOrName, lengthOrName, sizes, transform

  /// Values that no member of this shape takes.
  var wrong: [JSONTree] {
    let always: [JSONTree] = [nil]
    return always
      + {
        switch self {
        case .length: [true, "50", [], [:], -1, 9_007_199_254_740_994]
        case .number: [true, "50", [], [:], 9_007_199_254_740_994, -9_007_199_254_740_994]
        case .positive: [true, "2", [], [:], 0, -1]
        case .alpha: [true, "1", [], [:], -0.1, 1.1]
        case .count: [true, "3", [], [:], -1, 1.5, 9_007_199_254_740_994]
        case .columns: [true, "3", [], [:], -1, 0, 1.5, 10_001]
        case .bool: [0, "true", [], [:]]
        case .text: [true, 1, [], [:]]
        case .name: [true, 1, [], [:], "", "no such name"]
        case .size,
          .sizes where self == .size:
          [
            true, 1, "50x50", [], [:], [1], [1, 2, 3], [-1, 1], [1, "2"], ["width": 1],
            ["width": 1, "height": -1],
          ]
        case .rect: [true, 1, "0", [], [:], [0, 0, 1], [0, 0, -1, 1], ["x": 0, "y": 0, "width": 1]]
        case .insets: [true, 1, "0", [], [1, 2, 3], [1, 2, 3, "4"], ["top": true], ["leading": 1]]
        case .object: [true, 1, "{}", []]
        case .array: [true, 1, "[]", [:]]
        case .sizes:
          [
            true, 1, "[]", [:], [1], [1, -2], [[1]], [[1, 2], 3], ["widths": [1]],
            ["widths": [1], "heights": []],
          ]
        case .sizeOrName: [true, 1, "auto", [], [:], [1], [1, -1]]
        case .lengthOrName: [true, -1, "auto", [], [:]]
        case .transform: [true, 1, [], [:], [1, 0, 0, 1, 0], [1, 0, 0, 1, 0, "0"]]
        }
      }()
  }
}

struct WrongTypeTests {
  private static let flow: [(String, Shape)] = [
    ("/layout/kind", .name), ("/layout/scrollDirection", .name), ("/layout/minimumLineSpacing", .length),
    ("/layout/minimumInteritemSpacing", .length), ("/layout/itemSize", .size),
    ("/layout/estimatedItemSize", .sizeOrName), ("/layout/sectionInset", .insets),
    ("/layout/headerReferenceSize", .size), ("/layout/footerReferenceSize", .size),
    ("/layout/sectionHeadersPinToVisibleBounds", .bool), ("/layout/sectionFootersPinToVisibleBounds", .bool),
    ("/layout/itemAlignment", .name), ("/layout/lineAlignment", .name),
    ("/layout/sectionInsetReference", .name),
    ("/sections/0/metrics/minimumLineSpacing", .length), ("/sections/0/metrics/itemSize", .size),
    ("/sections/0/metrics/minimumInteritemSpacing", .length), ("/sections/0/metrics/sectionInset", .insets),
    ("/sections/0/metrics/headerReferenceSize", .size), ("/sections/0/metrics/footerReferenceSize", .size),
    ("/container", .object), ("/container/width", .length), ("/container/height", .length),
    ("/container/insets", .insets), ("/container/scale", .positive), ("/container/layoutDirection", .name),
    ("/container/contentSizeCategory", .name), ("/container/fonts", .text), ("/layout", .object),
    ("/sections", .array),
    ("/visibleRect", .rect), ("/templates", .object), ("/sections/0", .object), ("/sections/0/id", .text),
    ("/sections/0/metrics", .object), ("/sections/0/header", .object), ("/sections/0/header/size", .size),
    ("/sections/0/header/estimatedSize", .size), ("/sections/0/footer", .object),
    ("/sections/0/footer/size", .size), ("/sections/0/footer/estimatedSize", .size),
    ("/sections/0/supplementaries", .object), ("/sections/0/supplementaries/badge", .array),
    ("/sections/0/supplementaries/badge/0", .object), ("/sections/0/supplementaries/badge/0/size", .size),
    ("/sections/0/items", .array), ("/sections/0/items/0", .object), ("/sections/0/items/0/id", .text),
    ("/sections/0/items/0/size", .size), ("/sections/0/items/0/estimatedSize", .size),
    ("/sections/0/items/0/aspectRatio", .positive), ("/sections/0/items/0/preferredAttributes", .object),
    ("/sections/0/items/0/preferredAttributes/size", .size),
    ("/sections/0/items/0/preferredAttributes/alpha", .alpha),
    ("/sections/0/items/0/preferredAttributes/transform", .transform),
    ("/sections/1/itemCount", .count), ("/sections/2/itemSizes", .sizes),
  ]

  private static let list: [(String, Shape)] = [
    ("/layout/style", .name), ("/layout/rowHeight", .lengthOrName), ("/layout/estimatedRowHeight", .length),
    ("/layout/sectionHeaderHeight", .length), ("/layout/sectionFooterHeight", .length),
    ("/layout/estimatedSectionHeaderHeight", .length), ("/layout/estimatedSectionFooterHeight", .length),
    ("/layout/sectionInset", .insets), ("/layout/separator", .insets), ("/layout/rowSpacing", .length),
    ("/layout/tableHeader", .size), ("/layout/tableFooter", .size),
    ("/layout/sectionHeaderTopPadding", .length), ("/layout/cellLayoutMarginsFollowReadableWidth", .bool),
    ("/sections/0/metrics/sectionHeaderTopPadding", .length), ("/layout/indentationWidth", .length),
    ("/sections/0/metrics/rowHeight", .lengthOrName), ("/sections/0/metrics/estimatedRowHeight", .length),
    ("/sections/0/metrics/sectionHeaderHeight", .length),
    ("/sections/0/metrics/sectionFooterHeight", .length),
    ("/sections/0/metrics/estimatedSectionHeaderHeight", .length),
    ("/sections/0/metrics/estimatedSectionFooterHeight", .length),
    ("/sections/0/metrics/sectionInset", .insets), ("/sections/0/metrics/separator", .insets),
    ("/sections/0/metrics/rowSpacing", .length),
  ]

  private static let waterfall: [(String, Shape)] = [
    ("/layout/columnCount", .columns), ("/layout/minimumColumnSpacing", .length),
    ("/layout/minimumInteritemSpacing", .length), ("/layout/sectionInset", .insets),
    ("/layout/headerHeight", .length), ("/layout/footerHeight", .length), ("/layout/headerInset", .insets),
    ("/layout/footerInset", .insets), ("/layout/itemRenderDirection", .name),
    ("/layout/columnAssignment", .name), ("/layout/minimumContentHeight", .length),
    ("/sections/0/metrics/columnCount", .columns), ("/sections/0/metrics/minimumColumnSpacing", .length),
    ("/sections/0/metrics/minimumInteritemSpacing", .length),
    ("/sections/0/metrics/sectionInset", .insets), ("/sections/0/metrics/headerHeight", .length),
    ("/sections/0/metrics/footerHeight", .length), ("/sections/0/metrics/headerInset", .insets),
    ("/sections/0/metrics/footerInset", .insets),
  ]

  private static func body(_ kind: String) -> JSONTree {
    request(
      layout: ["kind": .string(kind)],
      sections: [
        [
          "items": [["preferredAttributes": [:]]], "metrics": [:], "header": [:], "footer": [:],
          "supplementaries": ["badge": [[:]]],
        ],
        ["itemCount": 1], ["itemSizes": [[1, 1]]],
      ])
  }

  private func check(_ fields: [(String, Shape)], _ kind: String) {
    let body = Self.body(kind)
    #expect(refusal(of: body) == nil)
    for (pointer, shape) in fields {
      for value in shape.wrong {
        let problem = refusal(of: body.setting(pointer, to: value))
        #expect(problem?.code == .invalidRequest, "\(pointer) = \(value)")
        // At the member, inside it, or at a member that depends on it.
        #expect(
          problem?.pointers.contains { $0 == pointer || $0.hasPrefix(pointer + "/") } == true,
          "\(pointer) = \(value): \(problem?.pointers ?? [])")
        #expect(problem?.faults.allSatisfy { !$0.detail.isEmpty } == true)
      }
    }
  }

  @Test func `every member of a flow request rejects invalid values with a pointer`() {
    check(Self.flow, "flow")
  }

  @Test func `every member of a list request rejects invalid values with a pointer`() {
    check(Self.list, "list")
  }

  @Test func `every member of a waterfall request rejects invalid values with a pointer`() {
    check(Self.waterfall, "waterfall")
  }

  @Test(arguments: ["container", "layout", "sections"])
  func `a member that has to be there is named where it is missing`(name: String) {
    var body = request()
    body[name] = nil
    let problem = refusal(of: body)
    #expect(problem?.code == .invalidRequest)
    #expect(problem?.pointers == [""])
    #expect(problem?.detail.contains("\"\(name)\" is missing") == true)
  }

  @Test(arguments: [("/container", "width"), ("/container", "height"), ("/layout", "kind")])
  func `a missing required member has a pointer to its parent`(pointer: String, name: String) {
    let problem = refusal(of: request().setting("\(pointer)/\(name)", to: JSONTree?.none))
    #expect(problem?.pointers == [pointer])
    #expect(problem?.detail.contains("\"\(name)\" is missing") == true)
  }

  @Test func `numbers are taken to the edge of what a double counts`() throws {
    let edge: JSONTree = 9_007_199_254_740_992
    let answer = try answer(request(container: ["width": edge, "height": edge], sections: []))
    #expect(answer.at("/contentSize/width") == edge)
    let layout: JSONTree = ["kind": "list", "rowHeight": edge]
    #expect(try APITests.answer(request(layout: layout)).at("/contentSize/height") == edge)
  }
}

extension JSONTree {
  /// The value with another at a pointer, where the members on the way exist.
  func setting(_ pointer: String, to value: JSONTree?) -> JSONTree {
    setting(pointer.split(separator: "/").map(String.init)[...], to: value)
  }

  private func setting(_ path: ArraySlice<String>, to value: JSONTree?) -> JSONTree {
    guard let first = path.first else { return value ?? nil }
    switch self {
    case .array(var elements):
      let index = Int(first)!
      elements[index] = elements[index].setting(path.dropFirst(), to: value)
      return .array(elements)
    case .object(var members):
      members[first] = path.count == 1 ? value : members[first]?.setting(path.dropFirst(), to: value)
      return .object(members)
    default:
      return self
    }
  }
}
