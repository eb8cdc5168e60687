import LayoutEngine
import TestSupport

/// A section with an outline and the same tree as a plain array, through random edits.
struct OutlineWalk {
  private var generator: TestSupport.SeededGenerator
  private var reference = ReferenceOutline()
  private(set) var sections: SectionList
  private var nextID = 0
  private(set) var refusals = 0
  private(set) var batches = 0

  init(seed: UInt64, count: Int) {
    var generator = TestSupport.SeededGenerator(seed: seed)
    var items: [OutlineItem] = []
    for index in 0..<count {
      let item = Item(id: "\(index)", aspectRatio: Double(index + 1))
      let parent = index > 0 && generator.chance(3, in: 4) ? generator.integer(0...index - 1) : nil
      items.append(OutlineItem(item, under: parent, isExpanded: generator.chance(1, in: 2)))
    }
    self.generator = generator
    nextID = count
    for new in items {
      reference.nodes.append(
        ReferenceOutline.Node(
          id: new.item.id ?? "", parent: new.parent.map { "\($0)" }, isExpanded: new.isExpanded,
          ratio: new.item.aspectRatio ?? 0))
    }
    var section = Section(id: "s", items: ItemSequence(count: 0))
    if let (outline, shown) = Outline.of(items) {
      section.items = shown
      section.outline = outline
    }
    // Another section, whose ids no new item may have.
    var other = Section(id: "t", items: ItemSequence(count: 0))
    var builder = ItemSequenceBuilder()
    builder.append(Item(id: "flat"))
    other.items = builder.finish()
    sections = SectionList([other, section])
  }

  /// Makes a batch of random edits in both; returns what differs then, or nil.
  mutating func step() -> String? {
    let edits = (0..<generator.integer(1...3)).map { _ in randomEdit() }
    var next = reference
    let canBeMade = edits.allSatisfy { next.make($0.action) } && !reinserts(edits)
    let result: (updates: [BatchUpdate], outlines: [Int: Outline])
    do throws(OutlineError) { result = try sections.editing(edits) } catch {
      refusals += 1
      return canBeMade ? "refused: \(error.detail)" : nil
    }
    guard canBeMade else { return "made: \(edits)" }
    batches += 1
    let complaint = self.complaint(edits, result.updates, next)
    guard let applied = try? sections.applying(result.updates, outlines: result.outlines) else {
      return "the batch contradicts itself: \(result.updates)"
    }
    sections = applied.sections
    reference = next
    return (complaint ?? difference()).map { "\($0) after \(edits.map { $0.action })" }
  }

  /// What differs from the plain tree; nil if nothing does.
  func difference() -> String? {
    let section = sections[1]
    guard let outline = section.outline else { return "no outline" }
    let shown = reference.shown()
    let items = (0..<section.items.count).compactMap { section.items.item(at: $0) }
    if items.map({ $0.id }) != shown.map({ $0.node.id }) {
      return "shows \(items.compactMap { $0.id }), not \(shown.map { $0.node.id })"
    }
    if items.map({ $0.indentationLevel ?? 0 }) != shown.map({ $0.level }) { return "other levels" }
    if items.map({ $0.aspectRatio ?? 0 }) != shown.map({ $0.node.ratio }) { return "other descriptions" }
    let hidden = Set(reference.nodes.map { $0.id }).subtracting(shown.map { $0.node.id })
    var wrong: String?
    var count = 0
    outline.forEachItem { id, level, isExpanded, item in
      count += 1
      let node = reference.node(id)
      if (item != nil) != hidden.contains(id) { wrong = "\(id) is hidden or not" }
      if isExpanded != node?.isExpanded { wrong = "\(id) is expanded or not" }
      if let item, item.aspectRatio != node?.ratio || item.indentationLevel != nil { wrong = "\(id) differs" }
    }
    if count != reference.nodes.count || outline.count != count { wrong = "other items" }
    if outline.shownCount != shown.count || sections.storedItemCount != count + 1 { wrong = "other counts" }
    return wrong
  }

  /// What a batch has besides the operations that it needs, or lacks of them.
  private func complaint(
    _ edits: [OutlineEdit], _ updates: [BatchUpdate], _ next: ReferenceOutline
  ) -> String? {
    let before = reference.shown().map { $0.node.id }
    let after = next.shown().map { $0.node.id }
    var (deleted, inserted, moved): ([String], [String], [String]) = ([], [], [])
    for update in updates {
      switch update.action {
      case .deleteItems(let paths): deleted += paths.map { before[$0.item] }
      case .insertItems(_, let items): inserted += items.compactMap { $0.id }
      case .moveItem(let from, _): moved.append(before[from.item])
      default: break
      }
    }
    let gone = before.filter { !after.contains($0) }
    if deleted.sorted() != gone.sorted() { return "deletes \(deleted), not \(gone)" }
    let new = after.filter { !before.contains($0) }
    if inserted.sorted() != new.sorted() { return "inserts \(inserted), not \(new)" }
    // Only what moves, or is below an item that does, before or after.
    let roots = edits.compactMap { edit in if case .move(let id, _) = edit.action { id } else { nil } }
    let movable = moved.filter { id in
      roots.contains { reference.isInside(id, $0) || next.isInside(id, $0) }
    }
    // An item that was under a moving one between two edits of the batch may be below it neither before nor after.
    if movable.count != moved.count, roots.count < 2 { return "moves \(moved)" }
    return nil
  }

  /// Whether a batch inserts an item with the id of one that it deletes.
  private func reinserts(_ edits: [OutlineEdit]) -> Bool {
    edits.contains { edit in
      guard case .insert(let items, _) = edit.action else { return false }
      return items.contains { new in reference.node(new.item.id ?? "") != nil || new.item.id == "flat" }
    }
  }
}

extension OutlineWalk {
  private mutating func randomEdit() -> OutlineEdit {
    var action: OutlineEdit.Action
    switch generator.integer(0...9) {
    case 0, 1: action = .expand(ids(), withDescendants: generator.chance(1, in: 4))
    case 2, 3: action = .collapse(ids(), withDescendants: generator.chance(1, in: 4))
    case 4, 5: action = .insert(newItems(), place())
    case 6, 7: action = .move(id(), place())
    case 8: action = .delete(ids())
    default:
      let ids = ids()
      let items = ids.map { Item(id: $0, aspectRatio: Double(generator.integer(1...1000))) }
      action = .describe(ids, items, reloads: generator.chance(1, in: 2))
      if Set(ids).count != ids.count { action = .expand(ids, withDescendants: false) }
    }
    return OutlineEdit(action, animation: generator.chance(1, in: 3) ? .fade : .automatic)
  }

  private mutating func id() -> String {
    if generator.chance(1, in: 40) { return generator.pick(["none", "flat"]) }
    return reference.nodes.isEmpty ? "none" : generator.pick(reference.nodes.map { $0.id })
  }

  private mutating func ids() -> [String] { (0..<generator.integer(1...3)).map { _ in id() } }

  private mutating func place() -> OutlinePlace {
    let atStart = generator.chance(1, in: 2)
    switch generator.integer(0...4) {
    case 0: return .before(id())
    case 1: return .after(id())
    case 2: return .top(section: 1, atStart: atStart)
    default:
      // The other section would get an outline of its own.
      let id = id()
      return .into(id == "flat" ? "none" : id, atStart: atStart)
    }
  }

  private mutating func newItems() -> [OutlineItem] {
    var items: [OutlineItem] = []
    for index in 0..<generator.integer(1...4) {
      let id = generator.chance(1, in: 60) ? id() : "\(nextID)"
      nextID += 1
      let parent = index > 0 && generator.chance(1, in: 2) ? generator.integer(0...index - 1) : nil
      items.append(
        OutlineItem(
          Item(id: id, aspectRatio: Double(nextID)), under: parent, isExpanded: generator.chance(1, in: 2)))
    }
    return items
  }
}
