import CBaselines
import Constraints

/// The constraints of a cell in Kiwi: those that `CellSolver` has, with a variable for each unknown.
struct KiwiCell {
  /// How content comes into the system.
  enum Editing {
    /// A variable for each length of the content, whose value is suggested.
    case suggestions
    /// Two constraints for each length, replaced when it changes.
    case replacement
  }

  private let system: UnsafeMutableRawPointer
  private let editing: Editing
  private let viewCount: Int
  private var content: [ViewMetrics]
  /// For each length of the content the first of the two constraints that have it.
  private var numbers: [Int32] = []
  private var values: [Double]

  private static let required = 1_001_001_000.0
  /// Above those of the content.
  private static let suggested = 1e8

  /// Kiwi's strength for a priority; in the cells here only these occur.
  private static func strength(_ priority: Double) -> Double {
    switch priority {
    case 1000: required
    case 750: 1e6
    case 250: 1e3
    default: 1
    }
  }

  /// Nil if Kiwi is not built.
  init?(_ template: Template, width: Double, _ editing: Editing) {
    viewCount = template.views.count
    let lengths = 2 * viewCount
    let variables = 4 * viewCount + 2 + (editing == .suggestions ? lengths : 0)
    guard let system = baseline_kiwi_open("Benchmarks/.build/kiwi/libbaseline_kiwi.so", Int32(variables))
    else {
      return nil
    }
    self.system = system
    self.editing = editing
    content = template.views.map(\.metrics)
    values = [Double](repeating: 0, count: 4 * viewCount + 2)
    for size in 0..<viewCount * 2 { add([(sizeVariable(size), 1)], 0, .greaterThanOrEqual, Self.required) }
    for size in [4 * viewCount, 4 * viewCount + 1] { add([(size, 1)], 0, .greaterThanOrEqual, Self.required) }
    add([(4 * viewCount, 1)], -width, .equal, Self.required)
    add([(4 * viewCount + 1, 1)], 0, .equal, Self.strength(50))
    let indices = Dictionary(uniqueKeysWithValues: template.views.enumerated().map { ($1.name, $0) })
    for constraint in template.constraints {
      var terms = self.terms(constraint.item, constraint.attribute, indices)
      if let item = constraint.toItem, let attribute = constraint.toAttribute {
        terms += self.terms(item, attribute, indices).map { ($0.0, -constraint.multiplier * $0.1) }
      }
      add(terms, -constraint.constant, constraint.relation, Self.strength(constraint.priority.rawValue))
    }
    for length in 0..<lengths { addContent(length) }
  }

  private func sizeVariable(_ length: Int) -> Int { length / 2 * 4 + 2 + length % 2 }

  private func length(_ length: Int, of content: [ViewMetrics]) -> Double {
    (length % 2 == 0 ? content[length / 2].width : content[length / 2].height) ?? 0
  }

  private func terms(_ item: LayoutItem, _ attribute: LayoutAttribute, _ indices: [String: Int]) -> [(
    Int, Double
  )] {
    var view: Int?
    if case .view(let name) = item { view = indices[name] }
    let (width, height) = view.map { (4 * $0 + 2, 4 * $0 + 3) } ?? (4 * viewCount, 4 * viewCount + 1)
    let (left, top) = (view.map { [(4 * $0, 1.0)] } ?? [], view.map { [(4 * $0 + 1, 1.0)] } ?? [])
    return switch attribute {
    case .width: [(width, 1)]
    case .height: [(height, 1)]
    case .left, .leading: left
    case .right, .trailing: left + [(width, 1)]
    case .top: top
    case .bottom: top + [(height, 1)]
    case .centerX: left + [(width, 0.5)]
    case .centerY: top + [(height, 0.5)]
    default: preconditionFailure("the cells here have no such attribute")
    }
  }

  @discardableResult
  private func add(_ terms: [(Int, Double)], _ constant: Double, _ relation: Relation, _ strength: Double)
    -> Int32
  {
    baseline_kiwi_add(
      system, terms.map { Int32($0.0) }, terms.map(\.1), Int32(terms.count), constant, Self.sign(relation),
      strength)
  }

  private static func sign(_ relation: Relation) -> Int32 {
    switch relation {
    case .lessThanOrEqual: -1
    case .equal: 0
    case .greaterThanOrEqual: 1
    }
  }

  /// Adds the hugging and the compression resistance of one length.
  private mutating func addContent(_ length: Int) {
    let size = sizeVariable(length)
    switch editing {
    case .suggestions:
      let own = 4 * viewCount + 2 + length
      baseline_kiwi_edit(system, Int32(own), Self.suggested)
      baseline_kiwi_suggest(system, Int32(own), self.length(length, of: content))
      add([(size, 1), (own, -1)], 0, .lessThanOrEqual, Self.strength(250))
      add([(size, 1), (own, -1)], 0, .greaterThanOrEqual, Self.strength(750))
    case .replacement:
      let value = self.length(length, of: content)
      numbers.append(add([(size, 1)], -value, .lessThanOrEqual, Self.strength(250)))
      add([(size, 1)], -value, .greaterThanOrEqual, Self.strength(750))
    }
  }

  /// Changes the lengths that differ from the content before, solves, and returns the height of the cell.
  mutating func height(for metrics: [ViewMetrics]) -> Double {
    for number in 0..<2 * viewCount {
      let value = length(number, of: metrics)
      if value == length(number, of: content) { continue }
      switch editing {
      case .suggestions: baseline_kiwi_suggest(system, Int32(4 * viewCount + 2 + number), value)
      case .replacement:
        var (size, one) = (Int32(sizeVariable(number)), 1.0)
        baseline_kiwi_replace(system, numbers[number], &size, &one, 1, -value, -1, Self.strength(250))
        baseline_kiwi_replace(system, numbers[number] + 1, &size, &one, 1, -value, 1, Self.strength(750))
      }
    }
    content = metrics
    baseline_kiwi_values(system, &values, Int32(values.count))
    return values[4 * viewCount + 1]
  }

  /// The frames of the views, in the order of left, top, width, height, and the size of the cell.
  var unknowns: [Double] { values }
}
