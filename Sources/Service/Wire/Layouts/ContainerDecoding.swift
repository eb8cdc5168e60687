import JSON
import LayoutEngine

/// The largest number of bytes of the key of fonts.
private let fontsKeyLimit = 64

extension DecodingContext {
  private enum ContainerField: String, FrequentFieldNames {
    case width, height, insets, scale, layoutDirection, contentSizeCategory, fonts
    static let table = FieldTable<ContainerField>()
  }

  /// Reads a container; lengths are in points.
  package func container(_ value: JSONValue) -> Container? {
    var width: Double?, height: Double?
    var container = Container(size: .zero)
    let isObject = object(value, ContainerField.self, "an object with \"width\" and \"height\"") {
      field, value in
      switch field {
      case .width: width = length(value)
      case .height: height = length(value)
      case .insets: container.insets = insets(value) ?? .zero
      case .scale: container.scale = number(value, in: PixelGrid.scales)
      case .layoutDirection: container.direction = name(value, of: Container.Direction.self) ?? .leftToRight
      case .contentSizeCategory:
        set(&container.contentSizeCategory, name(value, of: ContentSizeCategory.self))
      case .fonts: container.fonts = fontsKey(value)
      }
    }
    guard isObject else { return nil }
    require("width", of: value)
    require("height", of: value)
    guard let width, let height else { return nil }
    container.size = Size(width: width, height: height)
    return container
  }

  /// Reads the key of a client's fonts.
  private func fontsKey(_ value: JSONValue) -> String? {
    guard let key = clientName(value) else { return nil }
    guard (1...fontsKeyLimit).contains(key.utf8.count) else {
      fault("the key of fonts has 1 to \(fontsKeyLimit) bytes")
      return nil
    }
    return key
  }
}
