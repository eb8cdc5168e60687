/// How free space is distributed among items or lines in one axis (CSS Box Alignment §5).
enum Distribution {
  case start, end, flexStart, flexEnd, center, spaceBetween, spaceAround, spaceEvenly, stretch

  /// The distribution of a container's main axis.
  init(_ justification: FlexJustification, isColumn: Bool, isRightToLeft: Bool) {
    self =
      switch justification {
      case .normal, .stretch, .flexStart: .flexStart
      case .flexEnd: .flexEnd
      case .center: .center
      case .start: .start
      case .end: .end
      case .left: isColumn || !isRightToLeft ? .start : .end
      case .right: isColumn || isRightToLeft ? .start : .end
      case .spaceBetween: .spaceBetween
      case .spaceAround: .spaceAround
      case .spaceEvenly: .spaceEvenly
      }
  }

  /// The distribution of a container's lines.
  init(_ alignment: FlexContentAlignment) {
    self =
      switch alignment {
      case .normal, .stretch: .stretch
      case .flexStart: .flexStart
      case .flexEnd: .flexEnd
      case .center: .center
      case .start: .start
      case .end: .end
      case .spaceBetween: .spaceBetween
      case .spaceAround: .spaceAround
      case .spaceEvenly: .spaceEvenly
      }
  }

  /// The space before the first of `count` boxes.
  ///
  /// - Parameter isReversed: whether the flex direction runs against the axis.
  func offset(_ space: Double, count: Int, isReversed: Bool) -> Double {
    switch self {
    case .start: 0
    case .end: space
    case .center: space / 2
    case .flexStart, .stretch: isReversed ? space : 0
    case .flexEnd: isReversed ? 0 : space
    case .spaceBetween: space > 0 && count > 1 ? 0 : isReversed ? space : 0
    case .spaceAround: max(0, space) / Double(2 * max(1, count))
    case .spaceEvenly: max(0, space) / Double(max(1, count) + 1)
    }
  }

  /// The space between two neighbours of `count` boxes.
  func gap(_ space: Double, count: Int) -> Double {
    guard space > 0, count > 1 else { return 0 }
    return switch self {
    case .spaceBetween: space / Double(count - 1)
    case .spaceAround: space / Double(count)
    case .spaceEvenly: space / Double(count + 1)
    case .start, .end, .flexStart, .flexEnd, .center, .stretch: 0
    }
  }
}
