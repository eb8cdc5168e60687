import LayoutEngine

/// One section of sizes that differ, as the engine holds them and as plain numbers.
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
