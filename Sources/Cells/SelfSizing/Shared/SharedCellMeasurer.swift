import Cancellation
import LayoutEngine
import Support
import Synchronization
import Text

/// Measures cells for all threads of a process, and remembers their sizes.
public final class SharedCellMeasurer: Sendable {
  /// A cell's size, and the warnings of measuring it.
  public struct CellSize: Sendable {
    /// The width and the height, in points.
    public var size: Size
    /// Problems that did not stop the measuring.
    public var warnings: [CellWarning]
  }

  /// How many cells were measured, and how many sizes were recalled from the cache.
  public struct Counts: Hashable, Sendable {
    /// The number of cells that were measured.
    public var measured = 0
    /// The number of sizes that came from the cache.
    public var recalled = 0

    /// Creates counts of 0.
    package init() {}

    init(measured: Int, recalled: Int) {
      self.measured = measured
      self.recalled = recalled
    }
  }

  /// The fonts with which texts are measured.
  package let fonts: FontLibrary
  /// The number of the set of fonts, which sizes in the cache have.
  private let fontSet: Int
  private let cache: CellSizeCache
  private let idle = IdleList<CellMeasurer>(limit: 64)

  private static let lastFontSet = Atomic(0)

  /// Creates a measurer of the fonts of a library, with a cache.
  ///
  /// - Parameter cacheBytes: the approximate memory limit of remembered sizes.
  public convenience init(fonts: FontLibrary, cacheBytes: Int) {
    self.init(fonts: fonts, cache: CellSizeCache(bytes: cacheBytes))
  }

  private init(fonts: FontLibrary, cache: CellSizeCache) {
    self.fonts = fonts
    self.cache = cache
    fontSet = Self.lastFontSet.add(1, ordering: .relaxed).newValue
  }

  /// Returns a measurer with more fonts, which shares the fonts of this one and the memory for sizes, but no size.
  ///
  /// - Complexity: O(n + m) for n families and m faces of the files.
  public func adding(_ files: [FontFile]) -> SharedCellMeasurer {
    replacing(FontLibrary(fonts, adding: files))
  }

  /// Returns a measurer with other fonts, which shares the memory for sizes, but no size.
  ///
  /// - Complexity: O(1).
  public func replacing(_ fonts: FontLibrary) -> SharedCellMeasurer {
    SharedCellMeasurer(fonts: fonts, cache: cache)
  }

  /// The files in the list of fonts that cannot be used.
  public var fontWarnings: [FontWarning] { fonts.warnings }

  /// The counts of this measurer and of all that share its memory.
  public var counts: Counts { cache.counts }

  /// The approximate memory of remembered sizes.
  public var cacheBytes: Int { cache.bytes }

  /// Calls `body` with a measurer that no other thread uses meanwhile.
  ///
  /// - Throws: the errors of `body`.
  public func withMeasurer<Result, Failure: Error>(
    _ body: (CellMeasurer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let measurer = idle.take() ?? CellMeasurer(fonts: fonts)
    defer { idle.giveBack(measurer) }
    return try body(measurer)
  }

  /// Returns the size of a cell, from the cache or measured by `measurer`.
  ///
  /// - Parameters:
  ///   - room: the width or height that the layout gives the cell, and the limits of the others, in points.
  ///   - read: decodes the content if its size is not in the cache: one for each view of the template.
  /// - Throws: `CellSizeError`, with the error of `read` or of the measurer.
  /// - Complexity: O(n) to hash content of n bytes; if its size is not in the cache, that of measuring it.
  public func size<ReadError: Error>(
    of content: Content, by template: CellTemplate, in room: FittingRoom, _ environment: CellEnvironment,
    with measurer: CellMeasurer, read: (Content) throws(ReadError) -> [ViewContent]
  ) throws(CellSizeError<ReadError>) -> CellSize {
    let key = CellSizeCache.Key(
      fonts: fontSet, template: template.id, content: content, room: room,
      category: template.followsCategory(showing: content) ? environment.category : nil,
      direction: environment.direction, scale: environment.scale)
    if let size = cache.find(key) { return size }
    let views: [ViewContent]
    do throws(ReadError) { views = try read(content) } catch { throw .unreadable(error) }
    let cell: CellMeasurement
    do throws(CellMeasuringError) {
      cell = try measurer.measure(views, of: template, in: room, environment)
    } catch {
      throw .unmeasurable(error)
    }
    cache.noteMeasured()
    let size = CellSize(size: cell.size, warnings: cell.warnings)
    // A text whose measuring was cut short has no size to remember.
    if !Cancellation.stopsHere { cache.store(size, for: key) }
    return size
  }
}

/// Why a cell has no size.
public enum CellSizeError<ReadError: Error>: Error {
  /// The content cannot be decoded.
  case unreadable(ReadError)
  /// The content cannot be measured.
  case unmeasurable(CellMeasuringError)
}
