/// The parts of a picture around the content.
public enum PictureChrome: String, CaseIterable, Sendable {
  /// Title, facts, legend, rulers, names and marks: a diagram for people who build a layout.
  case full
  /// Nothing but the content: a picture to use in a page.
  case none
}

/// The choices of a request for the formats that show a layout.
public struct RenderingOptions: Sendable {
  /// The parts of a picture around the elements.
  public var chrome: PictureChrome
  /// The widths of the container that a page is for, in points, in ascending order; none is the width of the request.
  public var widths: [Int]

  /// Creates options; `widths` are in points.
  public init(chrome: PictureChrome = .full, widths: [Int] = []) {
    self.chrome = chrome
    self.widths = widths
  }

  /// The name of the query parameter for `chrome`.
  package static let chromeName = "chrome"
  /// The name of the query parameter for `widths`.
  package static let widthsName = "widths"
  /// The largest number of widths, and the values of one.
  package static let widthCount = 8
  /// The values of one width, in points.
  package static let widthRange = 1...100_000
}
