import Constraints
import LayoutEngine
import Text

/// How large a cell is, and where its views are.
public struct CellMeasurement: Sendable {
  public var size: Size
  /// One for each view of the template.
  public var frames: [Rect]
  public var notices: [CellNotice]
}

/// What a cell was measured in spite of.
public enum CellNotice: Hashable, Sendable {
  /// A family that a view's text is to be set in, and that is not there.
  case missingFamily(view: Int, name: String)
  /// A constraint that could not be kept.
  case brokenConstraint(ConstraintSource)
  /// A view whose frame the constraints leave open.
  case ambiguousView(Int)
}

/// Why a cell cannot be measured.
public enum CellFault: Error, Hashable, Sendable {
  case text(view: Int, TextError)
  case layout(CellError)

  /// What is wrong, in words for whoever gave the content.
  public var detail: String {
    switch self {
    case .text(_, .invalid(let parameter)):
      "the text cannot be measured: its \(parameter.rawValue) is out of range"
    case .text(_, .tooLong(let limit)): "a text has \(limit) bytes at most"
    case .text(_, .outOfMemory): "there is not enough memory to measure the text"
    case .layout(.tooMuchWork): "the constraints of the template take too much work to solve"
    case .layout(.outOfBounds): "the constraints make lengths that are out of bounds"
    case .layout(.invalidFitting):
      "a cell is fitted to lengths of 0 to \(Int(TemplateLimits.length)) points"
    case .layout(.invalidMetrics), .layout(.wrongViewCount):
      "sizes of content are 0 to \(Int(TemplateLimits.length)) points, aspect ratios 0.001 to 1000"
    }
  }

  /// The view whose content is at fault, where one is.
  public var view: Int? {
    switch self {
    case .text(let view, _): view
    case .layout(.invalidMetrics(let view)): view
    case .layout: nil
    }
  }
}
