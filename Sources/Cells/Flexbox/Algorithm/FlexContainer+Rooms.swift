/// The rooms that a container offers to its items.
extension FlexContainer {
  /// The room that the lengths of an item resolve in.
  func basisRoom() -> Room {
    Room(width: width, height: height, percentWidth: width, percentHeight: height)
  }

  /// The room that an item's contribution to the content widths of the container is computed in.
  func contributionRoom(_ item: FlexItem) -> Room {
    var room = Room(height: height, percentHeight: height)
    if !isColumn, fillsContainer(item) { room.heightRule = .stretch }
    return room
  }

  /// The room that the contents of an item are measured in, before its main size is known.
  func measuringRoom(_ item: FlexItem) -> Room {
    var room = basisRoom()
    if fillsContainer(item) {
      if isColumn { room.widthRule = .stretch } else { room.heightRule = .stretch }
    }
    if isColumn {
      room.percentHeight = nil
      room.hidesHeight = true
    }
    if let crossContribution = item.crossContribution {
      room.width = crossContribution
      room.widthRule = .fixed
    }
    return room
  }

  /// The room of an item whose main size is known.
  ///
  /// - Parameter lineSize: the cross size of the line, once it is known.
  func flexedRoom(_ item: FlexItem, lineSize: Double? = nil) -> Room {
    var room = basisRoom()
    room.hidesHeight = item.hidesHeight
    let stretches = item.stretches && (lineSize != nil || fillsContainer(item))
    if isColumn {
      room.height = item.mainSize
      room.heightRule = .fixed
      if let lineSize, stretches || isMultiLine { room.width = lineSize }
      if stretches { room.widthRule = .stretch }
      if let crossContribution = item.crossContribution {
        room.width = crossContribution
        room.widthRule = .fixed
      }
    } else {
      room.width = item.mainSize
      room.widthRule = .fixed
      if stretches {
        room.height = lineSize ?? height
        room.heightRule = .stretch
      }
    }
    return room
  }

  /// Whether an item has the cross size of the container before the lines are known.
  func fillsContainer(_ item: FlexItem) -> Bool {
    !isMultiLine && item.stretches && (isColumn || height != nil)
  }
}
