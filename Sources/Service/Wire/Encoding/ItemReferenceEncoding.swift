import LayoutEngine

extension ResponseWriter where Self: ~Copyable {
  /// Writes items by index path, and by id where they have one.
  mutating func itemReferences(_ paths: [IndexPath], of sections: SectionList) {
    var ids = ItemIDs(of: sections)
    list(paths) { writer, path in
      writer.beginObject()
      writer.key("indexPath")
      writer.indexPath(path)
      if let id = ids[path.section, path.item] {
        writer.key("id")
        writer.string(id)
      }
      writer.endObject()
    }
  }
}
