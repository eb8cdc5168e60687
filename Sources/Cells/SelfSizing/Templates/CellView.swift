public import Flexbox
import LayoutEngine

/// A view of a template: its kind, its place among the others, and its default content.
public struct CellView: Sendable {
  /// The kinds of views.
  public enum Kind: Sendable {
    /// Like `UILabel`.
    case text(TextSetting)
    /// Like `UIImageView`.
    case image
    /// Like a `UIView` with an intrinsic size.
    case box
    /// Like a `UIView` that encloses others.
    case view
    /// Like `UIStackView`.
    case stack
    /// A CSS flex container.
    case flex
    /// Like `UILayoutGuide`: a rectangle for constraints, which shows nothing.
    case guide
  }

  /// The name by which content and responses know the view: in a template, unique and set by it.
  public internal(set) var name: String
  /// The kind of the view, which decides how its content is measured.
  public var kind: Kind
  /// The content of items that have none for this view.
  public var content: ViewContent
  /// The index of the enclosing view, which precedes this one; nil if the cell itself encloses it.
  public var parent: Int?
  /// The style of a flex container and of its items; no other view has an effect of it.
  public var style: FlexStyle {
    get { boxedStyle.value(or: FlexStyle()) }
    set { boxedStyle.set(newValue, default: FlexStyle()) }
  }
  private var boxedStyle = Boxed<FlexStyle>()
  /// The position of the view in the description of the template, as the steps of a JSON pointer.
  package var steps: [String]

  /// Creates a view that is the child of another one, by its index, or of the cell itself.
  public init(name: String, kind: Kind, content: ViewContent = ViewContent(), parent: Int? = nil) {
    self.init(name: name, kind: kind, content: content, parent: parent, steps: ["views", name])
  }

  /// Creates a view with its position in the description of the template.
  package init(name: String, kind: Kind, content: ViewContent = ViewContent(), parent: Int?, steps: [String])
  {
    self.name = name
    self.kind = kind
    self.content = content
    self.parent = parent
    self.steps = steps
  }

  var setting: TextSetting? {
    if case .text(let setting) = kind { setting } else { nil }
  }

  /// Whether the view can enclose others.
  var encloses: Bool {
    switch kind {
    case .text, .image, .box, .guide: false
    case .view, .stack, .flex: true
    }
  }
}

/// The content of a view, as far as its size depends on it. A nil member is the template's.
public struct ViewContent: Hashable, Sendable {
  /// The text that the view shows.
  public var text: String?
  /// The text as runs, each with a typography of its own; they replace `text`.
  public var runs: [TextRun]?
  /// The setting of the text, if it differs from the template's.
  public var setting: TextSetting?
  /// The intrinsic size of an image or a box, in points, 0 to 10,000,000.
  public var size: Size?
  /// The ratio of width to height of an image or a box, 0.001 to 1000.
  public var aspectRatio: Double?
  /// Whether the view is hidden. If a stack arranges it, it then takes no room.
  public var isHidden: Bool?

  /// Creates content; a member that is left out is that of the template.
  public init(
    text: String? = nil, runs: [TextRun]? = nil, setting: TextSetting? = nil, size: Size? = nil,
    aspectRatio: Double? = nil, isHidden: Bool? = nil
  ) {
    self.text = text
    self.runs = runs
    self.setting = setting
    self.size = size
    self.aspectRatio = aspectRatio
    self.isHidden = isHidden
  }

  /// Returns the content with the template's values where this one has none.
  func over(_ template: ViewContent) -> ViewContent {
    let hasText = text != nil || runs != nil
    return ViewContent(
      text: hasText ? text : template.text, runs: hasText ? runs : template.runs,
      setting: setting ?? template.setting,
      size: size ?? template.size, aspectRatio: aspectRatio ?? template.aspectRatio,
      isHidden: isHidden ?? template.isHidden)
  }
}
