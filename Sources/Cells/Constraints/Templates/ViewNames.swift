/// The names by which constraints and content refer to the views of a template.
///
/// Siblings have different names. The path of a view is the names of the views around it and its own, joined by dots. A
/// view is known by its name alone if no other view of the template has that name, and by its path in any case.
public struct ViewNames: Sendable {
  /// For each view, its name if that is unique in the template, otherwise its path.
  public let keys: [String]
  private let paths: [String]
  private let indices: [String: Int]
  private let siblings: [Sibling: Int]

  private struct Sibling: Hashable {
    var parent: Int?
    var name: String
  }

  /// Creates the names of views, each after the view that encloses it.
  ///
  /// - Throws: `view` with `duplicateName` if two views have the same path, or `invalidParent`.
  /// - Complexity: O(n · d) for n views and d levels.
  public init(_ views: [TemplateView]) throws(TemplateError) {
    var paths: [String] = []
    var known: [String: Int] = [:]
    var siblings: [Sibling: Int] = [:]
    var counts: [String: Int] = [:]
    for (index, view) in views.enumerated() {
      guard view.parent.map({ $0 >= 0 && $0 < index }) ?? true else {
        throw .view(index: index, .invalidParent)
      }
      let path = view.parent.map { paths[$0] + "." + view.name } ?? view.name
      guard known.updateValue(index, forKey: path) == nil else {
        throw .view(index: index, .duplicateName(view.name))
      }
      paths.append(path)
      siblings[Sibling(parent: view.parent, name: view.name)] = index
      counts[view.name, default: 0] += 1
    }
    var keys = paths
    for (index, view) in views.enumerated()
    where counts[view.name] == 1 && known[view.name] ?? index == index && !view.isUnnamed {
      keys[index] = view.name
      known[view.name] = index
    }
    self.keys = keys
    self.paths = paths
    self.siblings = siblings
    indices = known
  }

  /// Returns the view that a name or a path means; nil if there is none.
  ///
  /// - Complexity: O(1).
  public func index(of name: String) -> Int? { indices[name] }

  /// Returns the view that a name means in constraints of a view: one that it encloses, before any other. A path may begin
  /// there as well.
  ///
  /// - Parameter container: the index of the view that holds the constraint; nil for the cell.
  /// - Complexity: O(1).
  func index(of name: String, in container: Int?) -> Int? {
    if let index = siblings[Sibling(parent: container, name: name)] { return index }
    if let container, let index = indices[paths[container] + "." + name] { return index }
    return indices[name]
  }
}

extension TemplateView {
  /// Whether the view has only a number for its name: its place in a list.
  fileprivate var isUnnamed: Bool { !name.isEmpty && name.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
}
