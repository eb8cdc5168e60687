/// The members of a row or a column, before they have positions.
struct GroupLine {
  struct Member {
    enum Content {
      /// A cell, with the number of its item in the section.
      case cell(LayoutItem, item: Int, isEstimated: Bool, open: OpenExtents)
      case group(SolvedGroup)
    }

    var content: Content
    /// As the definition says, unrounded.
    var exactLength: Double
    /// Snapped to the pixel.
    var length: Double
    /// Snapped to the pixel.
    var breadth: Double
    var edgeSpacing: LayoutEdgeSpacing
    var isUniformAlong: Bool
    var isUniformAcross: Bool
    /// Whether its breadth is a fraction of a breadth that the line's content decides.
    var isFractionAcross: Bool
    /// Whether its length is a fraction of a length that the line's content decides.
    var isFractionAlong: Bool
  }

  let axis: ScrollAxis
  let spacing: LayoutSpacing
  var members: ContiguousArray<Member> = []

  /// The least length of members and spacing, unrounded.
  var exactLength: Double { length { $0.exactLength } }

  /// The least length of members and spacing, members snapped.
  var snappedLength: Double { length { $0.length } }

  private func length(_ own: (Member) -> Double) -> Double {
    members.reduce(Double(max(0, members.count - 1)) * spacing.minimum) {
      $0 + own($1) + $1.fixedAlong(axis)
    }
  }

  /// The largest breadth of the members that `isCounted`, their spacing included.
  func breadth(where isCounted: (Member) -> Bool = { _ in true }) -> Double? {
    var largest: Double?
    for member in members where isCounted(member) {
      largest = max(largest ?? 0, member.breadth + member.fixedAcross(axis))
    }
    return largest
  }

  /// Gives members that are uniform across siblings the largest extent among them.
  mutating func equalize() {
    let exact = members.lazy.filter { $0.isUniformAlong }.map { $0.exactLength }.max()
    let longest = members.lazy.filter { $0.isUniformAlong }.map { $0.length }.max()
    let broadest = members.lazy.filter { $0.isUniformAcross }.map { $0.breadth }.max()
    for index in members.indices {
      if members[index].isUniformAlong, let exact, let longest {
        members[index].exactLength = exact
        members[index].length = longest
      }
      if members[index].isUniformAcross, let broadest { members[index].breadth = broadest }
    }
  }

  /// Where each member stands in a line of that length and breadth, edge spacing excluded.
  func origins(length: Double, breadth: Double) -> ContiguousArray<Point> {
    let flexibles = members.reduce(spacing.isFlexible ? max(0, members.count - 1) : 0) {
      $0 + $1.flexiblesAlong(axis)
    }
    let share = flexibles > 0 ? max(0, length - snappedLength) / Double(flexibles) : 0
    func points(_ spacing: LayoutSpacing) -> Double {
      spacing.minimum + (spacing.isFlexible ? share : 0)
    }
    var origins = ContiguousArray<Point>()
    origins.reserveCapacity(members.count)
    var along = 0.0
    for member in members {
      along += points(member.edgeSpacing.before(along: axis))
      let across = member.offset(in: breadth, across: axis)
      origins.append(axis == .vertical ? Point(x: across, y: along) : Point(x: along, y: across))
      along += member.length + points(member.edgeSpacing.after(along: axis)) + points(spacing)
    }
    return origins
  }
}

extension GroupLine.Member {
  func size(along axis: ScrollAxis) -> Size { axis.size(length: length, breadth: breadth) }

  fileprivate func fixedAlong(_ axis: ScrollAxis) -> Double { edgeSpacing.minimum(along: axis) }

  fileprivate func flexiblesAlong(_ axis: ScrollAxis) -> Int {
    (edgeSpacing.before(along: axis).isFlexible ? 1 : 0)
      + (edgeSpacing.after(along: axis).isFlexible ? 1 : 0)
  }

  fileprivate func fixedAcross(_ axis: ScrollAxis) -> Double { edgeSpacing.minimum(along: axis.other) }

  /// How far the member stands from the line's side.
  fileprivate func offset(in lineBreadth: Double, across axis: ScrollAxis) -> Double {
    edgeSpacing.offset(of: breadth, in: lineBreadth, along: axis.other)
  }
}
