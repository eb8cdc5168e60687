import SelfSizing
import Synchronization
import Text

/// What cells are measured with in a process: its fonts, which are loaded when the first text is measured, and the
/// sizes that are known.
public final class CellSizing: Sendable {
  private let fontPaths: [String]
  private let cacheBytes: Int
  private let sizer = Mutex<SharedCellMeasurer?>(nil)

  /// - Parameters:
  ///   - fontPaths: files and patterns of files, in the order in which fonts stand in for one another.
  ///   - cacheBytes: about how much memory known sizes may take.
  public init(fontPaths: [String] = FontLibrary.defaultPaths, cacheBytes: Int = 64 << 20) {
    self.fontPaths = fontPaths
    self.cacheBytes = cacheBytes
  }

  /// What was measured so far; nil before the first cell.
  var loaded: SharedCellMeasurer? { sizer.withLock { $0 } }

  /// The sizer, with its fonts loaded. Whoever asks first waits for that, and whoever asks meanwhile.
  ///
  /// - Throws: `fontsUnavailable`.
  @discardableResult
  public func load() throws(Problem) -> SharedCellMeasurer {
    try sizer.withLock { (sizer) throws(Problem) in
      if let sizer { return sizer }
      do throws(FontLibraryError) {
        let loaded = SharedCellMeasurer(fonts: try FontLibrary(paths: fontPaths), cacheBytes: cacheBytes)
        sizer = loaded
        return loaded
      } catch {
        var problem = Problem(.fontsUnavailable, "There are no fonts to measure text with.")
        problem.cause = "none of the fonts can be used: \(fontPaths.joined(separator: ", "))"
        throw problem
      }
    }
  }
}
