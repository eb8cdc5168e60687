import LayoutEngine

extension SectionMetrics: StoredValue {
  func write(to writer: inout StoredWriter) {
    switch self {
    case .none: writer.write(byte: 0)
    case .flow(let overrides): write(1, overrides, to: &writer)
    case .list(let overrides): write(2, overrides, to: &writer)
    case .grid(let overrides): write(3, overrides, to: &writer)
    case .waterfall(let overrides): write(4, overrides, to: &writer)
    case .justified(let overrides): write(5, overrides, to: &writer)
    case .magazine(let overrides): write(6, overrides, to: &writer)
    case .stack(let overrides): write(7, overrides, to: &writer)
    case .circle(let overrides): write(8, overrides, to: &writer)
    case .spiral(let overrides): write(9, overrides, to: &writer)
    case .coverFlow(let overrides): write(10, overrides, to: &writer)
    case .carousel(let overrides): write(11, overrides, to: &writer)
    }
  }

  private func write(_ kind: UInt8, _ overrides: some StoredValue, to writer: inout StoredWriter) {
    writer.write(byte: kind)
    writer.write(overrides)
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    switch try reader.byte() {
    case 0: self = .none
    case 1: self = .flow(try reader.value())
    case 2: self = .list(try reader.value())
    case 3: self = .grid(try reader.value())
    case 4: self = .waterfall(try reader.value())
    case 5: self = .justified(try reader.value())
    case 6: self = .magazine(try reader.value())
    case 7: self = .stack(try reader.value())
    case 8: self = .circle(try reader.value())
    case 9: self = .spiral(try reader.value())
    case 10: self = .coverFlow(try reader.value())
    case 11: self = .carousel(try reader.value())
    default: throw .damaged("metrics are of no known kind")
    }
  }
}
