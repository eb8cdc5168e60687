/// The length that the members of a line use so far, uniform ones as long as the longest of them.
struct LineUse {
  let spacing: Double
  private var count = 0
  private var others = 0.0
  private var uniformCount = 0
  private var longestUniform = 0.0

  init(spacing: Double) {
    self.spacing = spacing
  }

  var length: Double { others + Double(uniformCount) * longestUniform }

  /// - Parameter edges: the member's spacing on both sides.
  mutating func add(_ exactLength: Double, edges: Double, isUniform: Bool) {
    others += edges + (count > 0 ? spacing : 0)
    count += 1
    if isUniform {
      uniformCount += 1
      longestUniform = max(longestUniform, exactLength)
    } else {
      others += exactLength
    }
  }
}

extension Room {
  /// The size to which the fractions of a line's members refer: for a repeated member, the space without spacing.
  func base(
    repeating count: Int?, _ member: LayoutGroup.Member, _ spacing: LayoutSpacing, along axis: ScrollAxis
  ) -> Room {
    guard let count, !isOpen(along: axis) else { return self }
    let taken =
      Double(count - 1) * spacing.minimum + Double(count) * member.edgeSpacing.minimum(along: axis)
    return with(
      max(0, length(along: axis) - taken), fit: max(0, axis.length(of: fit) - taken), along: axis)
  }

  /// What each of so many repeated members has of it.
  func share(of count: Int, along axis: ScrollAxis) -> ResolvedExtent {
    let count = Double(max(1, count))
    return ResolvedExtent(points: length(along: axis) / count, fit: axis.length(of: fit) / count)
  }
}

/// Decides how many members a line takes.
struct LineFilling {
  /// The most members that the line takes.
  let most: Int
  /// The length that the line may have.
  let limit: Double
  private let isCounted: Bool
  private var use: LineUse
  private var lengthBeforeRound = -Double.infinity

  /// - Parameters:
  ///   - memberCount: how many members take turns.
  ///   - count: how often the one member repeats; nil takes members until one no longer fits.
  ///   - length: the length that they may fill; nil where the members decide it: then each has one turn.
  init(_ memberCount: Int, count: Int?, length: Double?, spacing: Double) {
    isCounted = count != nil
    most = memberCount == 0 ? 0 : count ?? (length == nil ? memberCount : .max)
    limit = length.map(Self.limit) ?? .infinity
    use = LineUse(spacing: spacing)
  }

  /// A length with the noise that sums of fractions may carry.
  static func limit(_ length: Double) -> Double { length + length * 1e-9 }

  /// The length of the members so far, the last one included even if it was not taken.
  var length: Double { use.length }

  /// Begins another turn of all members.
  ///
  /// - Returns: false if the last turn took no length: members without any extent would fit for ever.
  @inline(__always)
  mutating func beginRound() -> Bool {
    guard !isCounted else { return true }
    if use.length <= lengthBeforeRound { return false }
    lengthBeforeRound = use.length
    return true
  }

  /// Adds a member to the length.
  ///
  /// - Returns: whether the line takes it; it always takes its first.
  @inline(__always)
  mutating func take(_ length: Double, edges: Double, isUniform: Bool, isFirst: Bool) -> Bool {
    use.add(length, edges: edges, isUniform: isUniform)
    return isFirst || isCounted || use.length <= limit
  }
}
