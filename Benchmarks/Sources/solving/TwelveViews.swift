import Constraints

/// The cell of a product: a photo with a badge, labels in two columns, stars and buttons.
struct TwelveViews {
  let names = [
    "photo", "badge", "title", "subtitle", "price", "old", "stars", "count", "seller", "buy", "save", "line",
  ]
  let template: Template
  let fitting = Fitting.width(375)

  init() throws {
    let formats = [
      "H:|-16-[photo(96)]-12-[title]-16-|", "H:[photo]-12-[subtitle]-16-|",
      "H:[photo]-12-[price]-8-[old]-(>=16)-|",
      "H:[photo]-12-[stars]-4-[count]-(>=16)-|", "H:[photo]-12-[seller]-(>=16)-|",
      "H:|-16-[buy]-12-[save(==buy)]-16-|",
      "H:|[line]|", "V:|-12-[photo(96)]-(>=12)-[buy]",
      "V:|-12-[title]-4-[subtitle]-8-[price]-8-[stars]-8-[seller]-(>=12)-[buy]-12-[line(1)]|",
    ]
    let context = VisualFormatContext(views: names)
    var constraints = try formats.flatMap { try VisualFormat.constraints($0, in: context) }
    for (first, second) in [("old", "price"), ("count", "stars"), ("save", "buy")] {
      constraints.append(LayoutConstraint(.view(first), .centerY, to: .view(second), .centerY))
    }
    constraints.append(
      LayoutConstraint(.view("badge"), .trailing, to: .view("photo"), .trailing, constant: -4))
    constraints.append(LayoutConstraint(.view("badge"), .top, to: .view("photo"), .top, constant: 4))
    let views = names.map { TemplateView($0, ViewMetrics(width: 20, height: 10)) }
    template = try Template(views: views, constraints: constraints)
  }

  /// Returns contents for a cell, one after the other, each with some new sizes.
  ///
  /// - Parameter change: what differs from each content to the next.
  func contents(_ count: Int, changing change: Change) -> [[ViewMetrics]] {
    var seed: UInt64 = 88_172_645_463_325_252
    func next(_ range: ClosedRange<Double>) -> Double {
      seed ^= seed << 13
      seed ^= seed >> 7
      seed ^= seed << 17
      return range.lowerBound + Double(seed % 4096) / 4096 * (range.upperBound - range.lowerBound)
    }
    var content = names.map { _ in ViewMetrics(width: next(10...50), height: next(8...38)) }
    return (0..<count).map { index in
      switch change {
      case .width: content[index % names.count].width = next(10...50)
      case .height: content[index % names.count].height = next(8...38)
      case .view:
        content[index % names.count] = ViewMetrics(width: next(10...50), height: next(8...38))
      case .everything: content = names.map { _ in ViewMetrics(width: next(10...50), height: next(8...38)) }
      }
      return content
    }
  }

  enum Change: String, CaseIterable {
    case width = "one width"
    case height = "one height"
    case view = "one view's size"
    case everything = "all 24 lengths"
  }
}
