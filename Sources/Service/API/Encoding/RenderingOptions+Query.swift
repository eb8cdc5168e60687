import HTTPServer
import Wire

extension RenderingOptions {
  /// Reads the choices from a query.
  ///
  /// - Throws: `badRequest` for an invalid value, or a parameter that the format of the response does not take.
  init(_ query: Query, for format: ResponseFormat) throws(Problem) {
    self.init()
    if let chrome = try query.name(Self.chromeName, of: PictureChrome.self) {
      guard format == .svg || chrome == .full else {
        throw Problem(.badRequest, "The query parameter \(Self.chromeName)=none requires format=svg.")
      }
      self.chrome = chrome
    }
    if let text = query.text(Self.widthsName) {
      guard format.isPage else {
        throw Problem(
          .badRequest, "The query parameter \(Self.widthsName) requires format=html or format=css.")
      }
      widths = try Self.widths(text)
    }
  }

  /// - Throws: `badRequest`.
  private static func widths(_ text: String) throws(Problem) -> [Int] {
    let parts = text.split(separator: ",", maxSplits: widthCount, omittingEmptySubsequences: false)
    let widths = parts.compactMap { part -> Int? in
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let width = Int(part) else { return nil }
      return widthRange.contains(width) ? width : nil
    }
    guard widths.count == parts.count, widths.count <= widthCount, Set(widths).count == widths.count else {
      throw Problem(
        .badRequest,
        "The query parameter \(widthsName) takes 1 to \(widthCount) different whole numbers from "
          + "\(widthRange.lowerBound) to \(widthRange.upperBound), separated by commas.")
    }
    return widths.sorted()
  }
}
