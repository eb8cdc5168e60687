/// What an id stands for.
public enum Found<Place: Sendable>: Sendable {
  case nothing
  case one(Place)
  /// More than one thing has the id.
  case several

  /// Notes that something at a place has the id.
  mutating func add(_ place: Place) {
    switch self {
    case .nothing: self = .one(place)
    case .one, .several: self = .several
    }
  }
}

extension Found: Equatable where Place: Equatable {}
