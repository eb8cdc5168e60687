import SelfSizing
import Text

/// The rules of a style sheet that set texts as they were measured: one for each text view of each template, and one for
/// each text that differs from it.
struct TextRules {
  /// A text view of a template.
  private struct Key: Hashable {
    var template: String
    var view: Int
  }

  private struct Rule {
    var viewName: String
    var attributes: TextAttributes
    var lineHeight: Double
    var families: Set<FontFamilyUse> = []
  }

  private var rules: [Key: Rule] = [:]
  private let templates: TemplateSet
  private let environment: CellEnvironment

  /// Gathers the rules of some cells.
  ///
  /// - Complexity: O(v) for v views.
  init(_ cells: some Sequence<RenderedCell>, of templates: TemplateSet, in environment: CellEnvironment) {
    self.templates = templates
    self.environment = environment
    for cell in cells {
      for (place, view) in cell.views.enumerated() {
        if let text = view.text { add(text, of: view.name, Key(template: cell.template, view: place)) }
      }
    }
  }

  private mutating func add(_ text: RenderedCell.Text, of viewName: String, _ key: Key) {
    if rules[key] == nil {
      let template = templates[key.template]?.adapted(to: environment.category)
      let own = template?.textAttributes(of: key.view, showing: ViewContent(), environment)
      rules[key] = Rule(viewName: viewName, attributes: own ?? text.attributes, lineHeight: text.lineHeight)
    }
    guard rules[key]?.attributes == text.attributes else { return }
    // Lines with a higher font are higher than those of the template's own.
    if rules[key]?.families.isEmpty == true || text.lineHeight < rules[key]?.lineHeight ?? 0 {
      rules[key]?.lineHeight = text.lineHeight
    }
    rules[key]?.families.formUnion(text.families)
  }

  /// Writes the rule of every text view, sorted by template and view.
  ///
  /// - Complexity: O(r log r) for r rules.
  func write(to writer: inout MarkupWriter) {
    for (key, rule) in rules.sorted(by: { ($0.key.template, $0.key.view) < ($1.key.template, $1.key.view) })
    where !rule.families.isEmpty {
      writer.raw("[data-template=")
      writer.cssString(key.template)
      writer.raw("]>[data-view=")
      writer.cssString(rule.viewName)
      writer.raw("]{")
      writer.typography(rule.attributes, lineHeight: rule.lineHeight, rule.families)
      writer.raw("}\n")
    }
  }

  /// Writes the declarations of a text that its template's rule does not have.
  func writeDifference(
    _ text: RenderedCell.Text, of cell: RenderedCell, view: Int, to writer: inout MarkupWriter
  ) {
    guard let rule = rules[Key(template: cell.template, view: view)] else { return }
    if rule.attributes != text.attributes {
      writer.typography(text.attributes, lineHeight: text.lineHeight, Set(text.families))
    }
    if text.hasNaturalLines {
      writer.raw("line-height:normal;")
    } else if rule.attributes == text.attributes, abs(rule.lineHeight - text.lineHeight) > 1e-6 {
      writer.raw("line-height:")
      writer.decimal(text.lineHeight, places: 6)
      writer.raw("px;")
    }
  }
}

extension MarkupWriter {
  /// Writes the declarations that set a text as it was measured.
  fileprivate mutating func typography(
    _ text: TextAttributes, lineHeight: Double, _ families: Set<FontFamilyUse>
  ) {
    raw("font:")
    if text.isItalic { raw("italic ") }
    number(text.weight)
    raw(" ")
    decimal(text.size, places: 6)
    raw("px/")
    decimal(lineHeight, places: 6)
    raw("px ")
    for family in families.sorted() {
      cssString(family.name)
      raw(",")
    }
    raw("sans-serif;")
    write(TextDeclarations.of(text), besides: TextDeclarations.standard)
    switch text.direction {
    case .natural: break
    case .leftToRight: raw("direction:ltr;unicode-bidi:isolate;")
    case .rightToLeft: raw("direction:rtl;unicode-bidi:isolate;")
    }
    lineBreaking(text, lineHeight: lineHeight)
  }

  /// Writes the declarations that set a run as it was measured.
  mutating func run(_ run: RenderedCell.Run) {
    switch run.shown {
    case .text(let attributes):
      raw("font:")
      if attributes.isItalic { raw("italic ") }
      number(attributes.weight)
      raw(" ")
      decimal(attributes.size, places: 6)
      raw("px/")
      if let height = run.lineHeight {
        decimal(height, places: 6)
        raw("px ")
      } else {
        raw("normal ")
      }
      for family in run.families.sorted() {
        cssString(family.name)
        raw(",")
      }
      raw("sans-serif;")
      write(TextDeclarations.of(attributes))
    case .attachment(let attachment):
      raw("display:inline-block;")
      css("width", attachment.width)
      css("height", attachment.height)
      css("vertical-align", attachment.baselineOffset)
    }
  }

  /// Writes the declarations of the style of paragraphs.
  mutating func paragraph(_ style: ParagraphStyle) {
    write(TextDeclarations.of(style), besides: TextDeclarations.standardParagraph)
    if style.firstLineHeadIndent != style.headIndent {
      css("text-indent", style.firstLineHeadIndent - style.headIndent)
    }
    if style.headIndent != 0 { css("padding-inline-start", style.headIndent) }
    if style.tailIndent < 0 { css("padding-inline-end", -style.tailIndent) }
  }

  private mutating func lineBreaking(_ text: TextAttributes, lineHeight: Double) {
    switch text.lineBreakMode {
    case .wordWrapping: break
    case .charWrapping: raw("line-break:anywhere;")
    case .clipping: raw("white-space:pre;overflow:hidden;")
    case .truncatingHead, .truncatingTail, .truncatingMiddle:
      guard text.lineLimit > 0 else { return }
      return raw(
        "display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:\(text.lineLimit);overflow:hidden;"
      )
    }
    guard text.lineLimit > 0 else { return }
    css("max-height", Double(text.lineLimit) * lineHeight)
    if text.lineBreakMode != .clipping { raw("overflow:hidden;") }
  }
}
