import LayoutEngine

extension StoredSamples {
  /// Metrics of each kind without any member and with every member, and the other forms of their values.
  static let metrics: [SectionMetrics] =
    [
      .none, .flow(flow), .flow(.init()), .list(list), .list(.init()), .grid(grid), .grid(.init()),
      .waterfall(waterfall), .waterfall(.init()), .justified(justified), .justified(.init()),
      .magazine(magazine), .magazine(.init()), .stack(stack), .stack(.init()), .circle(circle),
      .circle(.init()), .spiral(spiral), .spiral(.init()), .coverFlow(coverFlow), .coverFlow(.init()),
      .carousel(carousel), .carousel(.init()),
    ] + variants

  static var variants: [SectionMetrics] {
    var list = list
    list.rowHeight = .automatic
    var (byCount, byRatio, automatic) = (grid, grid, grid)
    byCount.columns = .count(3)
    byRatio.lineExtent = .aspectRatio(1.5)
    automatic.lineExtent = .automatic
    var endless = justified
    endless.maxRows = .max
    return [.list(list), .grid(byCount), .grid(byRatio), .grid(automatic), .justified(endless)]
  }

  private static var flow: FlowMetrics {
    var overrides = FlowMetrics()
    overrides.minimumLineSpacing = 1
    overrides.minimumInteritemSpacing = 2
    overrides.itemSize = size
    overrides.sectionInset = insets
    overrides.headerReferenceSize = Size(width: 3, height: 4)
    overrides.footerReferenceSize = Size(width: 5, height: 6)
    return overrides
  }

  private static var list: ListMetrics {
    var overrides = ListMetrics()
    overrides.rowHeight = .points(1)
    overrides.estimatedRowHeight = 2
    overrides.sectionHeaderHeight = 3
    overrides.sectionFooterHeight = 4
    overrides.estimatedSectionHeaderHeight = 5
    overrides.estimatedSectionFooterHeight = 6
    overrides.sectionHeaderTopPadding = 9
    overrides.indentationWidth = 11
    overrides.sectionInset = insets
    overrides.separator = Insets(left: 7)
    overrides.rowSpacing = 8
    return overrides
  }

  private static var grid: GridMetrics {
    var overrides = GridMetrics()
    overrides.columns = .minimumWidth(1)
    overrides.lineExtent = .points(2)
    overrides.rowSizing = .uniform
    overrides.columnSpacing = 3
    overrides.rowSpacing = 4
    overrides.sectionInset = insets
    overrides.headerHeight = 5
    overrides.footerHeight = 6
    overrides.packing = .dense
    return overrides
  }

  private static var waterfall: WaterfallMetrics {
    var overrides = WaterfallMetrics()
    overrides.columnCount = 1
    overrides.minimumColumnSpacing = 2
    overrides.minimumInteritemSpacing = 3
    overrides.sectionInset = insets
    overrides.headerHeight = 4
    overrides.footerHeight = 5
    overrides.headerInset = Insets(left: 6)
    overrides.footerInset = Insets(left: 7)
    return overrides
  }

  private static var justified: JustifiedMetrics {
    var overrides = JustifiedMetrics()
    overrides.targetRowHeight = 1
    overrides.targetRowHeightTolerance = 0.5
    overrides.horizontalSpacing = 2
    overrides.verticalSpacing = 3
    overrides.containerPadding = insets
    overrides.maxRows = 4
    overrides.maxPerRow = 9
    overrides.forceAspectRatio = 5
    overrides.showWidows = false
    overrides.fullWidthBreakoutRowCadence = 6
    overrides.widowLayoutStyle = .center
    overrides.edgeCaseMinRowHeight = 0.75
    overrides.edgeCaseMaxRowHeight = 8
    return overrides
  }

  private static var magazine: MagazineMetrics {
    var overrides = MagazineMetrics()
    overrides.verticalSpacing = 1
    overrides.horizontalSpacing = 2
    overrides.sectionInsets = insets
    overrides.itemInsets = Insets(left: 3)
    return overrides
  }
}

extension StoredSamples {
  private static var stack: StackMetrics {
    var overrides = StackMetrics()
    overrides.itemSize = size
    overrides.itemOffset = Point(x: 1, y: -2)
    overrides.itemScale = 0.5
    overrides.spread = 3
    overrides.visibleCount = 4
    overrides.sectionInset = insets
    return overrides
  }

  private static var circle: CircleMetrics {
    var overrides = CircleMetrics()
    overrides.itemSize = size
    overrides.radius = 1
    overrides.startAngle = 2
    overrides.sweep = 3
    overrides.rotatesItems = true
    overrides.sectionInset = insets
    return overrides
  }

  private static var spiral: SpiralMetrics {
    var overrides = SpiralMetrics()
    overrides.itemSize = size
    overrides.spiral = .fermat
    overrides.spacing = 1
    overrides.startAngle = 2
    overrides.outerScale = 3
    overrides.outerAlpha = 0.5
    overrides.sectionInset = insets
    return overrides
  }

  private static var coverFlow: CoverFlowMetrics {
    var overrides = CoverFlowMetrics()
    overrides.itemSize = size
    overrides.itemSpacing = 1
    overrides.angle = 2
    overrides.sideShift = 3
    overrides.sideDepth = 4
    overrides.perspective = 5
    overrides.sectionInset = insets
    return overrides
  }

  private static var carousel: CarouselMetrics {
    var overrides = CarouselMetrics()
    overrides.style = .rotary
    overrides.itemSize = size
    overrides.itemSpacing = 1
    overrides.pitch = .own
    overrides.sideItemScale = 0.5
    overrides.sideItemAlpha = 0.25
    overrides.itemsPerTurn = 3
    overrides.radius = 4
    overrides.tilt = 5
    overrides.perspective = 6
    overrides.sectionInset = insets
    return overrides
  }
}
