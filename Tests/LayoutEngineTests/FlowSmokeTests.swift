import Testing

@testable import LayoutEngine

@Test("sizes snap to the pixel before slack is spread")
func snapping() {
  var layout = FlowLayout()
  layout.metrics.itemSize = Size(width: 1010.0 / 7, height: 100)
  layout.metrics.minimumInteritemSpacing = 2
  let container = Container(size: Size(width: 1024, height: 768), scale: 1)
  let solved = LayoutKind.flow(layout).prepare(
    SectionList([Section(items: ItemSequence(count: 7))]), in: container)
  let frame = solved.attributes(of: .cell(0, 3), visible: nil)?.frame
  #expect(frame == Rect(x: 440, y: 0, width: 144, height: 100))
}
