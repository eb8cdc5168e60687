import SelfSizing

/// The colours of a picture of cells, light and dark, in addition to those of every picture.
///
/// The hues are those of `Stylesheet`: blue texts, green images, purple boxes. Text has a contrast of 7:1 or more
/// on each of them. Outlines are fainter than in pictures of layouts, because the text matters most. If the viewer
/// has the fonts that the texts were measured with, the picture uses them.
enum CellStylesheet {
  static let css = Stylesheet.css + light + "@media (prefers-color-scheme:dark){" + dark + "}"

  private static let light = """
    .tessera .cells{font-family:Inter,"Noto Sans Arabic",system-ui,sans-serif;font-variant-numeric:normal}
    .tessera .caption{fill:#1b2530;font-weight:600}
    .tessera .lines{fill:#1b2530;stroke:none;white-space:pre}
    .tessera .rtl{direction:rtl}
    .tessera .text-view{fill:#dceafb;fill-opacity:.6;stroke:#4a86c8;stroke-opacity:.55}
    .tessera .image-view{fill:#d2f0e4;fill-opacity:.8;stroke:#17906c;stroke-opacity:.7}
    .tessera .box-view{fill:#e7e1fb;fill-opacity:.75;stroke:#7659c6;stroke-opacity:.6}
    .tessera .container-view{fill:none;stroke:#6b7785;stroke-opacity:.55;stroke-dasharray:3 2}
    .tessera .cross{fill:none;stroke:#17906c;stroke-opacity:.25}
    .tessera .baseline{fill:none;stroke:#c04d35;stroke-opacity:.4}
    .tessera .label{stroke:none;font-family:system-ui,sans-serif}
    .tessera .label.text-view{fill:#2b62a0;fill-opacity:1}
    .tessera .label.image-view{fill:#0b5f46;fill-opacity:1}
    .tessera .label.box-view{fill:#4f35a3;fill-opacity:1}
    .tessera .label.container-view{fill:#4a5561}

    """

  private static let dark = """
    .tessera .caption{fill:#eef2f6}
    .tessera .lines{fill:#eef2f6}
    .tessera .text-view{fill:#1d3a5c;stroke:#5b9be0}
    .tessera .image-view{fill:#0e4536;stroke:#2fb88d}
    .tessera .box-view{fill:#382a66;stroke:#a08af0}
    .tessera .container-view{stroke:#94a3b3}
    .tessera .cross{stroke:#2fb88d}
    .tessera .baseline{stroke:#e77c64}
    .tessera .label.text-view{fill:#a9cdf5}
    .tessera .label.image-view{fill:#8fe0c4}
    .tessera .label.box-view{fill:#cbbdfb}
    .tessera .label.container-view{fill:#b4c0cc}

    """
}

/// The styles of a cell's views, each a class of the stylesheet.
enum CellViewStyle: String, CaseIterable {
  case text = "text-view"
  case image = "image-view"
  case box = "box-view"
  case container = "container-view"

  /// Nil for a view that pictures do not show.
  init?(_ view: MeasuredCell.View) {
    if view.isHidden { return nil }
    switch view.kind {
    case .text: self = .text
    case .image: self = .image
    case .box: self = .box
    case .view, .stack, .flex: self = .container
    case .guide: return nil
    }
  }

  /// The plural, for the legend.
  var plural: String {
    switch self {
    case .text: "texts"
    case .image: "images"
    case .box: "boxes"
    case .container: "containers"
    }
  }
}
