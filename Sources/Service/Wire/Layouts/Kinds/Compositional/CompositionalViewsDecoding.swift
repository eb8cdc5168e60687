import JSON
import LayoutEngine

/// Decodes supplementary views of compositional layouts: at edges, on items and on groups.
extension DecodingContext {
  private enum BoundaryField: String, FieldNames {
    case kind, size, alignment, absoluteOffset, extendsBoundary, pinToVisibleBounds, zIndex
  }

  private enum AnchoredField: String, FieldNames { case kind, size, containerAnchor, itemAnchor, zIndex }

  private enum AnchorField: String, FieldNames { case edges, fractionalOffset, absoluteOffset }

  private enum AnchorEdge: String, CaseIterable { case top, leading, bottom, trailing }

  func boundaryItems(_ value: JSONValue) -> [BoundaryItem] {
    var items: [BoundaryItem] = []
    array(value, "an array of boundary supplementary items") { _, value in
      var item = BoundaryItem(kind: "", size: LayoutSize(), alignment: .top)
      let isObject = object(
        value, BoundaryField.self, "a boundary supplementary item: an object with \"kind\" and \"size\""
      ) { field, value in
        switch field {
        case .kind: set(&item.kind, elementKind(value))
        case .size: set(&item.size, layoutSize(value))
        case .alignment: set(&item.alignment, name(value, of: BoundaryItem.Alignment.self))
        case .absoluteOffset: set(&item.absoluteOffset, point(value))
        case .extendsBoundary: set(&item.extendsBoundary, bool(value))
        case .pinToVisibleBounds: set(&item.pinToVisibleBounds, bool(value))
        case .zIndex: item.zIndex = zIndex(value)
        }
      }
      guard isObject else { return }
      require("kind", of: value)
      require("size", of: value)
      items.append(item)
    }
    return items
  }

  func anchoredItems(_ value: JSONValue) -> [AnchoredItem] {
    var items: [AnchoredItem] = []
    var kinds: Set<String> = []
    array(value, "an array of supplementary items") { _, value in
      var item = AnchoredItem(kind: "", size: LayoutSize(), containerAnchor: LayoutAnchor())
      let isObject = object(
        value, AnchoredField.self,
        "a supplementary item: an object with \"kind\", \"size\" and \"containerAnchor\""
      ) { field, value in
        switch field {
        case .kind: set(&item.kind, elementKind(value))
        case .size: set(&item.size, layoutSize(value))
        case .containerAnchor: set(&item.containerAnchor, anchor(value))
        case .itemAnchor: item.itemAnchor = anchor(value)
        case .zIndex: set(&item.zIndex, zIndex(value))
        }
      }
      guard isObject else { return }
      require("kind", of: value)
      require("size", of: value)
      require("containerAnchor", of: value)
      if !kinds.insert(item.kind).inserted {
        fault("another supplementary item beside it has the kind \(quoted(item.kind))")
      }
      items.append(item)
    }
    return items
  }

  private func anchor(_ value: JSONValue) -> LayoutAnchor? {
    var anchor = LayoutAnchor()
    let isObject = object(value, AnchorField.self, "an anchor: an object with \"edges\"") { field, value in
      switch field {
      case .edges: setEdges(value, of: &anchor)
      case .fractionalOffset: if let point = point(value) { anchor.offset = .fractional(point) }
      case .absoluteOffset: if let point = point(value) { anchor.offset = .absolute(point) }
      }
    }
    guard isObject else { return nil }
    if value["fractionalOffset"] != nil, value["absoluteOffset"] != nil {
      fault("an anchor has one offset, fractional or absolute")
    }
    return anchor
  }

  private func setEdges(_ value: JSONValue, of anchor: inout LayoutAnchor) {
    var edges: Set<AnchorEdge> = []
    array(value, "an array of edges") { _, value in
      if let edge = name(value, of: AnchorEdge.self) { edges.insert(edge) }
    }
    for (one, other) in [(AnchorEdge.top, AnchorEdge.bottom), (.leading, .trailing)]
    where edges.isSuperset(of: [one, other]) {
      fault("an anchor cannot be at \"\(one)\" and \"\(other)\" at once")
    }
    anchor.horizontal = edges.contains(.leading) ? .start : edges.contains(.trailing) ? .end : .middle
    anchor.vertical = edges.contains(.top) ? .start : edges.contains(.bottom) ? .end : .middle
  }

  func zIndex(_ value: JSONValue) -> Int? { integer(value, in: -1_000_000...1_000_000) }

  /// Reads the name of a kind of view.
  func elementKind(_ value: JSONValue) -> String? {
    guard let kind = clientName(value) else { return nil }
    guard !kind.isEmpty else { return mismatch(value, "the name of a kind") }
    return kind
  }
}
