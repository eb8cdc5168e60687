import LayoutEngine

extension LearnedEstimate: StoredValue {
  func write(to writer: inout StoredWriter) {
    writer.write(
      StoredWhole(count), sum, sumOfSquares, sumOfEstimates, sumOfSquaredErrors, estimate,
      StoredWhole(nextCount))
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self.init(
      count: try reader.whole(), sum: try reader.value(), sumOfSquares: try reader.value(),
      sumOfEstimates: try reader.value(), sumOfSquaredErrors: try reader.value(),
      estimate: try reader.value(),
      // It doubles from 1 on.
      nextCount: try reader.whole(in: 1...2 * StoredReader.wholeLimit))
  }
}
