/// The number of items whose size is open: the layout or a measurement decides it. Content means content that is
/// measured.
struct OpenCounts: Sendable {
  /// Items without a size that have no ratio either, or have content, which takes precedence over the ratio.
  var all = 0
  /// Those of them that have an estimate of their own or content.
  var estimated = 0
  /// Items with an estimate and neither a size nor a ratio: the open ones if the layout ignores content.
  var regardlessOfContent = 0
  /// Items without a size that have content.
  var withContent = 0

  static func + (a: OpenCounts, b: OpenCounts) -> OpenCounts {
    OpenCounts(
      all: a.all + b.all, estimated: a.estimated + b.estimated,
      regardlessOfContent: a.regardlessOfContent + b.regardlessOfContent,
      withContent: a.withContent + b.withContent)
  }
}

extension ItemColumns {
  var openCounts: OpenCounts {
    if sizes.isEmpty, aspectRatios.isEmpty, estimatedSizes.isEmpty, contents.isEmpty {
      return OpenCounts(all: count)
    }
    var counts = OpenCounts()
    for place in 0..<count where sizes.isEmpty || !sizes[place].isSpecified {
      let hasRatio = !aspectRatios.isEmpty && !aspectRatios[place].isNaN
      let hasContent = !contents.isEmpty && contents[place]?.isMeasured == true
      let hasEstimate = !estimatedSizes.isEmpty && estimatedSizes[place].isSpecified
      if !hasRatio || hasContent { counts.all += 1 }
      if hasContent || !hasRatio && hasEstimate { counts.estimated += 1 }
      if hasContent { counts.withContent += 1 }
      if !hasRatio && hasEstimate { counts.regardlessOfContent += 1 }
    }
    return counts
  }
}

/// The items without a size of their own whose frames a layout counts as estimated.
enum EstimatedItems: Sendable {
  case none
  /// Items that have an estimate of their own, or content.
  case withEstimate
  /// Items that have an estimate of their own, in a layout that ignores content.
  case regardlessOfContent
  case all

  func count(_ totals: ItemCount) -> Int {
    switch self {
    case .none: 0
    case .withEstimate: totals.open.estimated
    case .regardlessOfContent: totals.open.regardlessOfContent
    case .all: totals.open.all
    }
  }

  func contains(_ place: Int, of chunk: ItemChunk) -> Bool {
    switch self {
    case .none: false
    case .withEstimate: chunk.isOpen(place) && (chunk.hasEstimate(place) || chunk.hasMeasuredContent(place))
    case .regardlessOfContent: !chunk.hasSize(place) && !chunk.hasRatio(place) && chunk.hasEstimate(place)
    case .all: chunk.isOpen(place)
    }
  }
}

extension ItemChunk {
  /// Whether an item's size is open.
  fileprivate func isOpen(_ place: Int) -> Bool {
    !hasSize(place) && (!hasRatio(place) || hasMeasuredContent(place))
  }

  func hasSize(_ place: Int) -> Bool { !sizes.isEmpty && sizes[place].isSpecified }

  fileprivate func hasRatio(_ place: Int) -> Bool { !aspectRatios.isEmpty && !aspectRatios[place].isNaN }

  /// Whether an item has an estimate of its own.
  fileprivate func hasEstimate(_ place: Int) -> Bool {
    !estimatedSizes.isEmpty && estimatedSizes[place].isSpecified
  }
}
