/// Why bytes are not what was stored.
public enum StoredFormError: Error, Hashable, Sendable {
  /// They are not as they were written, or were never written.
  case damaged(String)
  /// A later version of the service wrote them.
  case newer(format: Int)
  /// A layout is described in words that are no longer understood.
  case layout(String)
}
