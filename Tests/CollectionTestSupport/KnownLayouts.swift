import CollectionModel
import LayoutEngine

/// Reads layouts whose JSON texts are names.
package final class KnownLayouts: LayoutReading {
  private let layouts: [String: LayoutKind]
  package let itemLimit: Int
  package let sectionLimit: Int

  package init(_ layouts: [String: LayoutKind], itemLimit: Int = .max, sectionLimit: Int = .max) {
    self.layouts = layouts
    self.itemLimit = itemLimit
    self.sectionLimit = sectionLimit
  }

  /// Those of the gallery.
  package static let gallery = KnownLayouts(
    Dictionary(uniqueKeysWithValues: Gallery.allCases.map { ($0.rawValue, $0.layout) }))

  package func layout(_ words: [UInt8]) throws(LayoutReadingError) -> LayoutKind {
    let name = String(decoding: words, as: UTF8.self)
    guard let layout = layouts[name] else { throw LayoutReadingError("there is no layout \(name)") }
    return layout
  }
}
