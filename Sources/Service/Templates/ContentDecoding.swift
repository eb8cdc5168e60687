import JSON
import LayoutEngine
import SelfSizing
import Wire

/// Decodes the content of elements: that of the views of a template.
extension DecodingContext {
  /// The members of the content of a cell that shows a text alone.
  private static let shownTextMembers = ["text"] + textSettingMembers + ["runs"]

  private enum PlainTextField: String, FrequentFieldNames {
    case text, runs, hidden
    static let table = FieldTable<PlainTextField>()
  }

  private enum ContainerField: String, FieldNames { case hidden }

  private enum ShownPictureField: String, FrequentFieldNames {
    case size, aspectRatio, hidden
    static let table = FieldTable<ShownPictureField>()
  }

  /// Reads content: one for each view of the template, in its order.
  package func viewContents(_ value: JSONValue, of template: CellTemplate) -> [ViewContent] {
    var contents = [ViewContent](repeating: ViewContent(), count: template.views.count)
    if value.kind == .string, template.views.count == 1 {
      contents[0] = viewContent(value, of: template.views[0])
      return contents
    }
    if case .sizeThatFits = template.design, case .text(let setting) = template.views[0].kind {
      contents[0] = shownText(value, setting)
      return contents
    }
    guard value.kind == .object else {
      return mismatch(value, "content: an object with a member for each view")
        ?? contents
    }
    // A name and a path may mean one view.
    var named: Set<Int> = []
    for (key, value) in value.members {
      if isStopped { break }
      let name = String(key)
      at(name) {
        guard checkNormalForm(of: name) else { return }
        guard let place = template.index(ofView: name) else {
          return fault(
            "the template has no view of this name\(suggestion(for: name, among: template.views.map { $0.name }))"
          )
        }
        guard named.insert(place).inserted else {
          return fault("another member has the content of this view, \(quoted(template.views[place].name))")
        }
        contents[place] = viewContent(value, of: template.views[place])
      }
    }
    return contents
  }

  /// Reads the text of a cell that shows nothing else: its setting is beside it or within it.
  private func shownText(_ value: JSONValue, _ setting: TextSetting) -> ViewContent {
    var content = ViewContent()
    var setting = setting
    object(value, "a text, or an object with \"text\"", Self.shownTextMembers) { member, value in
      if take(member, value, into: &setting) {
        content.setting = setting
      } else if member == "runs" {
        content.runs = textRuns(value)
      } else if value.kind == .object {
        let inner = shownText(value, setting)
        content.text = inner.text
        content.runs = inner.runs
        if let own = inner.setting { (setting, content.setting) = (own, own) }
      } else {
        content.text = string(value)
      }
    }
    checkText(value)
    return content
  }

  /// Reports a text that is given in two ways. An empty one is the default of a view.
  func checkText(_ value: JSONValue) {
    if value.kind == .object, value["runs"] != nil, let text = value["text"], text.string != "" {
      fault("a text has either \"text\" or \"runs\"")
    }
  }

  private func viewContent(_ value: JSONValue, of view: CellView) -> ViewContent {
    var content = ViewContent()
    switch view.kind {
    case .text:
      if value.kind == .string {
        content.text = string(value)
        return content
      }
      object(value, PlainTextField.self, "a text, or an object with \"text\"") { field, value in
        switch field {
        case .text: content.text = string(value)
        case .runs: content.runs = textRuns(value)
        case .hidden: content.isHidden = bool(value)
        }
      }
      checkText(value)
    case .image, .box:
      object(value, ShownPictureField.self, "content: an object with \"size\" or \"aspectRatio\"") {
        field, value in
        switch field {
        case .size: content.size = contentSize(value)
        case .aspectRatio: content.aspectRatio = contentRatio(value)
        case .hidden: content.isHidden = bool(value)
        }
      }
    case .view, .stack, .flex:
      object(value, ContainerField.self, "content: an object with \"hidden\"") { _, value in
        content.isHidden = bool(value)
      }
    case .guide: fault("a guide has no content")
    }
    return content
  }
}
