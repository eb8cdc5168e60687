/// The label of an element: its text, font size and direction, as far as they fit.
///
/// Lengths are pixels of the viewer's screen (units of the picture's frame).
struct ElementLabel {
  enum Placement {
    /// In the middle, with the size below if it fits.
    case centered
    /// At the left of a wide row, with the size at the right if it fits.
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
  private static let fontSizes = [11.0, 9.5, smallPrint]
  /// The least width of a cut id, in ems; a shorter one would be unrecognizable.
  private static let leastCut = 3.0
  private static let amplePart = 10.0
  private static let smallPrint = 8.0

  /// - Parameters:
  ///   - size: returns the text of the size, which is shown if it fits.
  ///   - reserved: the length for a pin, at the right of a wide element or the top of a tall one.
  init?(
    _ names: ElementNames, size: () -> String, width: Double, height: Double, reserved: Double
  ) {
    let rowPadding = ElementLabel.rowPadding
    let padding = ElementLabel.padding
    let isRow = width >= 120 && width >= 3 * height
    // A centred label has the same distance from both sides, so that it avoids the pin.
    let across = width - (isRow ? reserved + 2 * rowPadding : 2 * (reserved + padding))
    if let fit = ElementLabel.fit(names, room: across, height: height) {
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
    let along = height - 2 * (reserved + padding)
    guard height > width, let fit = ElementLabel.fit(names, room: along, height: width)
    else { return nil }
    self.init(name: fit.name, fontSize: fit.fontSize, placement: .upward, showsSize: false)
  }

  private init(name: FittedText, fontSize: Double, placement: Placement, showsSize: Bool) {
    self.name = name
    self.fontSize = fontSize
    self.placement = placement
    self.showsSize = showsSize
  }

  /// Returns the whole id, else the cut id, else the first name that fits, in the largest font size that fits.
  private static func fit(
    _ names: ElementNames, room: Double, height: Double
  ) -> (name: FittedText, fontSize: Double)? {
    if let id = names.id {
      // If a good part of an id fits, a cut id is more readable than small print.
      let least = room >= smallPrint * amplePart ? smallPrint + 1 : smallPrint
      if let whole = whole(id, room: room, height: height, least: least) { return whole }
      for fontSize in fontSizes.dropFirst() where fontSize >= least && fits(fontSize, height) {
        if let cut = FittedText(id, room: room / fontSize), cut.ems >= leastCut { return (cut, fontSize) }
      }
    }
    if let whole = whole(names.full, room: room, height: height, least: smallPrint) { return whole }
    guard let short = names.short else { return nil }
    return whole(short, room: room, height: height, least: smallPrint)
  }

  private static func whole(
    _ text: String, room: Double, height: Double, least: Double
  ) -> (name: FittedText, fontSize: Double)? {
    for fontSize in fontSizes where fontSize >= least && fits(fontSize, height) {
      if let whole = FittedText(text, room: room / fontSize), !whole.isCut { return (whole, fontSize) }
    }
    return nil
  }

  private static func fits(_ fontSize: Double, _ height: Double) -> Bool { height >= fontSize * 1.3 }
}
