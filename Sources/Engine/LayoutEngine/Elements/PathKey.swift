/// Index paths as keys: section and item in one word, so that keys are in the order of index paths.
extension IndexPath {
  /// The key of the index path. Sections and items of collections fit into 31 bits.
  package var key: UInt64 {
    let words = (UInt32(truncatingIfNeeded: section), UInt32(truncatingIfNeeded: item))
    return UInt64(truncatingIfNeeded: words.0) << 32 | UInt64(truncatingIfNeeded: words.1)
  }

  /// The index path of a key.
  package init(key: UInt64) {
    self.init(
      section: Int(truncatingIfNeeded: key >> 32), item: Int(truncatingIfNeeded: key & 0xffff_ffff))
  }
}

extension ElementList.Record {
  /// The key of the element's index path.
  package var key: UInt64 { indexPath.key }

  /// The index path of the element.
  package var indexPath: IndexPath {
    IndexPath(section: Int(truncatingIfNeeded: section), item: Int(truncatingIfNeeded: item))
  }
}
