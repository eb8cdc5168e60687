import Testing

@testable import LayoutEngine

@Suite("Sections of a magazine")
struct MagazineSectionTests {
  let container = Container(320, 480)
  let header = Supplementary(size: Size(width: 0, height: 50))
  let footer = Supplementary(size: Size(width: 0, height: 40))
  let layout = MagazineLayout {
    $0.metrics.verticalSpacing = 30
    $0.metrics.sectionInsets = Insets(top: 30, left: 15, bottom: 20, right: 5)
    $0.metrics.itemInsets = Insets(top: 10, left: 10, bottom: 12, right: 10)
  }

  private func section(_ heights: Double...) -> Section {
    Section(items: heights.map { Item(.full, .static, $0) }).with {
      $0.header = header
      $0.footer = footer
      $0.hasBackground = true
    }
  }

  @Test("header, items, footer and background stand inside the section's insets")
  func inside() {
    let solved = layout.solve(section(20, 25), in: container)
    #expect(solved.names() == ["header 0.0", "cell 0.0", "cell 0.1", "footer 0.0", "background 0.0"])
    #expect(solved.frame(.header, 0) == Rect(x: 15, y: 30, width: 300, height: 50))
    #expect(solved.frame(0, 0) == Rect(x: 25, y: 90, width: 280, height: 20))
    #expect(solved.frame(0, 1) == Rect(x: 25, y: 140, width: 280, height: 25))
    #expect(solved.frame(.footer, 0) == Rect(x: 15, y: 177, width: 300, height: 40))
    #expect(solved.frame(.background, 0) == Rect(x: 15, y: 30, width: 300, height: 187))
    #expect(solved.contentSize == Size(width: 320, height: 237))
  }

  @Test("sections follow one another with their insets between them")
  func following() {
    let solved = layout.solve(section(20), section(20), in: container)
    #expect(solved.frame(.header, 1)?.y == 212)
  }

  @Test("a section without items has its insets, header, footer and background, and no item insets")
  func empty() {
    let solved = layout.solve(section(), in: container)
    #expect(solved.frame(.header, 0) == Rect(x: 15, y: 30, width: 300, height: 50))
    #expect(solved.frame(.footer, 0) == Rect(x: 15, y: 80, width: 300, height: 40))
    #expect(solved.frame(.background, 0) == Rect(x: 15, y: 30, width: 300, height: 90))
    #expect(solved.contentSize.height == 140)
  }

  @Test("the container's insets leave the sections less room")
  func containerInsets() {
    let solved = layout.solve(
      section(20), in: container.with { $0.insets = Insets(top: 9, left: 20, right: 30) })
    #expect(solved.frame(.header, 0) == Rect(x: 15, y: 30, width: 250, height: 50))
    #expect(solved.frame(0, 0)?.width == 230)
    #expect(solved.contentSize.width == 270)
  }

  @Test("a background stands behind cells; without the wish for one there is none")
  func background() {
    let solved = layout.solve(section(20), section(20).with { $0.hasBackground = false }, in: container)
    #expect(solved.strip(.background, 0)?.appearance.zIndex == -1)
    #expect(solved.strip(.background, 1) == nil)
  }

  @Test("a header and a footer pin where they ask for it, between the section's insets")
  func pinning() {
    var pinned = section(1000)
    pinned.header?.pinsToVisibleBounds = true
    pinned.footer?.pinsToVisibleBounds = true
    let solved = layout.solve(pinned, section(1000), in: container)
    func y(_ kind: ElementKind, _ section: Int, _ top: Double) -> Double? {
      solved.frame(kind, section, visible: Rect(x: 0, y: top, width: 320, height: 480))?.y
    }
    // The section is 30 + 50 + 10 + 1000 + 12 + 40 + 20 high.
    #expect([-20, 30, 31, 1052, 1053, 2000].map { y(.header, 0, $0) } == [30, 30, 31, 1052, 1052, 1052])
    #expect([-400, -360, 0, 662, 663].map { y(.footer, 0, $0) } == [80, 80, 440, 1102, 1102])
    #expect(y(.header, 1, 1500) == 1192)
    #expect(
      solved.strip(.header, 0, visible: Rect(x: 0, y: 500, width: 320, height: 480))?.isPinned == true)
  }

  @Test("a header of an estimated size says so, and one without height is not there")
  func estimatedHeader() {
    let solved = layout.solve(
      Section(1, header: Supplementary(estimatedSize: Size(width: 0, height: 44)), footer: Supplementary()),
      in: container)
    #expect(solved.strip(.header, 0)?.isEstimated == true)
    #expect(solved.frame(.header, 0)?.height == 44)
    #expect(solved.strip(.footer, 0) == nil)
  }

  @Test("a section's metrics stand in for the layout's, one by one")
  func overrides() {
    let own = MagazineMetrics {
      $0.sectionInsets = .zero
      $0.verticalSpacing = 1
    }
    let solved = layout.solve(
      section(20, 20), section(20, 20).with { $0.metrics = .magazine(own) }, in: container)
    #expect(solved.frame(.header, 1) == Rect(x: 0, y: 232, width: 320, height: 50))
    #expect(solved.frame(1, 0) == Rect(x: 10, y: 292, width: 300, height: 20))
    #expect(solved.frame(1, 1)?.y == 313)
    #expect(solved.contentSize.height == 385)
  }

  @Test("elements that negative insets move out of their section are found there")
  func negativeInsets() {
    let layout = MagazineLayout {
      $0.metrics.sectionInsets = Insets(top: -60, bottom: -70)
    }
    let solved = layout.solve(section(200), section(200), in: container)
    #expect(solved.frame(.header, 0)?.y == -60)
    #expect(solved.names(in: Rect(x: 0, y: -59, width: 9, height: 1)) == ["header 0.0", "background 0.0"])
    let footer = solved.frame(.footer, 1)!
    #expect(footer.maxY == solved.contentSize.height + 70)
    #expect(
      solved.names(in: Rect(x: 0, y: footer.maxY - 1, width: 9, height: 1)) == [
        "footer 1.0", "background 1.0",
      ])
  }
}
