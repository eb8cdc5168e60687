import Constraints
import LayoutEngine
import SelfSizing
import Testing
import Text

/// The fonts that the tests measure with: those that `tools/setup` installs.
enum Fonts {
  private static let loaded = Result { () throws -> FontLibrary in try FontLibrary() }

  static func library() throws -> FontLibrary { try loaded.get() }

  static func measurer() throws -> CellMeasurer { CellMeasurer(fonts: try library()) }

  static func sizer(cacheBytes: Int = 1 << 20) throws -> SharedCellMeasurer {
    SharedCellMeasurer(fonts: try library(), cacheBytes: cacheBytes)
  }
}

extension TextSetting {
  /// A setting with something changed.
  static func with(
    _ style: TextStyle? = nil, lines: Int = 0, _ change: (inout TextSetting) -> Void = { _ in }
  ) -> TextSetting {
    var setting = TextSetting(style: style, lineLimit: lines)
    change(&setting)
    return setting
  }

  /// Letters that are all 10 points wide, on lines of 20 points.
  static func squared(lines: Int = 0) -> TextSetting {
    with(lines: lines) {
      $0.own.families = ["DejaVu Sans Mono"]
      // The font's letters are 1233 of 2048 wide.
      $0.own.size = 10 * 2048 / 1233
      $0.own.lineHeight = 20
      $0.lineBreakMode = lines == 1 ? .truncatingTail : .charWrapping
    }
  }
}

extension CellTemplate {
  /// Makes a template of views, and of the Visual Format strings and constraints between them.
  init(
    _ views: [CellView], _ formats: [String], _ constraints: [LayoutConstraint] = [],
    layout: [TemplateView]? = nil
  ) throws {
    let context = VisualFormatContext(views: views.map(\.name))
    let pictures = try formats.flatMap { try VisualFormat.constraints($0, in: context) }
    let all = pictures + constraints
    try self.init(
      views: views, layout: layout ?? views.map { TemplateView($0.name) }, constraints: all,
      origins: all.indices.map { ["constraints", String($0)] })
  }

  /// The size of a cell that shows texts.
  func size(
    _ texts: [String?], in room: FittingRoom = FittingRoom(),
    _ environment: CellEnvironment = CellEnvironment()
  ) throws -> Size {
    try measured(texts, in: room, environment).size
  }

  func measured(
    _ texts: [String?], in room: FittingRoom = FittingRoom(),
    _ environment: CellEnvironment = CellEnvironment()
  ) throws -> CellMeasurement {
    let content = views.indices.map { ViewContent(text: texts.indices.contains($0) ? texts[$0] : nil) }
    return try Fonts.measurer().measure(content, of: self, in: room, environment)
  }
}

extension CellView {
  static func text(_ name: String, _ setting: TextSetting) -> CellView {
    CellView(name: name, kind: .text(setting))
  }

  static func box(_ name: String, _ width: Double, _ height: Double) -> CellView {
    CellView(name: name, kind: .box, content: ViewContent(size: Size(width: width, height: height)))
  }
}

func isNear(_ a: Double, _ b: Double, within tolerance: Double = 0.05) -> Bool { abs(a - b) <= tolerance }

func isNear(_ a: Size, _ width: Double, _ height: Double, within tolerance: Double = 0.05) -> Bool {
  isNear(a.width, width, within: tolerance) && isNear(a.height, height, within: tolerance)
}

func isNear(_ a: Rect, _ b: Rect, within tolerance: Double = 0.05) -> Bool {
  isNear(a.x, b.x, within: tolerance) && isNear(a.y, b.y, within: tolerance)
    && isNear(a.width, b.width, within: tolerance) && isNear(a.height, b.height, within: tolerance)
}
