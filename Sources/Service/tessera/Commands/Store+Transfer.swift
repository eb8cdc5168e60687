import API
import ArgumentParser
import Collections
import Glibc
import JSON

extension Store {
  /// `tessera store export STORE TENANT`: prints the collections of a tenant as lines of JSON.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the collections of a tenant as lines of JSON, for import into any store.",
      discussion: """
        The lines are those of GET /v1/export. The last one has a digest: without it, the export is not complete. \
        Fonts are not among them.
        """)

    @Argument(
      help: "The store, such as sqlite:/var/lib/tessera/tessera.sqlite. No service may use such a file.")
    var store: String

    @Argument(help: "The tenant; everyone stands for that of a service without keys.")
    var tenant: String

    @Option(help: "Export the collection with this id alone.")
    var collection: String?

    @Flag(help: "Export the changes of each collection too, as far as the store has them.")
    var history = false

    func run() throws {
      let owner = try storedName(tenant, "TENANT")
      try TenantStore(store).open(alone: false) { journal, configuration in
        do throws(StoreError) {
          try write(CollectionStore(opening: journal, configuration), owner, count(journal, owner))
        } catch {
          throw StartError(description: "\(store) fails: \(error.text).")
        }
      }
    }

    /// The number of collections to export.
    private func count(_ journal: any Journal, _ owner: String) throws(StoreError) -> Int {
      guard collection == nil else { return 1 }
      do throws(JournalError) { return try journal.usage().wait()[owner]?.collections ?? 0 } catch {
        throw .unavailable(error.text)
      }
    }

    private func write(
      _ collections: CollectionStore, _ owner: String, _ total: Int
    ) throws(StoreError) {
      var writer = ExportWriter()
      var (progress, done) = (Progress(), 0)
      try send(writer.header(service: Tessera.version, withHistory: history))
      var last: String?
      while true {
        let ids: [String]
        if let collection {
          ids = last == nil ? [collection] : []
        } else {
          ids = try collections.ids(of: owner, after: last).wait()
        }
        for id in ids {
          let key = CollectionKey(owner: owner, id: id)
          do throws(StoreError) {
            try send(writer.collection(id, try collections.record(of: key, withHistory: history).wait()))
          } catch {
            guard collection == nil, case .damaged = error else {
              throw error == .missing
                ? .unavailable("it has no collection \(id) of the tenant \(tenant)") : error
            }
            try send(writer.skipped(id, error.text))
            File.write("the collection \(id) is left out: \(error.text)\n", to: STDERR_FILENO)
          }
          done += 1
          progress.note("exported collections", done, of: total)
        }
        guard let end = ids.last else { break }
        last = end
      }
      guard last != nil else { throw .unavailable("it has no collections of the tenant \(tenant)") }
      try send(writer.end())
    }

    private func send(_ lines: ByteBuffer) throws(StoreError) {
      let isWritten = lines.withUnsafeBytes { File.write($0, to: STDOUT_FILENO) }
      if !isWritten {
        throw .unavailable("standard output takes no more: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// `tessera store import STORE TENANT FILE`: stores the collections of an export.
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Store the collections of an export for a tenant.",
      discussion: """
        The file is read to its end before anything is stored. A collection that the store has already, just as the export \
        has it, stays as it is, so an import that was interrupted can be started again. Another one of the same id ends the \
        import.
        """)

    @Argument(help: "The store to fill. It is created if there is none. No service may use it.")
    var store: String

    @Argument(help: "The tenant that gets them; everyone stands for that of a service without keys.")
    var tenant: String

    @Argument(help: "The file with the export.")
    var file: String

    func run() throws {
      let owner = try storedName(tenant, "TENANT")
      guard TenantName.isValid(tenant) || owner.isEmpty else {
        throw ValidationError("TENANT is \(tenant), and takes \(TenantName.form).")
      }
      let export = try ExportFile(file)
      try TenantStore(store).open(alone: true, orCreate: true) { journal, configuration in
        // What the store of a service had, no limit of a request keeps out.
        var limits = configuration.service.limits
        limits.memory = .max
        var total = 0
        let skipped = try export.read(limits) { _ in total += 1 }
        let collections: CollectionStore
        do throws(StoreError) { collections = try CollectionStore(opening: journal, configuration) } catch {
          throw StartError(description: "\(store) fails: \(error.text).")
        }
        var (imported, unchanged, progress) = (0, 0, Progress())
        _ = try export.read(limits) { collection in
          let key = CollectionKey(owner: owner, id: collection.id)
          do throws(StoreError) {
            if try collections.restore(key, collection.record).wait() {
              imported += 1
            } else {
              unchanged += 1
            }
          } catch {
            throw StartError(
              description: "The collection \(collection.id) cannot be stored in \(store): \(error.text). "
                + "\(imported + unchanged) collections before it are there.")
          }
          collections.retireIdle(expiry: .now)
          progress.note("imported collections", imported + unchanged, of: total)
        }
        print("imported \(imported) collections; \(unchanged) were there already")
        for collection in skipped {
          print("the export does not have the collection \(collection.id): \(collection.detail)")
        }
      }
    }
  }
}

/// A file with an export, which is read line by line.
private struct ExportFile {
  private let path: String

  /// - Throws: an error for a file that cannot be read.
  init(_ path: String) throws {
    self.path = path
    guard access(path, R_OK) == 0 else { throw unreadable }
  }

  private var unreadable: StartError {
    StartError(description: "\(path) cannot be read: \(String(cString: strerror(errno)))")
  }

  /// Reads and checks the whole export, and returns the collections that it does not have.
  ///
  /// - Parameter body: gets each collection that it has.
  /// - Throws: an error for a file that is no complete export, and the errors of `body`.
  func read(
    _ limits: RequestLimits, _ body: (ExportedCollection) throws -> Void
  ) throws -> [SkippedCollection] {
    guard let file = fopen(path, "re") else { throw unreadable }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    defer { free(line) }
    var capacity = 0
    var reader = ExportReader(limits: limits)
    while true {
      let count = getline(&line, &capacity, file)
      guard count > 0, let line else { break }
      let bytes = UnsafeRawBufferPointer(start: line, count: count)
      let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
      if let collection = try checked({ () throws(Problem) in try reader.read(Array(text)) }) {
        try checked { () throws(Problem) in try collection.check(limits, within: reader.memory) }
        try body(collection)
        reader.release()
      }
    }
    guard ferror(file) == 0 else { throw unreadable }
    try checked { () throws(Problem) in try reader.finish() }
    return reader.skipped
  }

  private func checked<Value>(_ body: () throws(Problem) -> Value) throws -> Value {
    do throws(Problem) { return try body() } catch {
      throw StartError(description: "\(path) cannot be imported. \(error.detail)")
    }
  }
}

extension CollectionStore {
  /// Opens the collections of a store that no service uses, within the limits of a service.
  fileprivate convenience init(
    opening journal: any Journal, _ configuration: ServeConfiguration
  ) throws(StoreError) {
    do throws(JournalError) {
      try self.init(journal: journal, limits: configuration.service.collections)
    } catch {
      throw .unavailable(error.text)
    }
  }
}

extension StoreError {
  /// The reason in a clause, for an operator.
  fileprivate var text: String {
    switch self {
    case .exists: "it has another collection of the id"
    case .missing: "it is gone"
    case .versionMismatch, .overtaken: "another program changes the store"
    case .limit(.collections(let limit)): "it may have \(limit) collections"
    case .limit(.collectionsPerOwner(let limit)): "a tenant may have \(limit) collections"
    case .limit(.items(let limit)): "all collections may have \(limit) items"
    case .limit(.itemsPerOwner(let limit)): "the collections of a tenant may have \(limit) items"
    case .limit(.bytesPerOwner(let limit)): "the collections of a tenant may take \(limit) bytes"
    case .limit(.collectionBytes(let limit)): "a collection may take \(limit) bytes"
    case .repeated: "its request is stored already"
    case .full: "there is no space left"
    case .unavailable(let reason), .outcomeUnknown(let reason), .damaged(let reason):
      reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    }
  }
}
