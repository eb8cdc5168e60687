// The functions of the module for texts that a page calls, in this order: a text is opened, the page writes its units and
// the breaks between characters beyond ASCII, the breaks are marked, the page reads them and writes the edges of the pieces
// between them, with the widths that belong to its style, and then the text is measured in as many widths as the page has.
//
// A page has one thread. Texts are pointers, which the page closes.
#if hasFeature(Embedded)
  /// Measures a part of a text by itself, in points.
  @_extern(wasm, module: "host", name: "measure")
  @_extern(c)
  private func hostMeasure(_ text: UnsafeMutableRawPointer?, _ start: Int32, _ end: Int32) -> Double

  /// Writes the edges of the units of a piece, and marks the clusters in it.
  @_extern(wasm, module: "host", name: "locate")
  @_extern(c)
  private func hostLocate(_ text: UnsafeMutableRawPointer?, _ start: Int32, _ end: Int32)

  @_extern(c, "page_runtime_has_room")
  private func pageRuntimeHasRoom(_ size: Int) -> Int32

  /// Returns whether there is memory for the columns of a text. Swift does not check the result where it allocates them,
  /// and would write over the memory from address 0 on.
  private func hasRoom(forUnits count: Int) -> Bool {
    // 11 bytes a unit, and room for three blocks and some objects.
    pageRuntimeHasRoom((count + 1) * 11 + 1 << 18) != 0
  }

  /// A text, with its address and its last measurement.
  private final class OpenText {
    var text: PageText?
    var latest = PageText.Measurement()
  }

  private func open(at address: UnsafeMutableRawPointer) -> OpenText {
    Unmanaged<OpenText>.fromOpaque(address).takeUnretainedValue()
  }

  /// Opens a text of a number of UTF-16 units; its mode is an index of `LineBreakMode.allCases`. Nil for a number or a mode
  /// out of range, and where no memory is left.
  @_expose(wasm, "text_open")
  @_cdecl("text_open")
  public func openText(_ count: Int32, _ mode: Int32) -> UnsafeMutableRawPointer? {
    guard 0...1 << 24 ~= count, LineBreakMode.allCases.indices ~= Int(mode), hasRoom(forUnits: Int(count))
    else { return nil }
    let opened = OpenText()
    let address = Unmanaged.passRetained(opened).toOpaque()
    // The closures have the address and not the text, which would own itself.
    opened.text = PageText(
      count: Int(count), mode: LineBreakMode.allCases[Int(mode)],
      measure: { hostMeasure(address, Int32($0.lowerBound), Int32($0.upperBound)) },
      locate: { hostLocate(address, Int32($0.lowerBound), Int32($0.upperBound)) })
    return address
  }

  /// Frees a text.
  @_expose(wasm, "text_close")
  @_cdecl("text_close")
  public func closeText(_ address: UnsafeMutableRawPointer) {
    Unmanaged<OpenText>.fromOpaque(address).release()
  }

  /// Where the UTF-16 units of a text are.
  @_expose(wasm, "text_units")
  @_cdecl("text_units")
  public func textUnits(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    open(at: address).text.map { UnsafeMutableRawPointer($0.columns.units) }
  }

  /// Where the marks of the boundaries of a text are, a byte for each unit and one for the end.
  @_expose(wasm, "text_marks")
  @_cdecl("text_marks")
  public func textMarks(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    open(at: address).text.map { UnsafeMutableRawPointer($0.columns.marks) }
  }

  /// Where the edges of a text are, a double for each unit and one for the end.
  @_expose(wasm, "text_edges")
  @_cdecl("text_edges")
  public func textEdges(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    open(at: address).text.map { UnsafeMutableRawPointer($0.columns.edges) }
  }

  /// Marks white space, and the breaks between ASCII characters.
  @_expose(wasm, "text_mark")
  @_cdecl("text_mark")
  public func markText(_ address: UnsafeMutableRawPointer) { open(at: address).text?.markBreaks() }

  /// Sets the lengths that the style of a text decides, in points.
  @_expose(wasm, "text_style")
  @_cdecl("text_style")
  public func styleText(
    _ address: UnsafeMutableRawPointer, _ size: Double, _ space: Double, _ ellipsis: Double, _ hyphen: Double
  ) {
    open(at: address).text?.widths = PageText.Widths(
      size: size, space: space, ellipsis: ellipsis, hyphen: hyphen)
  }

  /// Breaks a text into lines, up to a limit; returns their number.
  @_expose(wasm, "text_lines")
  @_cdecl("text_lines")
  public func breakText(_ address: UnsafeMutableRawPointer, _ width: Double, _ limit: Int32) -> Int32 {
    let opened = open(at: address)
    // Nothing of a page's text fails: only shaping does.
    opened.latest =
      (try? opened.text?.measurement(in: width, upTo: Int(limit))) ?? PageText.Measurement()
    return Int32(opened.latest.lineCount)
  }

  /// The width of the widest line that `text_lines` found, in points.
  @_expose(wasm, "text_width")
  @_cdecl("text_width")
  public func textWidth(_ address: UnsafeMutableRawPointer) -> Double { open(at: address).latest.width }

  /// Whether the limit of `text_lines` left out some of the text.
  @_expose(wasm, "text_is_truncated")
  @_cdecl("text_is_truncated")
  public func isTextTruncated(_ address: UnsafeMutableRawPointer) -> Int32 {
    open(at: address).latest.isTruncated ? 1 : 0
  }
#endif
