import Collections
import Constraints
import JSON
import LayoutEngine
import SelfSizing
import Synchronization

/// What the cells of a request were measured in spite of, each thing once.
final class MeasuringReport: Sendable {
  /// What was noticed of a template.
  private struct Key: Hashable {
    var template: String
    var notice: CellNotice
  }

  /// Where it was met, and how often.
  private struct Finding {
    var first: ElementPath
    var count: Int
  }

  private let findings = Mutex<[Key: Finding]>([:])

  /// Of so many things a request is told, beside the number of the rest.
  private static let limit = 1000

  func note(_ notices: [CellNotice], _ element: OpenElement) {
    findings.withLock { findings in
      for notice in Set(notices) {
        let key = Key(template: element.content.template, notice: notice)
        if findings[key] == nil, findings.count >= Self.limit { continue }
        findings[key, default: Finding(first: element.path, count: 0)].count += 1
        if element.path.comes(before: findings[key]!.first) { findings[key]!.first = element.path }
      }
    }
  }

  /// What was noticed, in words for the client.
  ///
  /// - Parameter templates: at which pointer the templates of the body are; nil where it has none.
  func warnings(of templates: TemplateSet, at pointer: String? = "/templates") -> [ContentWarning] {
    let found = findings.withLock { $0 }
    let sorted = found.sorted {
      ($0.key.template, $0.value.first.indexPath, $0.key.notice.order)
        < ($1.key.template, $1.value.first.indexPath, $1.key.notice.order)
    }
    return sorted.compactMap { key, finding in
      templates[key.template].map { ContentWarning(key.notice, of: $0, named: key.template, finding.count, pointer) }
    }
  }
}

/// Something in a template with which content was measured all the same.
struct ContentWarning: Hashable, Sendable {
  enum Code: String, CaseIterable {
    case fontFamilyMissing = "font_family_missing"
    case constraintBroken = "constraint_broken"
    case layoutAmbiguous = "layout_ambiguous"
  }

  var code: Code
  var pointer: String
  var detail: String
  /// How many elements are concerned.
  var count: Int
}

extension ContentWarning {
  /// - Parameter templates: at which pointer the templates are.
  fileprivate init(
    _ notice: CellNotice, of template: CellTemplate, named name: String, _ count: Int, _ templates: String?
  ) {
    let isBuiltIn = TemplateSet.builtIn[name] != nil
    let root = isBuiltIn ? nil : templates
    func pointer(_ steps: [String]) -> String {
      guard let root else { return "" }
      var pointer = JSONPointer()
      for step in [name] + steps { pointer.push(step) }
      return root + pointer.description
    }
    self.count = count
    let shown = "template \"\(name.prefix(60))\""
    switch notice {
    case .missingFamily(let view, let family):
      code = .fontFamilyMissing
      let steps = template.isSizedByView ? ["sizeThatFits", "text"] : ["views", template.views[view].name]
      self.pointer = pointer(steps + ["font", "family"])
      detail = "The font family \"\(family.prefix(60))\" is not there; another stands in for it (\(shown))."
    case .brokenConstraint(let source):
      code = .constraintBroken
      let summary = template.summary(of: source)
      self.pointer = pointer(template.steps(to: source))
      detail = "A constraint could not be kept and is broken: \(summary) (\(shown))."
    case .ambiguousView(let view):
      code = .layoutAmbiguous
      self.pointer = pointer(["views", template.views[view].name])
      detail =
        "The constraints do not say where the view \"\(template.views[view].name.prefix(60))\" is, "
        + "or how large (\(shown))."
    }
  }
}

extension CellTemplate {
  fileprivate var isSizedByView: Bool { if case .sizeThatFits = design { true } else { false } }

  /// Where in a template a constraint comes from.
  fileprivate func steps(to source: ConstraintSource) -> [String] {
    switch source {
    case .fitting: []
    case .constraint(let index, _): ["constraints"] + (origin(ofConstraint: index).map { ["\($0)"] } ?? [])
    case .aspectRatio(let view), .hugging(let view, _), .compressionResistance(let view, _):
      ["views", views[view].name]
    }
  }
}

extension CellNotice {
  /// The kind, then the place in the template.
  fileprivate var order: Int {
    switch self {
    case .missingFamily(let view, _): view
    case .brokenConstraint(.constraint(let index, _)): 1000 + index
    case .brokenConstraint: 2000
    case .ambiguousView(let view): 3000 + view
    }
  }
}

extension ElementPath {
  fileprivate func comes(before other: ElementPath) -> Bool {
    (indexPath, kind.name) < (other.indexPath, other.kind.name)
  }
}
