/// An unknown of one solver.
public struct Variable: Hashable, Sendable {
  let index: Int
}

/// A constraint that one solver has taken in.
public struct ConstraintID: Hashable, Sendable {
  let index: Int
}
