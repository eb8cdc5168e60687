import Constraints
import LayoutEngine

/// A view of a template: what it is, and what it shows where an item says nothing else.
public struct CellView: Sendable {
  public enum Kind: Sendable {
    /// As `UILabel`.
    case text(TextSetting)
    /// As `UIImageView`.
    case image
    /// As `UIView` with an intrinsic size.
    case box
  }

  public var name: String
  public var kind: Kind
  /// What it shows unless an item says otherwise.
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

/// What a view shows, as far as its size depends on it.
public struct ViewContent: Hashable, Sendable {
  public var text: String?
  /// How its text is set, where that is other than the template has it.
  public var setting: TextSetting?
  public var size: Size?
  /// Width over height.
  public var aspectRatio: Double?

  public init(
    text: String? = nil, setting: TextSetting? = nil, size: Size? = nil, aspectRatio: Double? = nil
  ) {
    self.text = text
    self.setting = setting
    self.size = size
    self.aspectRatio = aspectRatio
  }

  /// The same where an item says something, the template's where it says nothing.
  func over(_ template: ViewContent) -> ViewContent {
    ViewContent(
      text: text ?? template.text, setting: setting ?? template.setting, size: size ?? template.size,
      aspectRatio: aspectRatio ?? template.aspectRatio)
  }
}
