internal import CJansson
import Cancellation

/// A node of jansson's tree.
typealias JanssonNode = UnsafeMutablePointer<json_t>

/// The one place where jansson parses.
enum Jansson {
  /// Seeds the hash of objects from the system's randomness, once and before any object is created.
  ///
  /// Otherwise the thread that creates the first object would seed it, while others may read it.
  private static let seeded: Void = json_object_seed(0)

  /// Integers become doubles, so that a huge one is a number and not an error.
  private static let flags =
    JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL

  /// Seeds the hash; later calls do nothing.
  static func seedHashing() { seeded }

  /// Parses a text and returns the root of its tree, which the caller releases, and the bytes that the tree takes at
  /// most.
  ///
  /// - Complexity: O(n), where n is the length of the text.
  static func tree(
    of text: UnsafeRawBufferPointer, limits: JSONLimits
  ) throws(JSONSyntaxError) -> (root: JanssonNode, bytes: Int) {
    let bytes: Int
    do throws(RawSyntaxError) {
      bytes = try JSONPrescan.treeBytes(of: text, limits: limits)
    } catch {
      throw JSONSyntaxError(earlierError(than: error, in: text) ?? error, in: text)
    }
    switch parse(text) {
    case .success(let root): return (root, bytes)
    case .failure(let error): throw JSONSyntaxError(error.located(in: text), in: text)
    }
  }

  /// Returns the error that the parser finds before an error of the prescan; nil if there is none.
  ///
  /// A missing quote can look like a control character in a string much later; the error is the missing quote.
  private static func earlierError(than later: RawSyntaxError, in text: UnsafeRawBufferPointer)
    -> RawSyntaxError?
  {
    guard later.offset > 0, later.offset < text.count else { return nil }
    let before = UnsafeRawBufferPointer(rebasing: text[..<later.offset])
    switch parse(before) {
    case .success(let root):
      json_decref(root)
      return nil
    case .failure(let error):
      let located = error.located(in: before)
      return located.offset < later.offset ? located : nil
    }
  }

  private static func parse(_ text: UnsafeRawBufferPointer) -> Result<JanssonNode, JanssonError> {
    seedHashing()
    var error = json_error_t()
    var source = Source(text: text)
    let root = withUnsafeMutablePointer(to: &source) { source in
      json_load_callback(
        { buffer, capacity, source in
          guard let buffer, let source else { return 0 }
          let room = UnsafeMutableRawBufferPointer(start: buffer, count: capacity)
          return source.assumingMemoryBound(to: Source.self).pointee.read(into: room)
        }, source, Int(flags), &error)
    }
    guard let root else {
      let code = json_error_code(rawValue: UInt32(cjansson_error_code(&error)))
      return .failure(JanssonError(code: code, bytesRead: max(0, Int(error.position))))
    }
    return .success(root)
  }

  /// Returns the value of a string token, given with its quotes.
  static func string(of token: UnsafeRawBufferPointer) -> String? {
    guard case .success(let root) = parse(token) else { return nil }
    defer { json_decref(root) }
    return JSONValue(root).string
  }
}

/// The rest of a text, which jansson takes piece by piece.
private struct Source {
  let text: UnsafeRawBufferPointer
  private var offset = 0
  private var pace = Pace()

  init(text: UnsafeRawBufferPointer) { self.text = text }

  /// Copies the next bytes; returns their number, which is 0 at the end, and where the computation should stop: the
  /// text then seems to be cut off.
  mutating func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, text.count - offset)
    guard count > 0, !pace.isOver(after: 64) else { return 0 }
    room.copyMemory(from: UnsafeRawBufferPointer(rebasing: text[offset..<offset + count]))
    offset += count
    return count
  }
}
