import JSON
import LayoutEngine

extension DecodingContext {
  private enum SectionField: String, FrequentFieldNames {
    case id, items, itemCount, itemSizes, header, footer, supplementaries, metrics, background, indexTitle
    static let table = FieldTable<SectionField>()
  }

  private enum SupplementaryField: String, FrequentFieldNames {
    case size, estimatedSize, template, content
    static let table = FieldTable<SupplementaryField>()
  }

  private enum StripField: String, FrequentFieldNames {
    case size, estimatedSize, template, content, height, pinToVisibleBounds
    static let table = FieldTable<StripField>()
  }

  /// Reads the sections of a layout; ignores their metrics if the layout is invalid.
  ///
  /// - Returns: the sections, and the form in which each describes its items.
  func sections(_ value: JSONValue, of kind: LayoutKind?) -> (list: SectionList, forms: [ItemsForm])? {
    guard !value.hasMore(than: limits.sections) else {
      stop(.tooManyItems, "The collection may have at most \(limits.sections) sections.")
      return nil
    }
    let rates = kind.map { CostRates(of: $0) }
    var sections = ContiguousArray<Section>()
    var forms: [ItemsForm] = []
    let isArray = array(value, "an array of sections") { _, value in
      let before = memory.bytes
      guard let (section, form) = section(value, of: kind) else { return }
      // The section costs what its parts do, which were counted as they were read.
      discharge(memory.bytes - before)
      if let rates { charge(rates.cost(of: section).bytes, noting: true) }
      sections.append(section)
      forms.append(form)
    }
    return isArray ? (SectionList(sections), forms) : nil
  }

  func section(_ value: JSONValue, of kind: LayoutKind?) -> (Section, ItemsForm)? {
    var section = Section(items: ItemSequence(count: 0))
    var form = ItemsForm.items
    var ways: [String] = []
    let isObject = object(value, SectionField.self, "a section: an object with items, itemCount or itemSizes")
    {
      field, value in
      switch field {
      case .id: section.id = clientName(value)
      case .items:
        ways.append(field.rawValue)
        (section.items, section.outline) = items(value)
        if section.outline != nil { form = .outlinedItems }
      case .itemCount:
        ways.append(field.rawValue)
        form = .itemCount
        section.items = countedItems(value)
      case .itemSizes:
        ways.append(field.rawValue)
        form = formOfSizes(value)
        section.items = sizedItems(value, as: form)
      case .header: section.header = strip(value, of: kind)
      case .footer: section.footer = strip(value, of: kind)
      case .supplementaries: section.supplementaries = supplementaries(value)
      case .background: set(&section.hasBackground, background(value, of: kind))
      case .indexTitle: section.indexTitle = indexTitle(value)
      case .metrics: section.metrics = kind.map { metrics(value, of: $0) } ?? .none
      }
    }
    guard isObject else { return nil }
    if ways.count != 1 {
      let found = ways.isEmpty ? "none" : ways.joined(separator: " and ")
      fault("a section has exactly one of \"items\", \"itemCount\" and \"itemSizes\"; this one has \(found)")
    }
    return (section, form)
  }

  /// Reads a header or a footer: a supplementary view that may pin. In a magazine it has a height only.
  private func strip(_ value: JSONValue, of kind: LayoutKind?) -> Supplementary? {
    var view = Supplementary()
    var template: JSONValue?
    var content: JSONValue?
    object(value, StripField.self, "an object with \"size\" or \"estimatedSize\"") { field, value in
      switch field {
      case .size: view.size = size(value)
      case .estimatedSize: view.estimatedSize = size(value)
      case .height:
        guard kind?.hasBackgrounds ?? true else {
          return fault("only headers and footers of a magazine layout have a height alone; give \"size\"")
        }
        view.size = length(value).map { Size(width: 0, height: $0) }
      case .pinToVisibleBounds: view.pinsToVisibleBounds = bool(value)
      case .template: template = value
      case .content: content = value
      }
    }
    view.content = self.content(content, for: template)
    return view
  }

  /// Reads the title of a section in the index.
  private func indexTitle(_ value: JSONValue) -> String? {
    guard let title = string(value) else { return nil }
    if title.isEmpty { fault("a title has at least one character; leave it out for a section without one") }
    return title
  }

  /// Reads whether a section has a background. Every kind takes the default, false.
  private func background(_ value: JSONValue, of kind: LayoutKind?) -> Bool? {
    if let kind, !kind.hasBackgrounds, value.bool != false {
      fault("only sections of a magazine layout have a background; this is a \(kind.name) layout")
    }
    return bool(value)
  }

  private func supplementary(_ value: JSONValue) -> Supplementary? {
    var view = Supplementary()
    var template: JSONValue?
    var content: JSONValue?
    object(value, SupplementaryField.self, "an object with \"size\" or \"estimatedSize\"") { field, value in
      switch field {
      case .size: view.size = size(value)
      case .estimatedSize: view.estimatedSize = size(value)
      case .template: template = value
      case .content: content = value
      }
    }
    view.content = self.content(content, for: template)
    return view
  }

  /// Reads supplementary views by kind; the client chooses the names of the kinds.
  private func supplementaries(_ value: JSONValue) -> [String: [Supplementary]] {
    var kinds: [String: [Supplementary]] = [:]
    guard value.kind == .object else {
      return mismatch(value, "an object of arrays, by kind") ?? [:]
    }
    for (name, views) in value.members {
      if isStopped { break }
      let kind = String(name)
      charge(256)
      at(kind) {
        guard checkNormalForm(of: kind) else { return }
        var list: [Supplementary] = []
        array(views, "an array of supplementary views") { _, view in
          if let view = supplementary(view) { list.append(view) }
        }
        countItems(list.count)
        kinds[kind] = list
      }
    }
    return kinds
  }
}
