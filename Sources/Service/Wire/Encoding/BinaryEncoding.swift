import JSON
import LayoutEngine

/// The columns little-endian and 8-byte aligned, ready for `Float64Array`; `docs/openapi/schemas/binary.yaml` describes the
/// bytes.
extension LayoutResponse {
  func encodedBinary(_ budget: EncodingBudget) throws(Problem) -> ByteBuffer {
    let records = elements.records
    let categories = elements.kinds.map { $0.category.rawValue }
    let dense: [BinaryColumn] = [
      BinaryColumn(id: 1, type: .uint8, count: records.count) { bytes in
        for record in records { bytes.append(categories[Int(record.kind)]) }
      },
      BinaryColumn(id: 2, type: .int32, count: records.count) { bytes in
        for record in records { bytes.append(littleEndian: Int32(record.kind) - 1) }
      },
      BinaryColumn(id: 3, type: .int32, count: records.count) { bytes in
        for record in records { bytes.append(littleEndian: record.section) }
      },
      BinaryColumn(id: 4, type: .int32, count: records.count) { bytes in
        for record in records { bytes.append(littleEndian: record.item) }
      },
      .numbers(5, count: records.count * 4) { bytes in
        for record in records {
          bytes.append(littleEndian: record.frame.x)
          bytes.append(littleEndian: record.frame.y)
          bytes.append(littleEndian: record.frame.width)
          bytes.append(littleEndian: record.frame.height)
        }
      },
    ]
    let sparse = SparseColumns(elements).columns
      .sorted { $0.attribute.column < $1.attribute.column }
    let outlines = OutlineColumns(elements, of: sections).columns.flatMap(BinaryColumn.outline)
    let columns = dense + sparse.flatMap(BinaryColumn.sparse) + outlines
    let file = BinaryColumns(
      contentSize: contentSize, count: elements.count, columns: columns, names: namesBlock())
    guard file.byteCount <= budget.bytes else { throw budget.tooLarge }
    return file.bytes()
  }

  /// The parts that do not fit into columns of numbers: the names of kinds, ids, the target content offset and
  /// warnings, as JSON.
  private func namesBlock() -> ByteBuffer {
    var json = JSONWriter(capacity: 256)
    json.beginObject()
    writeIdentity(to: &json)
    json.raw("\"kindNames\":")
    json.list(elements.kinds.dropFirst()) { $0.string($1.name) }
    if let ids = itemIDs() {
      json.raw(",\"ids\":")
      json.list(ids) { $0.string(orNull: $1) }
    }
    writeTargetContentOffset(to: &json)
    writeWarnings(to: &json)
    writeOrthogonalSections(to: &json)
    json.raw("}")
    return json.finish()
  }
}
