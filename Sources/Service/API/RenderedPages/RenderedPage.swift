import Collections
import JSON
import LayoutEngine
import SelfSizing
import Wire

/// A collection as a page: its elements once, and their frames for each width of the container.
struct RenderedPage {
  /// A collection laid out for one width.
  struct Layout {
    var response: LayoutResponse
    /// The layout that the elements of the response are from.
    var solved: any SolvedLayout
    var container: Container
  }

  /// The frames of the elements in a layout.
  struct Rendition {
    /// The width of the container, in points.
    var width: Double
    /// The size of the box around the elements, in points.
    var size: Size
    /// For each element of the page, its attributes; nil if the layout does not have it.
    var attributes: [LayoutAttributes?]
    /// For each element of the page, its content; nil if it has none.
    var cells: [RenderedCell?]
  }

  /// An element of the page.
  struct Element {
    var path: ElementPath
    /// The id in the markup.
    var name: String
    /// The index of the first layout that has the element.
    var firstLayout: Int
  }

  var title: String
  /// In the order of the document.
  var elements: [Element]
  /// By width, the smallest first.
  var renditions: [Rendition]
  let sections: SectionList
  let templates: TemplateSet
  let environment: CellEnvironment

  /// Makes the page of a collection.
  ///
  /// - Parameters:
  ///   - layouts: one or more, by width, of the same collection.
  ///   - pointer: the JSON pointer of an element in the body; empty if it is not in the body.
  /// - Throws: `tooManyRequests`, `invalidRequest`, `fontsUnavailable`, `deadlineExceeded`.
  /// - Complexity: O(n log n) for n elements, and O(c) for texts of c characters, in all layouts.
  init(
    _ layouts: [Layout], of sections: SectionList, _ templates: TemplateSet, _ measurer: ContentMeasurer,
    pointer: (ElementPath) -> String = { _ in "" }
  ) throws(Problem) {
    title = layouts.first.map { "\($0.response.kind) · \($0.response.sections.itemCount) items" } ?? ""
    environment = layouts.first.map { CellEnvironment($0.container) } ?? CellEnvironment()
    self.sections = sections
    self.templates = templates
    var found: [ElementPath: Int] = [:]
    for (index, layout) in layouts.enumerated() {
      let list = layout.response.elements
      for row in 0..<list.count {
        let path = ElementPath(kind: list[row].kind, indexPath: list[row].indexPath)
        if found[path] == nil { found[path] = index }
      }
    }
    var names = RenderedNames()
    var ids = ItemIDs(of: sections)
    elements = found.sorted { RenderedOrder($0.key) < RenderedOrder($1.key) }.map { path, layout in
      let id = path.kind == .cell ? ids[path.indexPath.section, path.indexPath.item] : nil
      return Element(path: path, name: names.name(of: path, id: id), firstLayout: layout)
    }
    renditions = []
    let places = Dictionary(
      elements.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    for layout in layouts {
      var attributes = [LayoutAttributes?](repeating: nil, count: elements.count)
      let list = layout.response.elements
      for row in 0..<list.count {
        let element = list[row]
        if let place = places[ElementPath(kind: element.kind, indexPath: element.indexPath)] {
          attributes[place] = element
        }
      }
      let shown = RenderedCellMeasurer(
        measurer: measurer, templates: templates, environment: CellEnvironment(layout.container))
      let shownElements = zip(elements, attributes).map { element, attributes in
        guard let attributes, element.path.kind.category != .decoration else {
          return RenderedCellMeasurer.Element(room: FittingRoom(), size: .zero, content: nil)
        }
        return RenderedCellMeasurer.Element(
          room: layout.solved.fittingRoom(of: attributes), size: attributes.frame.size,
          content: sections.content(of: element.path))
      }
      let cells = try shown.cells(of: shownElements) { [elements] in pointer(elements[$0].path) }
      let width = layout.container.size.width
      let content = layout.response.contentSize
      renditions.append(
        Rendition(
          width: width, size: Size(width: max(width, content.width), height: content.height),
          attributes: attributes, cells: cells))
    }
  }
}

/// The position of an element in a document: the header of a table, then section by section the header, other views, cells,
/// the footer and decorations, then the footer of a table.
struct RenderedOrder: Comparable {
  private let path: ElementPath

  init(_ path: ElementPath) { self.path = path }

  /// The position of the part of a table that the element belongs to: 0 above all sections, 1 in one, 2 below all.
  static func part(of kind: ElementKind) -> Int {
    switch kind {
    case .tableHeader: 0
    case .tableFooter: 2
    default: 1
    }
  }

  private var rank: Int {
    switch path.kind {
    case .header: 0
    case .cell: 2
    case .footer: 3
    default: path.kind.category == .supplementary ? 1 : 4
    }
  }

  static func < (a: RenderedOrder, b: RenderedOrder) -> Bool {
    let (left, right) = (a.path, b.path)
    let (leftPart, rightPart) = (part(of: left.kind), part(of: right.kind))
    if leftPart != rightPart { return leftPart < rightPart }
    if left.indexPath.section != right.indexPath.section {
      return left.indexPath.section < right.indexPath.section
    }
    return (a.rank, left.kind.name, left.indexPath.item) < (b.rank, right.kind.name, right.indexPath.item)
  }
}
