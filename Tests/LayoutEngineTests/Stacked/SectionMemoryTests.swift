import Foundation
import Testing

@testable import LayoutEngine

/// The memory of very many small sections. Each measurement is a process of its own, so that other tests do not count.
@Suite(.serialized) struct SectionMemoryTests {
  private static let count = 50_000

  /// The resident memory of the process, in bytes.
  private static var resident: Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
    return (fields.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func sections(_ metrics: SectionMetrics) -> SectionList {
    var sections = ContiguousArray<Section>()
    for number in 0..<count {
      var items = ItemSequenceBuilder()
      items.append(Item(id: "i\(number)"))
      sections.append(Section(items: items.finish(), metrics: metrics))
    }
    return SectionList(sections)
  }

  /// The bytes that a section of one item takes, described and laid out.
  private static func bytes(_ kind: LayoutKind) throws -> (described: Int, solved: Int) {
    let start = resident
    let sections = sections(.none)
    let described = resident
    let solved = try kind.prepare(sections, in: Container(size: Size(width: 320, height: 480)))
    let end = resident
    return withExtendedLifetime((sections, solved)) {
      ((described - start) / count, (end - described) / count)
    }
  }

  private static func measure(_ kind: LayoutKind, _ limit: Int) throws {
    let bytes = try bytes(kind)
    print("\(kind.name): a section of one item takes \(bytes.described) + \(bytes.solved) bytes")
    if bytes.described + bytes.solved > limit { exit(1) }
  }

  @Test func `a section of a list takes some hundred bytes`() async throws {
    await #expect(processExitsWith: .success) { try Self.measure(.list(ListLayout()), 800) }
  }

  @Test func `a section of a flow takes some hundred bytes`() async throws {
    await #expect(processExitsWith: .success) { try Self.measure(.flow(FlowLayout()), 1000) }
  }

  @Test func `a section of a grid takes some hundred bytes`() async throws {
    await #expect(processExitsWith: .success) { try Self.measure(.grid(GridLayout()), 1000) }
  }

  @Test func `a section of a waterfall takes some hundred bytes`() async throws {
    await #expect(processExitsWith: .success) { try Self.measure(.waterfall(WaterfallLayout()), 1000) }
  }

  @Test func `a section of a magazine takes some hundred bytes`() async throws {
    await #expect(processExitsWith: .success) { try Self.measure(.magazine(MagazineLayout()), 1000) }
  }

  @Test func `a section of a justified layout takes some hundred bytes`() async throws {
    await #expect(processExitsWith: .success) { try Self.measure(.justified(JustifiedLayout()), 1000) }
  }

  @Test func `a section of a formula takes some hundred bytes`() async throws {
    await #expect(processExitsWith: .success) { try Self.measure(.carousel(CarouselLayout()), 1500) }
  }

  @Test func `a section of a compositional layout that is a list takes some hundred bytes`() async throws {
    await #expect(processExitsWith: .success) {
      let list = CompositionalSection(kind: .list(ListLayout()))
      try Self.measure(.compositional(CompositionalLayout(sections: [list])), 1000)
    }
  }

  @Test func `a section of a compositional layout takes few thousand bytes`() async throws {
    await #expect(processExitsWith: .success) {
      let size = LayoutSize(width: .fractionalWidth(1), height: .absolute(44))
      let item = LayoutGroup(.line(.horizontal, members: [.item(LayoutItem(size: size))]), size: size)
      try Self.measure(.compositional(CompositionalLayout(item)), 4000)
    }
  }
}
