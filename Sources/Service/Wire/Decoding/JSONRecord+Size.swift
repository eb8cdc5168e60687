import Geometry
import JSON

extension JSONNames {
  /// The names of a size.
  package static let ofSize = JSONNames(["width", "height"])
}

extension JSONRecord {
  /// Returns a member's size; nil if it is not valid.
  ///
  /// - Parameter sizes: a record of a width and a height.
  package func size(_ name: Int, _ sizes: inout JSONRecord) -> Size? {
    var given = pair(name)
    if given == nil, let value = value(name), sizes.read(value), let width = sizes.number(0),
      let height = sizes.number(1)
    {
      given = (width, height)
    }
    let limit = Coordinate.limit
    guard let (width, height) = given, width >= 0, width <= limit, height >= 0, height <= limit else {
      return nil
    }
    return Size(width: width, height: height)
  }
}
