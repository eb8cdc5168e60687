/// What the members that a line has so far take of it, uniform ones as long as the longest of them.
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

  /// - Parameter edges: what the member keeps free on both sides.
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
  /// What the fractions of a line's members are fractions of: where one is repeated, what spacing leaves.
  func base(
    repeating count: Int?, _ member: LayoutGroup.Member, _ spacing: LayoutSpacing, along axis: ScrollAxis
  ) -> Room {
    guard let count, !isOpen(along: axis) else { return self }
    let taken =
      Double(count - 1) * spacing.minimum + Double(count) * member.edgeSpacing.minimum(along: axis)
    return with(max(0, length(along: axis) - taken), along: axis)
  }
}
