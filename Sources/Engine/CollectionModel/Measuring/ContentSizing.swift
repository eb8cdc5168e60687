import LayoutEngine

/// How a collection measures the content of its elements.
public struct ContentSizing: Hashable, Sendable {
  /// Which elements are measured.
  public enum Scope: String, CaseIterable, Sendable {
    /// Elements in a viewport or near it; the others keep their estimates, as in UIKit.
    case visible
    case all
  }

  /// The elements that are measured; by default those that are visible.
  public var scope: Scope
  /// The client's templates, as their JSON text; empty if it sent none.
  public var templates: [UInt8]

  /// Creates a choice of elements, with the JSON text of the client's templates.
  public init(scope: Scope = .visible, templates: [UInt8] = []) {
    self.scope = scope
    self.templates = templates
  }
}

/// An element whose content determines its size.
public struct OpenElement: Sendable {
  /// The position of the element.
  public var path: ElementPath
  /// The content that is measured.
  public var content: Content
  /// The space in which the content is measured, in points.
  public var room: FittingRoom

  /// Creates an element with its content and the space for it.
  public init(path: ElementPath, content: Content, room: FittingRoom) {
    self.path = path
    self.content = content
    self.room = room
  }
}

/// Why content has not been measured.
public enum ContentSizingError<Failure: Error>: Error {
  case layout(LayoutError)
  /// The function that measures content has failed.
  case measuring(Failure)
}

/// Measures the content of elements in a container; returns a size in points for each, in their order.
public typealias MeasureContent<Failure: Error> = (
  _ elements: [OpenElement], _ container: Container
) throws(Failure) -> [Size]

extension SolvedViewport {
  /// The elements to measure, of those that meet a rect, or of all.
  ///
  /// - Parameters:
  ///   - bounds: the visible rect, at which elements are pinned.
  ///   - sections: the sections of the layout.
  /// - Complexity: O(log n + v log n) for v elements in the rect, of n; O(n / c + k log n) for k of all elements, in
  ///   chunks of c.
  func openElements(in rect: Rect?, seenIn bounds: Rect?, of sections: SectionList) -> [OpenElement] {
    var elements: [OpenElement] = []
    func take(_ element: LayoutAttributes?, _ content: Content) {
      guard let element, element.isEstimated else { return }
      let path = ElementPath(kind: element.kind, indexPath: element.indexPath)
      elements.append(OpenElement(path: path, content: content, room: layout.fittingRoom(of: element)))
    }
    if let rect {
      let found = layout.elements(in: rect, visible: bounds)
      for row in 0..<found.count where found.records[row].isEstimated {
        let element = found[row]
        let path = ElementPath(kind: element.kind, indexPath: element.indexPath)
        if let content = sections.content(of: path), content.isMeasured { take(element, content) }
      }
    } else {
      sections.forEachOpenContent { path, content in
        take(layout.attributes(of: path, visible: nil), content)
      }
    }
    return elements
  }
}
