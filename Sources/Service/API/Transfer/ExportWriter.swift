import Collections
import Digest
import JSON

/// Writes an export line by line: a header, collections, and an end with a digest of everything before it.
public struct ExportWriter: Sendable {
  private var hash = SHA256.Running()
  private var lines = 0
  private var collections = 0

  /// Creates a writer of a new export.
  public init() {}

  /// Returns the first line.
  ///
  /// - Parameters:
  ///   - service: the version of the program.
  ///   - withHistory: whether collections have their changes too.
  public mutating func header(service: String, withHistory: Bool) -> ByteBuffer {
    write { lines in
      lines.add(.header) { json in
        json.key("format")
        json.number(ExportLine.format)
        json.key("service")
        json.string(service)
        json.key("history")
        json.bool(withHistory)
      }
    }
  }

  /// Returns the lines of a collection.
  ///
  /// - Complexity: O(n) for n stored bytes.
  package mutating func collection(_ id: String, _ record: JournalRecord) -> ByteBuffer {
    collections += 1
    return write { lines in
      lines.add(.collection) { json in
        json.key("id")
        json.string(id)
        json.key("version")
        json.number(record.version)
        json.key("itemCount")
        json.number(record.itemCount)
      }
      lines.add(.base, record.base.stored()) { json in json.version(record.base.version) }
      for entry in record.entries {
        lines.add(.entry, entry.stored()) { json in json.version(entry.version) }
      }
      if let main = record.main { lines.add(.viewport, main.stored()) { json in json.name(Viewport.main) } }
      for (name, viewport) in record.viewports.sorted(by: { $0.key < $1.key }) {
        lines.add(.viewport, viewport.stored()) { json in json.name(name) }
      }
    }
  }

  /// Returns the line of a collection that cannot be exported.
  public mutating func skipped(_ id: String, _ detail: String) -> ByteBuffer {
    write { lines in
      lines.add(.skipped) { json in
        json.key("id")
        json.string(id)
        json.key("detail")
        json.string(detail)
      }
    }
  }

  /// Returns the last line.
  public mutating func end() -> ByteBuffer {
    let (collections, count, digest) = (collections, lines, hash.hexadecimal)
    return write { lines in
      lines.add(.end) { json in
        json.key("collections")
        json.number(collections)
        json.key("lines")
        json.number(count)
        json.key("sha256")
        json.string(digest)
      }
    }
  }

  private mutating func write(_ body: (inout ExportLines) -> Void) -> ByteBuffer {
    var lines = ExportLines()
    body(&lines)
    hash.update(lines.bytes)
    self.lines += lines.count
    return ByteBuffer(copying: lines.bytes)
  }
}

/// Lines as bytes.
private struct ExportLines {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0

  mutating func add(_ type: ExportLine.Kind, _ members: (inout JSONWriter) -> Void) {
    var json = JSONWriter(capacity: 256)
    json.beginObject()
    json.key("type")
    json.string(type.rawValue)
    members(&json)
    json.endObject()
    json.finish().withUnsafeBytes { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\n"))
    count += 1
  }

  /// Adds a stored form, in as many lines as it takes.
  mutating func add(_ type: ExportLine.Kind, _ stored: [UInt8], _ members: (inout JSONWriter) -> Void) {
    var rest = stored[...]
    repeat {
      let piece = Base64URL.encode(Array(rest.prefix(ExportLine.pieceLength)))
      rest = rest.dropFirst(ExportLine.pieceLength)
      let hasMore = !rest.isEmpty
      add(type) { json in
        members(&json)
        json.key("stored")
        json.string(piece)
        if hasMore {
          json.key("more")
          json.bool(true)
        }
      }
    } while !rest.isEmpty
  }
}

extension JSONWriter {
  fileprivate mutating func version(_ version: Int) {
    key("version")
    number(version)
  }

  fileprivate mutating func name(_ name: String) {
    key("name")
    string(name)
  }
}
