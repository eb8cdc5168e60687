import Collections
import HTTPServer
import LayoutEngine
import Support
import Wire

extension Service {
  /// `POST /v1/import`: stores the collections of an export for the tenant.
  static func importCollections(_ call: Call) throws(Problem) -> PendingResponse {
    let body = try call.body()
    let export = try call.interruptible { () throws(Problem) in try call.export(in: body) }
    return try call.restore(export.collections[...], ImportReport(skipped: export.skipped))
  }
}

extension Call {
  /// Reads an export as a whole before anything of it is stored.
  fileprivate func export(
    in body: [UInt8]
  ) throws(Problem) -> (collections: [ExportedCollection], skipped: [SkippedCollection]) {
    let limits = limits
    var reader = ExportReader(limits: limits, isCancelled: isCancelled)
    try reader.hold(4 * body.count)
    var collections: [ExportedCollection] = []
    var rest = body[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      guard let collection = try reader.read(Array(line)) else { continue }
      try collection.check(limits, within: reader.memory, charge: charge)
      collections.append(collection)
    }
    try reader.finish()
    return (collections, reader.skipped)
  }

  /// Stores collections one after the other.
  fileprivate func restore(
    _ rest: ArraySlice<ExportedCollection>, _ report: ImportReport
  ) throws(Problem) -> PendingResponse {
    var (rest, report) = (rest, report)
    while let next = rest.popFirst() {
      let key = CollectionKey(owner: owner, id: next.id)
      let stored = service.collections.restore(key, next.record, on: scheduler)
      guard let outcome = stored.outcome else {
        return continuing(with: stored) { [rest, report] (outcome) throws(Problem) in
          try restore(rest, try report.adding(next, outcome, key))
        }
      }
      report = try report.adding(next, outcome, key)
    }
    return PendingResponse(.success(try response(200, report, as: .objects)))
  }
}

/// The collections that an import has stored, as a response.
private struct ImportReport: ResponseBody {
  private struct Stored {
    var id: String
    var version: Int
    var itemCount: Int
    /// Whether the store did not have all of it before.
    var isNew: Bool
  }

  private var collections: [Stored] = []
  private let skipped: [SkippedCollection]

  init(skipped: [SkippedCollection]) { self.skipped = skipped }

  /// Returns the report with one collection more.
  ///
  /// - Throws: the reason why it was not stored.
  func adding(
    _ collection: ExportedCollection, _ outcome: Result<Bool, StoreError>, _ key: CollectionKey
  ) throws(Problem) -> ImportReport {
    var report = self
    do throws(StoreError) {
      report.collections.append(
        Stored(
          id: collection.id, version: collection.record.version, itemCount: collection.record.itemCount,
          isNew: try outcome.get()))
    } catch {
      var problem = Problem(error, key).inLine(collection.line)
      if !collections.isEmpty {
        problem.detail +=
          " The \(collections.count) collections before it are stored; send the export again for the rest."
      }
      throw problem
    }
    return report
  }

  var expectedBytes: Int { 64 + collections.count * 192 }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("collections")
    writer.list(collections) { writer, stored in
      writer.beginObject()
      writer.key("id")
      writer.string(stored.id)
      writer.key("version")
      writer.number(stored.version)
      writer.key("itemCount")
      writer.number(stored.itemCount)
      writer.key("outcome")
      writer.string(stored.isNew ? "imported" : "unchanged")
      writer.endObject()
    }
    writer.key("skipped")
    writer.list(skipped) { writer, skipped in
      writer.beginObject()
      writer.key("id")
      writer.string(skipped.id)
      writer.key("detail")
      writer.string(skipped.detail)
      writer.endObject()
    }
    writer.endObject()
  }
}
