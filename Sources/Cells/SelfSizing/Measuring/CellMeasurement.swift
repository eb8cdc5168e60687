import Constraints
import LayoutEngine
import Text

/// The size of a cell and the frames of its views.
public struct CellMeasurement: Sendable {
  /// In points, rounded up to whole pixels if the environment has a scale.
  public var size: Size
  /// One frame for each view of the template, in the cell's coordinates, in points and unrounded.
  public var frames: [Rect]
  /// For each view, the space between its frame and its contents, in points; empty if no view has any.
  public var paddings: [Insets] = []
  /// For each view, the widths of its border, in points; empty if no view has one.
  public var borders: [Insets] = []
  /// Problems that did not stop the measuring.
  public var warnings: [CellWarning]
}

/// A problem that did not stop the measuring of a cell.
public enum CellWarning: Hashable, Sendable {
  /// A font family of a view's text is missing.
  case missingFamily(view: Int, name: String)
  /// A view's text asks for hyphenation in a language without patterns, or without a language.
  case missingHyphenation(view: Int)
  /// A height of a view in a flex container is a percentage of a height that follows from the content.
  case unknownPercentage(view: Int)
  /// A constraint does not hold.
  case brokenConstraint(ConstraintSource)
  /// The constraints leave the frame of the view at that index open.
  case ambiguousView(Int)
}

/// Why a cell cannot be measured.
public enum CellMeasuringError: Error, Hashable, Sendable {
  case text(view: Int, TextError)
  case layout(CellSolverError)

  /// A description of the error for the author of the content.
  public var detail: String {
    switch self {
    case .text(_, .invalid(let parameter)):
      "the text cannot be measured: its \(parameter.name) is out of range"
    case .text(_, .tooLong(let limit)): "a text has at most \(limit) bytes"
    case .text(_, .cancelled): "the text was not measured to its end"
    case .text(_, .tooManyGlyphs(let limit)):
      "the rules of the text's font make more than \(limit) glyphs of a part of it"
    case .text(_, .onlyOnServer(let parameter)):
      "only a server measures texts with \"\(parameter.name)\""
    case .text(_, .outOfMemory): "there is not enough memory to measure the text"
    case .text(_, .outOfFiles): "a file that the text needs cannot be opened at present"
    case .layout(.tooMuchWork): "the constraints of the template take too much work to solve"
    case .layout(.outOfBounds): "the constraints lead to lengths that are out of bounds"
    case .layout(.invalidFitting):
      "the width and height of a cell are 0 to \(Int(TemplateLimits.length)) points"
    case .layout(.invalidMetrics), .layout(.wrongViewCount):
      "sizes of content are 0 to \(Int(TemplateLimits.length)) points, aspect ratios 0.001 to 1000"
    }
  }

  /// The index of the view whose content is invalid; nil if the error concerns no single view.
  public var view: Int? {
    switch self {
    case .text(let view, _): view
    case .layout(.invalidMetrics(let view)): view
    case .layout: nil
    }
  }
}
