import LayoutEngine

/// One section of varied sizes, as items and as plain numbers.
struct VariedSizes {
  let count: Int
  let numbers: [Double]
  let sections: SectionList

  init(count: Int) {
    var numbers: [Double] = []
    var builder = ItemSequenceBuilder()
    for index in 0..<count {
      let size = Size(width: 40 + Double(index * 37 % 83) * 0.77, height: 30 + Double(index * 53 % 71) * 0.61)
      numbers += [size.width, size.height]
      builder.append(size: size)
    }
    self.count = count
    self.numbers = numbers
    sections = SectionList([Section(items: builder.finish())])
  }
}

extension LayoutKind {
  /// Returns the layout of a collection that every kind can lay out.
  func solve(_ sections: SectionList, in container: Container) -> any SolvedLayout {
    try! prepare(sections, in: container)
  }
}
