/// The description of one item.
public struct Item: Sendable {
  /// The id, by which differences find the item in another state; nil if the client gave none.
  public var id: String?
  /// The item's own size in points, given by the client or measured; nil leaves the size to the layout.
  public var size: Size?
  /// The size in points that the layout expects until the item is measured.
  public var estimatedSize: Size?
  /// Width over height, above 0.
  public var aspectRatio: Double?
  /// The columns and rows that the item takes in a grid; nil is one of each.
  public var span: GridSpan?
  /// The width and height modes of the item in a magazine; nil is the default mode.
  public var sizeMode: MagazineSizeMode?
  /// The numbers that the expressions of a custom layout read; nil for an item without any.
  public var values: ItemValues?
  /// The separator of the row in a list that draws separators; nil is that of its section.
  public var separator: RowSeparator?
  /// How many levels the row stands in from the others of a list, above 0; nil is none. In an outline it is the level of
  /// the item.
  public var indentationLevel: Int?
  /// How the cell is drawn, apart from its frame.
  public var appearance: Appearance
  /// The content that the cell shows; it is measured if a template shows it and the item has no size.
  public var content: Content?

  /// The most levels that a client may give a row.
  package static let indentationLimit = 1000

  /// Creates an item; sizes are in points, and a member that is left out is not known.
  public init(
    id: String? = nil, size: Size? = nil, estimatedSize: Size? = nil, aspectRatio: Double? = nil,
    appearance: Appearance = .plain, content: Content? = nil
  ) {
    self.id = id
    self.size = size
    self.estimatedSize = estimatedSize
    self.aspectRatio = aspectRatio
    self.appearance = appearance
    self.content = content
  }
}

/// The separator of one row of a list (`UITableViewCell.separatorInset`, `UIListSeparatorConfiguration`).
public enum RowSeparator: Hashable, Sendable {
  case hidden
  /// With insets of its own, in points.
  case inset(Insets)
}

/// The description of a header, a footer or another supplementary view.
public struct Supplementary: Hashable, Sendable {
  /// The view's own size in points; nil leaves the size to the layout.
  public var size: Size?
  /// The size in points that the layout expects until the view is measured.
  public var estimatedSize: Size?
  /// Whether a header or a footer stays in the visible rect; nil leaves that to the layout.
  public var pinsToVisibleBounds: Bool?
  /// The content to measure if the view has no size.
  public var content: Content?

  /// Creates a supplementary view; sizes are in points, and a member that is left out is not known.
  public init(
    size: Size? = nil, estimatedSize: Size? = nil, pinsToVisibleBounds: Bool? = nil, content: Content? = nil
  ) {
    self.size = size
    self.estimatedSize = estimatedSize
    self.pinsToVisibleBounds = pinsToVisibleBounds
    self.content = content
  }
}

/// The content of an element. A template shows it, and then the element's size can be measured; or the page shows it.
/// Layouts pass it on and do not read it.
public final class Content: Sendable {
  /// The name of the template that shows the content; empty, as no template's name is, if the page shows it.
  public let template: String
  /// The JSON text that says what the template's views show, or any JSON for the page.
  public let jsonText: [UInt8]

  /// Whether a template shows the content, so that the element's size follows from it.
  @inline(__always)
  public var isMeasured: Bool { !template.isEmpty }

  /// Creates content of the name of its template and its JSON text in UTF-8.
  public init(template: String, jsonText: [UInt8]) {
    self.template = template
    self.jsonText = jsonText
  }

  /// Content that the page shows by its own means.
  public convenience init(ofPage jsonText: [UInt8]) { self.init(template: "", jsonText: jsonText) }
}

extension Content: Hashable {
  /// Whether both have the same text for the same template.
  ///
  /// - Complexity: O(1) for one object, which versions of a collection share; else O(n) for n bytes of text.
  public static func == (a: Content, b: Content) -> Bool {
    a === b || a.template == b.template && a.jsonText == b.jsonText
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(template)
    hasher.combine(jsonText)
  }
}
