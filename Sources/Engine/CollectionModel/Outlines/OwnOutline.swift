import LayoutEngine

/// The choices of a viewport's reader: the items of outlines that are expanded or collapsed in it, also if those of the
/// collection are not.
/// The items that the reader has not touched follow the collection.
public struct OwnOutline: Hashable, Sendable {
  /// The most choices of a viewport, those for items that are gone included.
  package static let choiceLimit = 10_000

  /// The name of the viewport.
  var viewport = ""
  /// Whether an item is expanded, by its id.
  private(set) var choices: [String: Bool] = [:]

  /// Creates the outline of a reader who has not chosen yet.
  public init() {}

  /// Creates an outline with the choices of a reader, by the ids of items.
  init(choices: [String: Bool]) { self.choices = choices }
}

extension OwnOutline {
  /// A text that is the same for the same choices alone.
  package var text: String {
    let ids = choices.keys.sorted()
    return ids.map { "\($0.utf8.count):\($0)\(choices[$0] == true ? "+" : "-")" }.joined()
  }

  /// Notes the choices that edits make which expand and collapse items.
  ///
  /// - Returns: the edits with each item that they choose for: those with children below an item are named, too.
  /// - Throws: `OutlineError` if there are too many choices.
  /// - Complexity: O(k log n) for k items that the edits name, or are below those that they name, of n.
  mutating func note(
    _ edits: [OutlineEdit], in sections: SectionList
  ) throws(OutlineError) -> [OutlineEdit] {
    var named: [OutlineEdit] = []
    for (operation, edit) in edits.enumerated() {
      guard let (ids, isExpanded, withDescendants) = edit.action.disclosure else { continue }
      let homes = sections.homes(inOutlines: Set(ids))
      var all: [String] = []
      for id in ids {
        all.append(id)
        guard withDescendants, let home = homes[id], let outline = sections[home].outline else { continue }
        all += outline.parents(below: id)
      }
      for id in all { choices[id] = isExpanded }
      let action: OutlineEdit.Action =
        isExpanded ? .expand(all, withDescendants: false) : .collapse(all, withDescendants: false)
      named.append(OutlineEdit(action, animation: edit.animation))
      try limit(operation, in: sections)
    }
    return named
  }

  /// Drops the choices for items that are gone if there are too many.
  private mutating func limit(_ operation: Int, in sections: SectionList) throws(OutlineError) {
    guard choices.count > Self.choiceLimit else { return }
    let present = sections.homes(inOutlines: Set(choices.keys))
    choices = choices.filter { present[$0.key] != nil }
    guard choices.count > Self.choiceLimit else { return }
    throw OutlineError(
      operation, "the outline of a viewport has at most \(Self.choiceLimit) items in a state of its own")
  }

  /// The collection's sections with the items that the viewport shows.
  ///
  /// - Complexity: O(k log n) for k items that the choices name, show or hide, of n.
  func applied(to sections: SectionList) -> SectionList {
    let homes = sections.homes(inOutlines: Set(choices.keys))
    func ids(_ isExpanded: Bool) -> [String] {
      choices.filter { $0.value == isExpanded && homes[$0.key] != nil }.map { $0.key }.sorted()
    }
    let edits = [
      OutlineEdit(.expand(ids(true), withDescendants: false)),
      OutlineEdit(.collapse(ids(false), withDescendants: false)),
    ]
    do throws(OutlineError) {
      let (updates, outlines) = try sections.editing(edits)
      do throws(BatchError) { return try sections.applying(updates, outlines: outlines).sections } catch {
        return sections
      }
    } catch {
      // More items than edits of a batch may show: the viewport shows the state of the collection.
      return sections
    }
  }

  /// Sections that are inserted, with the items that the viewport shows.
  func applied(to sections: [Section]) -> [Section] {
    guard !choices.isEmpty, sections.contains(where: { $0.outline != nil }) else { return sections }
    let list = applied(to: SectionList(ContiguousArray(sections)))
    return (0..<list.count).map { list[$0] }
  }

  /// The edits of the collection as the viewport makes them: items for which its reader has chosen keep their state.
  func following(_ edits: [OutlineEdit]) -> [OutlineEdit] {
    guard !choices.isEmpty else { return edits }
    let chosen = Set(choices.keys)
    return edits.map { edit in
      var edit = edit
      switch edit.action {
      case .expand, .collapse: edit.spared = chosen
      case .insert(var items, let place):
        for index in items.indices {
          guard let choice = items[index].item.id.flatMap({ choices[$0] }) else { continue }
          items[index].isExpanded = choice
        }
        edit.action = .insert(items, place)
      case .move, .delete, .describe: break
      }
      return edit
    }
  }
}

extension OutlineEdit.Action {
  /// The items that the edit expands or collapses; nil for another edit.
  fileprivate var disclosure: (ids: [String], isExpanded: Bool, withDescendants: Bool)? {
    switch self {
    case .expand(let ids, let withDescendants): (ids, true, withDescendants)
    case .collapse(let ids, let withDescendants): (ids, false, withDescendants)
    case .insert, .move, .delete, .describe: nil
    }
  }
}

extension OutlineEdit {
  /// Whether the edit only expands or collapses items.
  package var isDisclosure: Bool { action.disclosure != nil }
}
