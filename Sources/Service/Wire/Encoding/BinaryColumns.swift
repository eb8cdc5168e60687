import JSON
import LayoutEngine

/// A file of columns: a header, a directory, the columns and a block of names, each at a multiple of 8.
struct BinaryColumns {
  let contentSize: Size
  let count: Int
  let columns: [BinaryColumn]
  let names: ByteBuffer

  static let magic: StaticString = "TESSERA1"
  static let headerSize = 64
  static let entrySize = 24

  private var columnsStart: Int { Self.headerSize + columns.count * Self.entrySize }

  private var namesStart: Int { columns.reduce(columnsStart) { $0 + $1.paddedByteCount } }

  var byteCount: Int { namesStart + names.count }

  func bytes() -> ByteBuffer {
    var bytes = ByteWriter(capacity: byteCount)
    bytes.append(Self.magic)
    bytes.append(littleEndian: UInt32(count))
    bytes.append(littleEndian: UInt32(columns.count))
    bytes.append(littleEndian: contentSize.width)
    bytes.append(littleEndian: contentSize.height)
    bytes.append(littleEndian: UInt64(namesStart))
    bytes.append(littleEndian: UInt64(names.count))
    bytes.pad(toMultipleOf: Self.headerSize)
    var offset = columnsStart
    for column in columns {
      bytes.append(littleEndian: UInt32(column.id))
      bytes.append(littleEndian: column.type.rawValue)
      bytes.append(littleEndian: UInt64(offset))
      bytes.append(littleEndian: UInt64(column.count))
      offset += column.paddedByteCount
    }
    for column in columns {
      column.write(&bytes)
      bytes.pad(toMultipleOf: 8)
    }
    names.withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes.finish()
  }
}

/// One column: its id, the type of its numbers, and a function that writes them.
struct BinaryColumn {
  enum ElementType: UInt32 {
    case uint8 = 1
    case int32 = 2
    case float64 = 3

    var size: Int {
      switch self {
      case .uint8: 1
      case .int32: 4
      case .float64: 8
      }
    }
  }

  let id: Int
  let type: ElementType
  let count: Int
  let write: (inout ByteWriter) -> Void

  var byteCount: Int { count * type.size }
  var paddedByteCount: Int { (byteCount + 7) / 8 * 8 }

  static func integers(_ id: Int, _ values: ContiguousArray<Int32>) -> BinaryColumn {
    BinaryColumn(id: id, type: .int32, count: values.count) { bytes in
      for value in values { bytes.append(littleEndian: value) }
    }
  }

  static func numbers(_ id: Int, count: Int, _ write: @escaping (inout ByteWriter) -> Void) -> BinaryColumn {
    BinaryColumn(id: id, type: .float64, count: count, write: write)
  }

  /// Returns the rows of a column of outlines, and the values.
  static func outline(_ column: OutlineColumns.Column) -> [BinaryColumn] {
    [.integers(column.number, column.rows), .integers(column.number + 1, column.values)]
  }

  /// Returns the rows of a sparse column and, unless it is one of flags, the values.
  static func sparse(_ column: SparseColumns.Column) -> [BinaryColumn] {
    let id = column.attribute.column, rows = BinaryColumn.integers(id, column.rows)
    if column.width == 0 { return [rows] }
    let values = BinaryColumn.numbers(id + 1, count: column.numbers.count) { bytes in
      for number in column.numbers { bytes.append(littleEndian: number) }
    }
    return [rows, values]
  }
}
