/// Where a constraint that a cell could not keep comes from.
public enum ConstraintSource: Hashable, Sendable {
  /// The size that the cell is asked to have; nothing comes before it, so it is never broken.
  case fitting
  /// The template's constraint at that place, and its identifier.
  case constraint(Int, identifier: String?)
  /// That a view has its aspect ratio.
  case aspectRatio(view: Int)
  /// That a view is no larger than its content.
  case hugging(view: Int, LayoutAttribute.Axis)
  /// That a view is no smaller than its content.
  case compressionResistance(view: Int, LayoutAttribute.Axis)
}
