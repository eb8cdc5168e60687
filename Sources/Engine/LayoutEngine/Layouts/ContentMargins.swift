/// The system's margins at the sides of content, in points. UIKit documents that they grow with the width, and no
/// numbers; these are those of its views.
package enum ContentMargins {
  /// The widest that text reads well.
  package static let readableWidth = 672.0
  /// From this width on the margins are larger.
  private static let wideContainer = 414.0

  /// The margin at either side of a space of that breadth (`layoutMargins`).
  static func margin(in breadth: Double) -> Double { breadth < wideContainer ? 16 : 20 }

  /// How much of a space of that breadth stays free at either side of its readable width (`readableContentGuide`).
  static func besideReadable(in breadth: Double) -> Double { max(0, (breadth - readableWidth) / 2) }
}
