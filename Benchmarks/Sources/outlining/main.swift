import CollectionModel
import Harness
import LayoutEngine

// Edits of outlines, whose cost should follow the items that they show, hide or carry along, and not the size of the tree.
let times = 200

/// A tree of folders in a list, each with 99 files, of which one in ten is open; the viewport is at the end of an open one in
/// the middle.
struct Tree {
  let count: Int
  let solved: SolvedCollection

  init(nodes count: Int) throws {
    self.count = count
    let folders = count / 100
    var first = ItemSequenceBuilder()
    for folder in 0..<folders { first.append(Item(id: Self.folder(folder))) }
    var layout = ListLayout()
    layout.metrics.rowHeight = .points(28)
    layout.metrics.indentationWidth = 16
    let middle = Self.middle(of: count)
    let rowsInFront = middle + middle / 10 * 99
    let bounds = Rect(x: 0, y: 28 * Double(rowsInFront + 90), width: 320, height: 480)
    let flat = try SolvedCollection(
      solving: CollectionState(
        sections: SectionList([Section(id: "tree", items: first.finish())]),
        layout: LayoutChoice(kind: .list(layout), jsonText: []),
        main: Viewport(container: Container(size: bounds.size), containerJSON: [], bounds: bounds)))
    var edits: [OutlineEdit] = []
    for folder in 0..<folders {
      let files = (0..<99).map { OutlineItem(Item(id: "file-\(folder)-\($0)")) }
      edits.append(OutlineEdit(.insert(files, .into(Self.folder(folder), atStart: true))))
    }
    let open = stride(from: 0, to: folders, by: 10).map { Self.folder($0) }
    edits.append(OutlineEdit(.expand(open, withDescendants: false)))
    solved = try flat.applying(.outlines(edits)).after
  }

  static func folder(_ number: Int) -> String { "folder-\(number)" }

  /// An open folder in the middle.
  private static func middle(of count: Int) -> Int { count / 2000 * 10 }

  private var middle: Int { Self.middle(of: count) }

  /// Makes an edit again and again from the same version, each time with the diff of the viewport; returns the number of changes.
  private func make(_ action: OutlineEdit.Action) -> Int {
    (0..<times).reduce(0) { sum, _ in
      var step = try! solved.applying(.outlines([OutlineEdit(action)]))
      step.place()
      return sum + step.diff(visibleOnly: true)!.changes.count
    }
  }

  func expand() -> Int { make(.expand([Self.folder(middle + 1)], withDescendants: false)) }

  func collapse() -> Int { make(.collapse([Self.folder(middle)], withDescendants: false)) }

  func insert() -> Int {
    make(.insert([OutlineItem(Item(id: "new"))], .into(Self.folder(middle), atStart: false)))
  }

  /// Moves an open folder with its files.
  func move() -> Int { make(.move(Self.folder(middle), .after(Self.folder(middle + 3)))) }

  /// Inserts as many rows as an expanded folder shows, without an outline.
  func insertRows() -> Int {
    let paths = (0..<99).map { IndexPath(section: 0, item: count / 20 + $0) }
    let items = (0..<99).map { Item(id: "row-\($0)") }
    let sections = solved.state.sections
    return (0..<times).reduce(0) { sum, _ in
      sum + (try! sections.applying([BatchUpdate(.insertItems(at: paths, items))])).sections.count
    }
  }
}

let trees = try [1000, 10_000, 100_000].map { try Tree(nodes: $0) }

func compare(_ title: String, _ work: @escaping (Tree) -> Int) {
  var comparison = Comparison("\(title), with the visible diff, \(times) times", units: times)
  for tree in trees { comparison.add("of \(tree.count) nodes") { work(tree) } }
  comparison.run()
}

compare("a folder of 99 files expanded") { $0.expand() }
compare("a folder of 99 files collapsed") { $0.collapse() }
compare("a file inserted") { $0.insert() }
compare("a folder of 99 files moved") { $0.move() }

var rows = Comparison("99 rows, in a tree of 100000 nodes, \(times) times", units: times)
rows.add("inserted by index paths, without the layout") { trees[2].insertRows() }
rows.add("shown by an expansion, with the layout and the diff") { trees[2].expand() }
rows.run()
