import CBaselines
import Harness
import LayoutEngine

/// One section with runs of two to five items to a row; one item in four stretches.
struct MagazineItems {
  let count: Int
  var divisors: [UInt8] = []
  var stretches: [UInt8] = []
  var heights: [Double] = []
  let sections: SectionList

  init(count: Int) {
    self.count = count
    var builder = ItemSequenceBuilder()
    for index in 0..<count {
      let divisor = 2 + index / 13 % 4
      let stretches = index % 4 == 0
      let height = 30 + Double(index * 53 % 71) * 0.61
      divisors.append(UInt8(divisor))
      self.stretches.append(stretches ? 1 : 0)
      heights.append(height)
      var item = Item()
      item.sizeMode = MagazineSizeMode(
        width: .fractional(divisor: divisor),
        height: stretches ? .dynamicAndStretchToTallestItemInRow : .static, points: height)
      builder.append(item)
    }
    sections = SectionList([Section(items: builder.finish())])
  }
}

func compareMagazine(_ data: MagazineItems, rounds: Int) {
  let room = 375.0
  var magazine = MagazineLayout()
  magazine.metrics.horizontalSpacing = 10
  magazine.metrics.verticalSpacing = 10
  let layout = LayoutKind.magazine(magazine)
  let container = Container(size: Size(width: room, height: 667), scale: 2)
  var starts = [UInt32](repeating: 0, count: data.count + 1)
  var offsets = [Double](repeating: 0, count: data.count + 1)
  let title = "magazine, \(data.count) items in streaks, scale 2"

  var breaking = Comparison("\(title): rows broken", units: data.count, rounds: rounds)
  breaking.add("C loop") {
    baseline_magazine_break(data.divisors, data.heights, data.count, 10, 2, &starts, &offsets)
  }
  breaking.add("prepare") { Int(layout.solve(data.sections, in: container).contentSize.height) }
  breaking.run()

  var placing = Comparison("\(title): every frame", units: data.count, rounds: rounds)
  placing.add("C loop") {
    baseline_magazine_frames(data.divisors, data.stretches, data.heights, data.count, room, 10, 2)
  }
  placing.add("prepare, elements(in: nil)") {
    layout.solve(data.sections, in: container).elements(in: nil, visible: nil).count
  }
  placing.run()
}
