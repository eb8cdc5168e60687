import Collections
import LayoutEngine
import SelfSizing

/// A collection as a viewport shows it: what a change of one screen is read against.
struct ShownCollection {
  var solved: SolvedCollection
  /// The viewport's name.
  var name: String
  var viewport: Viewport

  /// - Throws: `notFound` where the collection has no such viewport.
  init(_ solved: SolvedCollection, viewport name: String) throws(Problem) {
    guard let viewport = solved.viewport(name) else { throw Problem(.noSuchViewport(name)) }
    self.solved = solved
    self.name = name
    self.viewport = viewport
  }

  var layout: any SolvedLayout { solved.solvedViewport(of: viewport).layout }

  func has(_ path: IndexPath) -> Bool {
    let sections = solved.state.sections
    return path.section < sections.count && path.item < sections[path.section].items.count
  }

  func has(_ path: ElementPath) -> Bool { layout.attributes(of: path, visible: viewport.bounds) != nil }

  /// The templates that the collection's items may name.
  ///
  /// - Throws: where what is kept describes none.
  func templates() throws(Problem) -> TemplateSet { try solved.templates() }
}
