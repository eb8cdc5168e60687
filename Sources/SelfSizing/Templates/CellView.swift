import Constraints
import LayoutEngine

/// A view of a template: its kind, and its default content.
public struct CellView: Sendable {
  public enum Kind: Sendable {
    /// Like `UILabel`.
    case text(TextSetting)
    /// Like `UIImageView`.
    case image
    /// Like a `UIView` with an intrinsic size.
    case box
  }

  public var name: String
  public var kind: Kind
  /// The content of items that have none for this view.
  public var content: ViewContent

  public init(name: String, kind: Kind, content: ViewContent = ViewContent()) {
    self.name = name
    self.kind = kind
    self.content = content
  }

  var setting: TextSetting? {
    if case .text(let setting) = kind { setting } else { nil }
  }
}

/// The content of a view, as far as its size depends on it. A nil member is the template's.
public struct ViewContent: Hashable, Sendable {
  public var text: String?
  /// The setting of the text, if it differs from the template's.
  public var setting: TextSetting?
  /// The intrinsic size of an image or a box, in points, 0 to 10,000,000.
  public var size: Size?
  /// The ratio of width to height of an image or a box, 0.001 to 1000.
  public var aspectRatio: Double?

  public init(
    text: String? = nil, setting: TextSetting? = nil, size: Size? = nil, aspectRatio: Double? = nil
  ) {
    self.text = text
    self.setting = setting
    self.size = size
    self.aspectRatio = aspectRatio
  }

  /// Returns the content with the template's values where this one has none.
  func over(_ template: ViewContent) -> ViewContent {
    ViewContent(
      text: text ?? template.text, setting: setting ?? template.setting, size: size ?? template.size,
      aspectRatio: aspectRatio ?? template.aspectRatio)
  }
}
