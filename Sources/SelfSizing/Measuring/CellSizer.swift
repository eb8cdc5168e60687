import LayoutEngine
import Support
import Synchronization
import Text

/// Measures cells for all threads of a process: measures each once, and remembers it.
public final class CellSizer: Sendable {
  /// A cell's size, and what it was measured in spite of.
  public struct Sized: Sendable {
    public var size: Size
    public var notices: [CellNotice]
  }

  /// How many cells were measured, and how many were known.
  public struct Counts: Hashable, Sendable {
    public var measured = 0
    public var recalled = 0

    public init() {}

    init(measured: Int, recalled: Int) {
      self.measured = measured
      self.recalled = recalled
    }
  }

  private let fonts: FontLibrary
  private let cache: SizeCache
  /// Measurers without work.
  private let idle = IdleList<CellMeasurer>(limit: 64)
  private let measured = Atomic(0)
  private let recalled = Atomic(0)

  /// - Parameter cacheBytes: about how much memory remembered sizes may take.
  public init(fonts: FontLibrary, cacheBytes: Int) {
    self.fonts = fonts
    cache = SizeCache(bytes: cacheBytes)
  }

  /// What of the list of fonts cannot be used.
  public var fontProblems: [FontProblem] { fonts.problems }

  public var counts: Counts {
    Counts(measured: measured.load(ordering: .relaxed), recalled: recalled.load(ordering: .relaxed))
  }

  /// About how much memory remembered sizes take.
  public var cacheBytes: Int { cache.bytes }

  /// Lends a measurer, for as long as `body` runs.
  public func withMeasurer<Result, Failure: Error>(
    _ body: (CellMeasurer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let measurer = idle.take() ?? CellMeasurer(fonts: fonts)
    defer { idle.giveBack(measurer) }
    return try body(measurer)
  }

  /// The size of a cell in a room, known or measured by a measurer.
  ///
  /// - Parameter read: reads the content, where it is not known: one for each view of the template.
  /// - Complexity: that of hashing the content where it is known, else that of measuring it.
  public func size<Failure: Error>(
    of content: Content, by template: CellTemplate, in room: FittingRoom, _ environment: CellEnvironment,
    _ measurer: CellMeasurer, read: (Content) throws(Failure) -> [ViewContent]
  ) throws(SizingFailure<Failure>) -> Sized {
    let key = SizeCache.Key(
      template: template.number, content: content, room: room,
      category: template.followsCategory(showing: content) ? environment.category : nil,
      direction: environment.direction,
      scale: environment.scale)
    if let entry = cache.find(key) {
      recalled.add(1, ordering: .relaxed)
      return Sized(size: entry.size, notices: entry.notices)
    }
    let views: [ViewContent]
    do throws(Failure) { views = try read(content) } catch { throw .unreadable(error) }
    let cell: CellMeasurement
    do throws(CellFault) {
      cell = try measurer.measure(views, of: template, in: room, environment)
    } catch {
      throw .fault(error)
    }
    measured.add(1, ordering: .relaxed)
    cache.keep(SizeCache.Entry(size: cell.size, notices: cell.notices), for: key)
    return Sized(size: cell.size, notices: cell.notices)
  }
}

/// Why a cell has no size.
public enum SizingFailure<Failure: Error>: Error {
  /// Its content cannot be read.
  case unreadable(Failure)
  case fault(CellFault)
}
