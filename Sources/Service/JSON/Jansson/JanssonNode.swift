internal import CJansson

/// A node of jansson's tree.
typealias JanssonNode = UnsafeMutablePointer<json_t>

extension JSONWriter {
  /// Writes a tree. Numbers read back the same, and -0 too.
  ///
  /// - Complexity: O(n) for n values in it.
  mutating func tree(_ node: JanssonNode) {
    switch node.pointee.type {
    case JSON_OBJECT:
      beginObject()
      var member = json_object_iter(node)
      while let current = member {
        if let name = json_object_iter_key(current), let value = json_object_iter_value(current) {
          key(Self.string(name, json_object_iter_key_len(current)))
          tree(value)
        }
        member = json_object_iter_next(node, current)
      }
      endObject()
    case JSON_ARRAY:
      beginArray()
      for index in 0..<json_array_size(node) {
        if let element = json_array_get(node, index) { tree(element) }
      }
      endArray()
    case JSON_STRING: string(Self.string(json_string_value(node), json_string_length(node)))
    case JSON_TRUE: bool(true)
    case JSON_FALSE: bool(false)
    case JSON_NULL: null()
    default:
      // Integers are decoded as reals.
      let value = json_real_value(node)
      if value == 0, value.sign == .minus { raw("-0") } else { number(value) }
    }
  }

  private static func string(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
