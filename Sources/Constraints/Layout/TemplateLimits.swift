/// How large a template may be, so that compiling one takes a fraction of a second at most.
public enum TemplateLimits {
  public static let views = 100
  /// Those that Visual Format strings stand for included.
  public static let constraints = 500
  /// Constants, intrinsic sizes and margins, in points.
  public static let length = 1e7
  /// Multipliers, without their sign, and aspect ratios.
  public static let factors = 1e-3...1e3
  /// How often views whose height follows their width are measured for one cell.
  public static let passes = 4
}
