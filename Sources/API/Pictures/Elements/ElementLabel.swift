/// What is written into an element: which words, how large, which way, as far as they fit.
///
/// Lengths are pixels of the viewer's screen (units of the picture's frame).
struct ElementLabel {
  enum Placement {
    /// In the middle, with the size below where there is room.
    case centered
    /// At the left of a wide row, with the size at the right where there is room.
    case row
    /// In the middle of a tall column, bottom to top.
    case upward
  }

  let name: FittedText
  let fontSize: Double
  let placement: Placement
  let showsSize: Bool

  static let sizeFont = 9.0
  static let rowPadding = 10.0
  private static let padding = 4.0
  private static let fontSizes = [11.0, 9.5, 8]
  /// An id that leaves less than this many ems before its ellipsis says nothing.
  private static let leastCut = 3.0
  private static let amplePart = 10.0
  private static let leastReadable = 9.5

  /// - Parameters:
  ///   - id: the name that a client gave; cut where it must be.
  ///   - names: the names that every element has, the fullest first; never cut, because half an index path is
  ///     another one.
  ///   - size: the words for the size, shown where there is ample room.
  ///   - reserved: what is taken at the right, by a pin.
  init?(
    id: String?, names: [String], size: () -> String, width: Double, height: Double, reserved: Double
  ) {
    let isRow = width >= 120 && width >= 3 * height
    let across = width - reserved - 2 * (isRow ? ElementLabel.rowPadding : ElementLabel.padding)
    if let fit = ElementLabel.fit(id, names, room: across, height: height) {
      let sizeRoom: Double
      if isRow {
        sizeRoom = across - fit.name.ems * fit.fontSize - 16
      } else {
        sizeRoom = height >= 40 && width >= 64 ? across : 0
      }
      self.init(
        name: fit.name, fontSize: fit.fontSize, placement: isRow ? .row : .centered,
        showsSize: sizeRoom >= 30 && TextWidth.ems(of: size()) * ElementLabel.sizeFont <= sizeRoom)
      return
    }
    let along = height - 2 * ElementLabel.padding
    guard height > width, let fit = ElementLabel.fit(id, names, room: along, height: width)
    else { return nil }
    self.init(name: fit.name, fontSize: fit.fontSize, placement: .upward, showsSize: false)
  }

  private init(name: FittedText, fontSize: Double, placement: Placement, showsSize: Bool) {
    self.name = name
    self.fontSize = fontSize
    self.placement = placement
    self.showsSize = showsSize
  }

  /// The id whole, else cut, else the first name that fits; each as large as it can be.
  private static func fit(
    _ id: String?, _ names: [String], room: Double, height: Double
  ) -> (name: FittedText, fontSize: Double)? {
    let fontSizes = fontSizes.filter { height >= $0 * 1.3 }
    if let id {
      // Where there is room for a good part of an id, cutting it reads better than small print.
      let readable = fontSizes.filter { room < $0 * amplePart || $0 >= leastReadable }
      if let whole = whole(id, in: readable, room: room) { return whole }
      for fontSize in readable.dropFirst() {
        if let cut = FittedText(id, room: room / fontSize), cut.ems >= leastCut { return (cut, fontSize) }
      }
    }
    for name in names {
      if let whole = whole(name, in: fontSizes, room: room) { return whole }
    }
    return nil
  }

  private static func whole(
    _ text: String, in fontSizes: [Double], room: Double
  ) -> (name: FittedText, fontSize: Double)? {
    for fontSize in fontSizes {
      if let whole = FittedText(text, room: room / fontSize), !whole.isCut { return (whole, fontSize) }
    }
    return nil
  }
}
