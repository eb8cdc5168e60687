import Collections
import Constraints
import JSON
import LayoutEngine
import SelfSizing
import Synchronization
import Wire

/// The warnings of measuring the cells of a request, each once.
final class MeasuringReport: Sendable {
  /// A warning about a template.
  private struct Key: Hashable {
    var template: String
    var warning: CellWarning
  }

  /// The first element with a warning, the text size of the first that was measured, and the number of elements.
  private struct Finding {
    var first: ElementPath
    var category: ContentSizeCategory
    var count: Int
  }

  private let findings = Mutex<[Key: Finding]>([:])

  func note(_ warnings: [CellWarning], _ element: OpenElement, at category: ContentSizeCategory) {
    findings.withLock { findings in
      for warning in Set(warnings) {
        let key = Key(template: element.content.template, warning: warning)
        findings[key, default: Finding(first: element.path, category: category, count: 0)].count += 1
        if element.path.comes(before: findings[key]!.first) { findings[key]!.first = element.path }
      }
    }
  }

  /// Returns the warnings for the response.
  ///
  /// - Parameter pointer: the pointer to the templates in the body; nil if it has none.
  func warnings(of templates: TemplateSet, at pointer: String? = "/templates") -> [ContentWarning] {
    let found = findings.withLock { $0 }
    let sorted = found.sorted { a, b in
      if a.key.template != b.key.template { return a.key.template < b.key.template }
      if a.value.first != b.value.first { return a.value.first.comes(before: b.value.first) }
      return a.key.warning.order < b.key.warning.order
    }
    return sorted.compactMap { key, finding in
      templates[key.template].map {
        ContentWarning(
          key.warning, of: $0.adapted(to: finding.category), named: key.template, finding.count, pointer)
      }
    }
  }
}

extension ContentWarning {
  /// - Parameter templates: the pointer to the templates in the body.
  fileprivate init(
    _ warning: CellWarning, of template: CellTemplate, named name: String, _ count: Int, _ templates: String?
  ) {
    let isBuiltIn = TemplateSet.builtIn[name] != nil
    let root = isBuiltIn ? nil : templates
    func pointer(_ steps: [String]) -> String {
      guard let root else { return "" }
      var pointer = JSONPointer()
      for step in [name] + steps { pointer.push(step) }
      return root + pointer.description
    }
    let code: Code
    let place: String
    let detail: String
    let shown = "template \"\(name.prefix(60))\""
    switch warning {
    case .missingFamily(let view, let family):
      code = .fontFamilyMissing
      let steps = template.views[view].steps
      // If the family comes from an item's content, no pointer into the templates names it.
      place = template.names(family, in: view) ? pointer(steps + ["font", "family"]) : ""
      detail = "The font family \"\(family.prefix(60))\" is missing; another one replaces it (\(shown))."
    case .missingHyphenation(let view):
      code = .hyphenationMissing
      place = pointer(template.views[view].steps)
      detail =
        "The text of the view \"\(template.views[view].name.prefix(60))\" is not hyphenated: the server has no patterns "
        + "for its language, or it names none (\(shown))."
    case .unknownPercentage(let view):
      code = .percentageUnknown
      place = pointer(template.views[view].steps)
      detail =
        "A height of the view \"\(template.views[view].name.prefix(60))\" is a percentage of a height that follows from the "
        + "content; it has no effect, as in CSS (\(shown))."
    case .brokenConstraint(let source):
      code = .constraintBroken
      let summary = template.summary(of: source)
      place = pointer(template.steps(to: source))
      detail = "A required constraint contradicts others and is broken: \(summary) (\(shown))."
    case .ambiguousView(let view):
      code = .layoutAmbiguous
      place = pointer(template.views[view].steps)
      detail =
        "The constraints do not determine the position or size of the view "
        + "\"\(template.views[view].name.prefix(60))\" (\(shown))."
    }
    self.init(code: code, pointer: place, detail: detail, count: count)
  }
}

extension CellTemplate {
  fileprivate func names(_ family: String, in view: Int) -> Bool {
    guard case .text(let setting) = views[view].kind else { return false }
    return setting.own.families?.contains(family) ?? false
  }

  /// Returns the pointer's steps from a template to a constraint.
  fileprivate func steps(to source: ConstraintSource) -> [String] {
    switch source {
    case .fitting: []
    case .constraint(let index, _): origin(ofConstraint: index) ?? []
    case .arrangement(let view): view.map { views[$0].steps } ?? []
    case .aspectRatio(let view), .hugging(let view, _), .compressionResistance(let view, _),
      .proportion(let view):
      views[view].steps
    }
  }
}

extension CellWarning {
  /// The kind, then the index in the template, then the axis or the name.
  fileprivate var order: (Int, Int, String) {
    switch self {
    case .missingFamily(let view, let name): (0, view, name)
    case .missingHyphenation(let view): (0, view, "")
    case .unknownPercentage(let view): (0, view, "percentage")
    case .brokenConstraint(.constraint(let index, _)): (1, index, "")
    case .brokenConstraint(.aspectRatio(let view)): (2, view, "")
    case .brokenConstraint(.hugging(let view, let axis)): (3, view, axis.rawValue)
    case .brokenConstraint(.compressionResistance(let view, let axis)): (4, view, axis.rawValue)
    case .brokenConstraint(.arrangement(let view)): (5, view ?? -1, "")
    case .brokenConstraint(.proportion(let view)): (5, view, "proportion")
    case .brokenConstraint(.fitting): (5, 0, "fitting")
    case .ambiguousView(let view): (6, view, "")
    }
  }
}

extension ElementPath {
  fileprivate func comes(before other: ElementPath) -> Bool {
    (indexPath, kind.name) < (other.indexPath, other.kind.name)
  }
}
