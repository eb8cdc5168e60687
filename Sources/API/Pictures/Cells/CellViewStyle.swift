import SelfSizing

/// The looks that views of a cell are told apart by; each is a class of the stylesheet.
enum CellViewStyle: String, CaseIterable {
  case text = "text-view"
  case image = "image-view"
  case box = "box-view"

  init(_ kind: CellView.Kind) {
    switch kind {
    case .text: self = .text
    case .image: self = .image
    case .box: self = .box
    }
  }

  /// What many of them are called in the legend.
  var plural: String {
    switch self {
    case .text: "texts"
    case .image: "images"
    case .box: "boxes"
    }
  }
}
