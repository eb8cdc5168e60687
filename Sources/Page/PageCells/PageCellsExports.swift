// The functions of the module for cells that a page calls. A page has one thread.
//
// A function that fails returns a negative status as of HTTP, and the response is a problem as JSON. Otherwise it returns the
// number of templates that it opened, or 0.
#if hasFeature(Embedded)
  internal import CPageRuntime
  import JSON
  import LayoutEngine
  import SelfSizing
  import Wire

  nonisolated(unsafe) private var opened: [Int: PageTemplates] = [:]
  nonisolated(unsafe) private var lastNumber = 0
  nonisolated(unsafe) private var answer: ByteBuffer?
  nonisolated(unsafe) private var frames: [Double] = []
  nonisolated(unsafe) private let fonts = HostFonts()

  /// Memory for a text that the page passes on; nil if there is none left.
  @_expose(wasm, "cells_allocate")
  @_cdecl("cells_allocate")
  public func allocate(_ count: Int) -> UnsafeMutableRawPointer? { malloc(max(1, count)) }

  /// Gives memory back.
  @_expose(wasm, "cells_release")
  @_cdecl("cells_release")
  public func release(_ start: UnsafeMutableRawPointer?) { free(start) }

  /// Where the response of the last function is.
  @_expose(wasm, "cells_answer")
  @_cdecl("cells_answer")
  public func answerStart() -> UnsafeRawPointer? { answer?.withUnsafeBytes { $0.baseAddress } }

  /// The bytes of the response of the last function.
  @_expose(wasm, "cells_answer_count")
  @_cdecl("cells_answer_count")
  public func answerCount() -> Int { answer?.count ?? 0 }

  /// Reads templates; returns their number.
  @_expose(wasm, "cells_open")
  @_cdecl("cells_open")
  public func openTemplates(_ body: UnsafePointer<UInt8>, _ count: Int) -> Int {
    answering { () throws(Problem) in
      let templates = try PageTemplates(reading: bytes(body, count), fonts: fonts)
      lastNumber += 1
      opened[lastNumber] = templates
      return lastNumber
    }
  }

  /// Forgets templates, and the texts that were measured with them.
  @_expose(wasm, "cells_close")
  @_cdecl("cells_close")
  public func closeTemplates(_ number: Int) { opened[number] = nil }

  /// Forgets the widths of all texts: the page has other fonts.
  @_expose(wasm, "cells_forget")
  @_cdecl("cells_forget")
  public func forgetTexts() { for templates in opened.values { templates.forget() } }

  /// The names of the views of a template, in the order of their frames.
  @_expose(wasm, "cells_views")
  @_cdecl("cells_views")
  public func viewNames(_ number: Int, _ name: UnsafePointer<UInt8>, _ nameCount: Int) -> Int {
    answering { () throws(Problem) in
      answer = try templates(number).names(ofViewsIn: text(name, nameCount))
      return 0
    }
  }

  /// Measures a cell. `cells_frames` then has the width and the height of the cell, and the frame of each
  /// view: x, y, width and height, in points.
  ///
  /// - Parameters:
  ///   - width: of the cell, in points; NaN for one that follows from the content, up to `maximumWidth`.
  ///   - height: the same.
  ///   - category: an index of `ContentSizeCategory.allCases`.
  ///   - isRightToLeft: 0 or 1.
  ///   - scale: pixels per point; 0 leaves sizes unrounded.
  @_expose(wasm, "cells_measure")
  @_cdecl("cells_measure")
  public func measure(
    _ number: Int, _ name: UnsafePointer<UInt8>, _ nameCount: Int, _ content: UnsafePointer<UInt8>,
    _ contentCount: Int, _ width: Double, _ height: Double, _ maximumWidth: Double, _ maximumHeight: Double,
    _ category: Int, _ isRightToLeft: Int32, _ scale: Double
  ) -> Int {
    answering { () throws(Problem) in
      let categories = ContentSizeCategory.allCases
      let environment = CellEnvironment(
        category: categories.indices.contains(category) ? categories[category] : .large,
        direction: isRightToLeft != 0 ? .rightToLeft : .leftToRight, scale: scale > 0 ? scale : nil)
      let room = FittingRoom(
        width: width.isNaN ? nil : width, height: height.isNaN ? nil : height, maximumWidth: maximumWidth,
        maximumHeight: maximumHeight)
      let cell = try templates(number).measure(
        bytes(content, contentCount), of: text(name, nameCount), in: room, environment)
      frames.removeAll(keepingCapacity: true)
      frames += [cell.size.width, cell.size.height]
      for frame in cell.frames { frames += [frame.x, frame.y, frame.width, frame.height] }
      return 0
    }
  }

  /// Where the lengths are that `cells_measure` found, until it is called again.
  @_expose(wasm, "cells_frames")
  @_cdecl("cells_frames")
  public func framesStart() -> UnsafeRawPointer? { frames.withUnsafeBytes { $0.baseAddress } }

  /// How many lengths these are.
  @_expose(wasm, "cells_frames_count")
  @_cdecl("cells_frames_count")
  public func framesCount() -> Int { frames.count }

  private func templates(_ number: Int) throws(Problem) -> PageTemplates {
    if let templates = opened[number] { return templates }
    throw Problem(.notFound, "There are no templates of that number.")
  }

  private func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
    [UInt8](UnsafeBufferPointer(start: start, count: max(0, count)))
  }

  private func text(_ start: UnsafePointer<UInt8>, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: start, count: max(0, count)), as: UTF8.self)
  }

  /// Returns the result of `body`, or the negative status of its problem.
  private func answering(_ body: () throws(Problem) -> Int) -> Int {
    answer = nil
    do throws(Problem) { return try body() } catch {
      answer = error.body(requestID: nil)
      return -error.code.status
    }
  }
#endif
