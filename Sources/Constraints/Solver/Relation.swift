/// How the two sides of a constraint compare where it holds.
public enum Relation: String, Hashable, Sendable, CaseIterable {
  case lessThanOrEqual
  case equal
  case greaterThanOrEqual
}
