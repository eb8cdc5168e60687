import JSON
import LayoutEngine
import SelfSizing
import Templates
import Wire

/// Reads the templates of a body, and the contents of its elements, as measuring needs them.
final class ContentReader: ContentReading {
  /// The templates that items and views may name.
  private(set) var templates: TemplateSet
  /// The contents that have been read.
  private(set) var decoded = DecodedContents()
  /// The names of invalid templates: references to them are not reported again.
  private var unreadableTemplates: Set<String> = []
  private var plain = PlainContents()

  init(_ templates: TemplateSet = .builtInOnly) { self.templates = templates }

  var templatesText: [UInt8] { templates.jsonText }

  func takeTemplates(_ value: JSONValue, _ context: DecodingContext) {
    guard context.checkTemplates(value) else { return }
    let jsonText = value.text
    context.charge(jsonText.count * DecodingContext.bytesOfTemplate, noting: true)
    if let known = TemplateLibrary.shared.find(jsonText) {
      templates = known
      return
    }
    let faultsBefore = context.faults.count
    let read = context.templates(value)
    unreadableTemplates.formUnion(read.unreadable)
    templates = TemplateSet(read.templates, jsonText: jsonText)
    if context.faults.count == faultsBefore, !context.isStopped { TemplateLibrary.shared.keep(templates) }
  }

  func content(
    _ content: JSONValue?, for template: JSONValue?, _ context: DecodingContext
  ) -> Content? {
    guard let named = template else {
      if content != nil { context.refuseContentWithoutTemplate() }
      return nil
    }
    let (name, template): (String, CellTemplate?) = context.at("template") {
      guard let name = context.clientName(named) else { return ("", nil) }
      guard let template = templates[name] else {
        if unreadableTemplates.contains(name) { return (name, nil) }
        context.fault(
          "no template is named \(context.quoted(name))"
            + context.suggestion(for: name, among: templates.names))
        return (name, nil)
      }
      return (name, template)
    }
    guard let template else { return nil }
    guard let content else { return Content(template: name, jsonText: []) }
    return context.at("content") {
      let faultsBefore = context.faults.count
      let views = context.viewContents(content, of: template)
      guard context.faults.count == faultsBefore else { return nil }
      let shown = Content(template: name, jsonText: content.text)
      decoded.add(views, of: shown)
      return shown
    }
  }

  func plainContent(
    of item: borrowing JSONRecord, template: Int, content: Int, _ context: DecodingContext
  ) -> Content? {
    let wantsViews = decoded.hasRoom
    guard
      let shown = plain.read(
        item, template: template, content: content, among: templates, wantsViews: wantsViews)
    else { return nil }
    if !plain.views.isEmpty { decoded.add(plain.views, of: shown) }
    return shown
  }
}

extension ContentReading {
  /// The reader as the service's own; a new one for elements that the service has not read.
  var ofService: ContentReader { self as? ContentReader ?? ContentReader() }
}

extension CollectionDescription {
  var templates: TemplateSet { contents.ofService.templates }
  /// The contents of its items that have been decoded.
  var decodedContents: DecodedContents { contents.ofService.decoded }

  /// Decodes a body that describes a collection.
  ///
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error, `tooManyItems`.
  static func decode(
    _ body: [UInt8], for use: DecodingContext.DescribedUse, limits: RequestLimits,
    isCancelled: @escaping () -> Bool
  ) throws(Problem) -> CollectionDescription {
    try decode(body, for: use, limits: limits, contents: ContentReader(), isCancelled: isCancelled)
  }
}
