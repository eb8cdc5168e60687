import SelfSizing
import Synchronization
import Text

/// The fonts of a process and the measurer of its cells. They are loaded for the first text to measure.
public final class CellSizing: Sendable {
  private let fontPaths: [String]
  private let cacheBytes: Int
  private let measurer = Mutex<SharedCellMeasurer?>(nil)

  /// - Parameters:
  ///   - fontPaths: files and patterns of files, in the order of fallbacks.
  ///   - cacheBytes: the approximate memory limit of remembered sizes; 64 MiB by default.
  public init(fontPaths: [String] = FontLibrary.defaultPaths, cacheBytes: Int = 64 << 20) {
    self.fontPaths = fontPaths
    self.cacheBytes = cacheBytes
  }

  /// The measurer, if it is loaded.
  var loaded: SharedCellMeasurer? { measurer.withLock { $0 } }

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
