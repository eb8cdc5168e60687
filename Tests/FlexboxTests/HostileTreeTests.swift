import Flexbox
import Geometry
import Testing

/// Trees that no designer makes.
@Suite struct HostileTreeTests {
  private struct Failure: Error, Equatable {}

  @Test func `an empty tree has no frames`() {
    #expect(FlexTree([]).frames(100, 100).isEmpty)
    #expect(FlexLayout.contentWidths(of: FlexTree([]), measure: FlexMeasurement.words).maximum == 0)
  }

  @Test func `the same tree has the same layout`() {
    for seed in 1...20 {
      var random = RandomTree(seed: UInt64(seed))
      let tree = random.tree(count: 60, depth: 8)
      #expect(tree.frames(300, 200) == tree.frames(300, 200))
    }
  }

  @Test func `no extent is negative and no number is infinite, whatever the tree`() {
    for seed in 1...300 {
      var random = RandomTree(seed: UInt64(seed))
      let tree = random.tree(count: 40, depth: 10)
      for frame in tree.frames(seed.isMultiple(of: 3) ? nil : 200, seed.isMultiple(of: 2) ? nil : 100) {
        #expect(frame.width >= 0 && frame.height >= 0, "seed \(seed)")
        #expect(frame.maxX.isFinite && frame.maxY.isFinite, "seed \(seed)")
      }
    }
  }

  @Test func `sums, borders, keywords, logical sides and collapsed items make finite frames too`() {
    for seed in 1...300 {
      var random = RandomTree(seed: UInt64(seed))
      var tree = random.tree(count: 40, depth: 10)
      for node in tree.nodes.indices {
        tree.nodes[node].style.change(node * 5 + seed)
      }
      for frame in tree.frames(seed.isMultiple(of: 3) ? nil : 200, seed.isMultiple(of: 2) ? nil : 100) {
        #expect(frame.width >= 0 && frame.height >= 0, "seed \(seed)")
        #expect(frame.maxX.isFinite && frame.maxY.isFinite, "seed \(seed)")
      }
    }
  }

  @Test func `a hundred containers with collapsed items are laid out at a limited number of sizes`() {
    for direction in FlexDirection.allCases {
      var tree = FlexTree.chain(depth: 100) { _ in .with { $0.flexDirection = direction } }
      for node in tree.nodes.indices where tree.nodes[node].content == .measured {
        tree.nodes[node].style.visibility = .collapse
      }
      let work = FlexLayout.solve(tree, width: 300, measure: FlexMeasurement.words).work
      #expect(work.layouts <= 64 * tree.nodes.count, "\(direction): \(work)")
    }
  }

  @Test(arguments: [0.0, 0x1p-40, 0x1p53])
  func `tiny and huge lengths make finite frames`(length: Double) {
    let style = FlexStyle.with {
      ($0.width, $0.height, $0.flexBasis) = (.points(length), .points(length), .points(length))
      ($0.paddingLeft, $0.marginTop, $0.rowGap) = (.points(length), .points(-length), .points(length))
      ($0.flexGrow, $0.flexShrink, $0.flexWrap) = (length, length, .wrap)
    }
    let tree = FlexTree(
      (0..<20).map {
        FlexNode(style, $0 == 19 ? .replaced(Size(width: length, height: 1)) : .boxes([$0 + 1]))
      })
    for width in [nil, length] {
      for frame in tree.frames(width, 10) {
        #expect(frame.maxX.isFinite && frame.maxY.isFinite)
        #expect(frame.width >= 0 && frame.height >= 0)
      }
    }
  }

  @Test func `an item shrinks to its padding, never below`() {
    let frames = FlexTree(FlexStyle(), [.sized(500, 10) { $0.paddingLeft = .points(30) }]).frames(10, 10)
    #expect(frames[1].width == 30)
  }

  @Test func `a root is never smaller than its padding`() {
    let frames = FlexTree(.with { $0.paddingTop = .points(30) }, []).frames(10, 10)
    #expect(frames[0] == Rect(x: 0, y: 0, width: 10, height: 30))
  }

  @Test func `indices outside of the tree are no children`() {
    let tree = FlexTree([FlexNode(FlexStyle(), .boxes([0, -1, 7, 1])), FlexNode(.sized(10, 10))])
    #expect(tree.frames(100, 10)[1] == Rect(x: 0, y: 0, width: 10, height: 10))
  }

  @Test func `the first error of a measurement is thrown, and nothing is measured after it`() {
    let tree = FlexTree([
      FlexNode(FlexStyle(), .boxes([1, 2])), FlexNode(FlexStyle(), .measured),
      FlexNode(FlexStyle(), .measured),
    ])
    var calls = 0
    #expect(throws: Failure()) {
      try FlexLayout.solve(tree) { _, _ throws(Failure) -> FlexMeasurement in
        calls += 1
        throw Failure()
      }
    }
    #expect(calls == 1)
  }

  @Test func `contents are measured once for each width`() {
    var asked: [FlexSpace] = []
    let tree = FlexTree([
      FlexNode(.with { $0.flexDirection = .column }, .boxes([1])), FlexNode(FlexStyle(), .boxes([2])),
      FlexNode(FlexStyle(), .measured),
    ])
    _ = FlexLayout.solve(tree, width: 100) { node, width in
      asked.append(width)
      return FlexMeasurement.words(node, width)
    }
    #expect(Set(asked).count == asked.count, "\(asked)")
  }
}

extension FlexStyle {
  /// Changes a property that a number chooses.
  fileprivate mutating func change(_ number: Int) {
    switch number % 7 {
    case 0: width = .sum(percent: 50, points: -30)
    case 1: (paddingLeft, marginTop) = (.sum(percent: 200, points: -30), .sum(percent: -50, points: 10))
    case 2: borderWidths = Insets(top: 3, left: 0, bottom: 1e6, right: 7)
    case 3: heightKeyword = FlexHeightKeyword.allCases[number % FlexHeightKeyword.allCases.count]
    case 4: visibility = .collapse
    case 5:
      (marginInlineStart, paddingInlineEnd, insetInlineEnd) = (.auto, .points(5), .percent(150))
      (borderInlineStartWidth, borderInlineEndWidth) = (1e6, 2)
    default: (alignSelf, alignSelfOverflow, justifyContentOverflow) = (.selfEnd, .safe, .safe)
    }
  }
}
