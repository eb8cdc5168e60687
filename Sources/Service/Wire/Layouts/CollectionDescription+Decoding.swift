import CollectionModel
import JSON
import LayoutEngine

extension DecodingContext {
  /// The use of a description, which determines the fields that it may have.
  package enum DescribedUse {
    case layout
    case diffState
    /// A stored collection, which is described again.
    case storage

    fileprivate var fields: [CollectionField] {
      switch self {
      case .layout: [.container, .layout, .sections, .visibleRect, .templates, .selfSizing]
      case .diffState:
        [
          .container, .layout, .sections, .bounds, .visibleRect, .orthogonalOffsets, .templates, .selfSizing,
          .follow, .followDistance, .contentAlignment, .roomBelow,
        ]
      case .storage: CollectionField.allCases
      }
    }
  }

  fileprivate enum CollectionField: String, FrequentFieldNames {
    case id, container, layout, sections, bounds, visibleRect, overscan, templates, selfSizing
    case measurementSpace, learning
    case follow, followDistance, contentAlignment, roomBelow, orthogonalOffsets
    static let table = FieldTable<CollectionField>()
  }

  /// Reads the description of a collection.
  ///
  /// Decodes the sections after the other fields, whatever their order: their metrics depend on the layout's kind, and
  /// their content on the templates. The viewport's policy may name an item of theirs.
  package func collection(_ value: JSONValue, of use: DescribedUse) -> CollectionDescription? {
    var id: String?
    var container: Container?
    var layout: LayoutKind?
    var bounds: Rect?
    var overscan = Overscan.none
    var scope: ContentSizing.Scope?
    var space: String?
    var learning = EstimateLearning.rest
    var given: (container: JSONValue?, layout: JSONValue?, sections: JSONValue?)
    var givenOffsets: JSONValue?
    let isObject = object(
      value, CollectionField.self, among: use.fields, "an object with \"container\", \"layout\", \"sections\""
    ) { field, value in
      switch field {
      case .id: id = collectionID(value)
      case .container:
        given.container = value
        container = self.container(value)
      case .layout:
        given.layout = value
        layout = self.layout(value)
      case .sections: given.sections = value
      // Layouts call the bounds their visible rect; the other requests accept that name too.
      case .bounds, .visibleRect: bounds = rect(value)
      case .overscan: set(&overscan, self.overscan(value))
      case .orthogonalOffsets: givenOffsets = value
      case .templates: contents.takeTemplates(value, self)
      case .selfSizing: scope = name(value, of: ContentSizing.Scope.self)
      case .measurementSpace: space = spaceName(value)
      case .learning: set(&learning, name(value, of: EstimateLearning.self))
      case .follow, .followDistance, .contentAlignment, .roomBelow: break
      }
    }
    guard isObject else { return nil }
    if use != .layout, value["bounds"] != nil, value["visibleRect"] != nil {
      fault("a state has either \"bounds\" or \"visibleRect\": they mean the same")
    }
    _ = required(given.container, "container")
    _ = required(given.layout, "layout")
    guard let sections = required(given.sections, "sections"), !isStopped else { return nil }
    let read = at("sections") {
      let read = self.sections(sections, of: layout)
      if use == .storage, let read { refuseRepeatedIDs(in: read.list) }
      return read
    }
    guard let container, let layout, let read, !isStopped else { return nil }
    var offsets = OrthogonalOffsets()
    if let givenOffsets {
      at("orthogonalOffsets") {
        if bounds == nil { fault("sections are scrolled across in a viewport: give its \"bounds\"") }
        let named = orthogonalOffsets(givenOffsets, of: ItemPositions(of: read.list), as: layout) ?? []
        for one in named { offsets[one.section] = one.offset }
      }
    }
    func text(_ value: JSONValue?) -> [UInt8] { use == .layout ? [] : value?.text ?? [] }
    var main = Viewport(
      container: container, containerJSON: text(given.container), bounds: bounds, overscan: overscan,
      orthogonalOffsets: offsets)
    if use != .layout, let policy = policy(in: value, ItemPositions(of: read.list)) { main.policy = policy }
    return CollectionDescription(
      id: id,
      state: CollectionState(
        sections: read.list, layout: LayoutChoice(kind: layout, jsonText: text(given.layout)),
        main: main, measurementSpace: space,
        contentSizing: ContentSizing(scope: scope ?? .visible, templates: contents.templatesText),
        learning: learning),
      itemsForms: read.forms, contents: contents, isScrolledAcross: givenOffsets != nil)
  }

  /// Reads an id that can be part of a path without escapes.
  package func collectionID(_ value: JSONValue) -> String? {
    guard let id = string(value) else { return nil }
    guard CollectionID.isValid(id) else {
      fault(
        "an id has 1 to \(CollectionID.lengthLimit) characters out of letters, digits, \"-\", \"_\", \".\" and "
          + "\"~\", and is not \".\" or \"..\"; got \(quoted(id))")
      return nil
    }
    return id
  }

  /// Reads the name of the space in which collections share measurements.
  private func spaceName(_ value: JSONValue) -> String? {
    guard let name = clientName(value) else { return nil }
    guard CollectionID.isSpaceName(name) else {
      fault("a measurement space has a name of 1 to \(CollectionID.lengthLimit) bytes")
      return nil
    }
    return name
  }
}

extension CollectionDescription {
  /// Decodes a body that describes a collection.
  ///
  /// - Parameter contents: a new reader, for its templates and contents.
  /// - Throws: `malformedJSON`, `invalidRequest` with a pointer for each error, `tooManyItems`.
  package static func decode(
    _ body: [UInt8], for use: DecodingContext.DescribedUse, limits: RequestLimits,
    contents: any ContentReading, isCancelled: @escaping () -> Bool
  ) throws(Problem) -> CollectionDescription {
    try DecodingContext.read(body, limits: limits, contents: contents, isCancelled: isCancelled) {
      root, context in
      context.collection(root, of: use)
    }
  }
}
