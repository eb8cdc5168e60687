import Constraints
import JSON
import LayoutEngine
import SelfSizing

/// Reads contents in their usual form: texts as strings, or in objects of their own, and pictures by their sizes.
///
/// It leaves everything else to `ContentReader.content`, errors above all.
struct PlainContents {
  /// The usual form of a view's content.
  private enum ContentKind { case text, picture, other }

  /// A template that items have.
  private struct Known {
    var name: String
    var utf8: [UInt8]
    /// The kind of content of each view, in the order of the views.
    var kinds: [ContentKind]
    /// Whether the cell is a text, which its content describes without the name of a view.
    var isText = false
    /// The contents of the views.
    var record: JSONRecord

    init?(_ template: CellTemplate, _ name: String) {
      // A name that means another view is left to the other reader.
      let views = template.views
      guard views.indices.allSatisfy({ template.index(ofView: views[$0].name) == $0 }) else { return nil }
      self.name = name
      utf8 = Array(name.utf8)
      kinds = views.map { view in
        switch view.kind {
        case .text: .text
        case .image, .box: .picture
        case .view, .stack, .flex, .guide: .other
        }
      }
      if case .sizeThatFits = template.design { isText = kinds[0] == .text }
      record = JSONRecord(JSONNames(views.map(\.name)))
    }
  }

  private var known: [Known] = []
  /// The template of the item before: many have the same one.
  private var current = 0
  private var texts = JSONRecord(Self.textFields)
  private var pictures = JSONRecord(Self.pictureFields)
  private var sizes = JSONRecord(.ofSize)
  /// The content read last, view by view; empty unless the caller wants it.
  private(set) var views: [ViewContent] = []

  /// So many templates are remembered.
  private static let limit = 16
  private static let textFields = JSONNames(["text"])
  private static let pictureFields = JSONNames(["size", "aspectRatio"])

  /// Returns the content of an item with a template; nil if it is not in its usual form.
  ///
  /// - Parameters:
  ///   - template: the place of the template's name in the record.
  ///   - content: the place of the content in the record.
  ///   - wantsViews: whether `views` gets the content, view by view.
  mutating func read(
    _ item: borrowing JSONRecord, template: Int, content: Int, among templates: TemplateSet, wantsViews: Bool
  ) -> Content? {
    guard find(item, template, templates) else { return nil }
    views = []
    guard let value = item.value(content) else { return Content(template: known[current].name, jsonText: []) }
    if wantsViews {
      views = [ViewContent](repeating: ViewContent(), count: known[current].kinds.count)
    }
    guard read(value) else { return nil }
    return Content(template: known[current].name, jsonText: item.text(content))
  }

  /// Makes the template that an item names the current one; returns whether there is one.
  private mutating func find(
    _ item: borrowing JSONRecord, _ template: Int, _ templates: TemplateSet
  ) -> Bool {
    if current < known.count, item.isString(template, known[current].utf8) { return true }
    for place in known.indices where item.isString(template, known[place].utf8) {
      current = place
      return true
    }
    guard known.count < Self.limit, let name = item.string(template), name.isInNormalFormC,
      let template = templates[name], let new = Known(template, name)
    else { return false }
    current = known.count
    known.append(new)
    return true
  }

  private mutating func read(_ value: JSONValue) -> Bool {
    if value.kind == .string {
      guard known[current].kinds == [.text] else { return false }
      if !views.isEmpty { views[0].text = value.string }
      return true
    }
    if known[current].isText { return readText(value, of: 0) }
    guard known[current].record.read(value) else { return false }
    for place in known[current].kinds.indices where known[current].record.has(place) {
      switch known[current].kinds[place] {
      case .text: guard readText(of: place) else { return false }
      case .picture: guard readPicture(of: place) else { return false }
      case .other: return false
      }
    }
    return true
  }

  private mutating func readText(of view: Int) -> Bool {
    guard known[current].record.isString(view) else {
      return known[current].record.value(view).map { readText($0, of: view) } ?? false
    }
    if !views.isEmpty { views[view].text = known[current].record.string(view) }
    return true
  }

  private mutating func readText(_ value: JSONValue, of view: Int) -> Bool {
    guard texts.read(value) else { return false }
    guard texts.has(0) else { return true }
    guard texts.isString(0) else { return false }
    if !views.isEmpty { views[view].text = texts.string(0) }
    return true
  }

  private mutating func readPicture(of view: Int) -> Bool {
    guard let value = known[current].record.value(view), pictures.read(value) else { return false }
    var content = ViewContent()
    if pictures.has(0) {
      guard let size = pictures.size(0, &sizes), max(size.width, size.height) <= TemplateLimits.length else {
        return false
      }
      content.size = size
    }
    if pictures.has(1) {
      guard let ratio = pictures.number(1), TemplateLimits.factors.contains(ratio) else { return false }
      content.aspectRatio = ratio
    }
    if !views.isEmpty { views[view] = content }
    return true
  }
}
