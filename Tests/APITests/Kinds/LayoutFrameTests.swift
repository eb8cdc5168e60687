import TestSupport
import Testing

/// Tests of all layouts in a container of 320 × 480 points.
protocol LayoutFrameTests {}

extension LayoutFrameTests {
  /// Lays two sections out, and returns the x, y, width and height of each element.
  func frames(
    _ layout: JSONTree, _ container: JSONTree, sections: JSONTree = [["itemCount": 7], ["itemCount": 3]]
  ) throws -> [[Double]] {
    let elements = try #require(
      try answer(request(container: container, layout: layout, sections: sections))["attributes"]?.elements)
    return elements.map { element in
      ["x", "y", "width", "height"].map { element["frame"]?[$0]?.number ?? .nan }
    }
  }

  static func container(_ category: String? = nil, _ more: [String: JSONTree] = [:]) -> JSONTree {
    var container: JSONTree = ["width": 320, "height": 480]
    if let category { container["contentSizeCategory"] = .string(category) }
    for (name, value) in more { container[name] = value }
    return container
  }
}
