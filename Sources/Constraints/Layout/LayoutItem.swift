/// What a constraint holds on to: a view of the template by its name, or the view that contains them all.
public enum LayoutItem: Hashable, Sendable {
  case superview
  case view(String)
}
