import SelfSizing
import Synchronization
import Text

/// The fonts of a process and the measurer of its cells. They are loaded for the first text to measure.
public final class CellSizing: Sendable {
  private let fontPaths: [String]
  private let cacheBytes: Int
  private let measurer = Mutex<SharedCellMeasurer?>(nil)
  private let catalog = Mutex<FontCatalog?>(nil)

  /// - Parameters:
  ///   - fontPaths: files and patterns of files, in the order of fallbacks.
  ///   - cacheBytes: the approximate memory limit of remembered sizes; 64 MiB by default.
  public init(fontPaths: [String] = FontLibrary.defaultPaths, cacheBytes: Int = 64 << 20) {
    self.fontPaths = fontPaths
    self.cacheBytes = cacheBytes
  }

  /// The measurer, if it is loaded.
  var loaded: SharedCellMeasurer? { measurer.withLock { $0 } }

  /// Returns the list of fonts. The first call makes it; calls from other threads wait for that.
  ///
  /// - Throws: `fontsUnavailable`.
  func fontCatalog() throws(Problem) -> FontCatalog {
    let fonts = try load().fonts
    return try catalog.withLock { (catalog) throws(Problem) in
      if let catalog { return catalog }
      let made = try FontCatalog(fonts.describedFamilies())
      catalog = made
      return made
    }
  }

  /// Returns the measurer. The first call loads the fonts; calls from other threads wait for that.
  ///
  /// - Throws: `fontsUnavailable`.
  @discardableResult
  public func load() throws(Problem) -> SharedCellMeasurer {
    try measurer.withLock { (measurer) throws(Problem) in
      if let measurer { return measurer }
      do throws(FontLibraryError) {
        let loaded = SharedCellMeasurer(fonts: try FontLibrary(paths: fontPaths), cacheBytes: cacheBytes)
        measurer = loaded
        return loaded
      } catch {
        var problem = Problem(.fontsUnavailable, "There are no fonts to measure text with.")
        problem.cause = "none of the fonts can be used: \(fontPaths.joined(separator: ", "))"
        throw problem
      }
    }
  }
}
