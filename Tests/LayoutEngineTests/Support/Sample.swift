@testable import LayoutEngine

/// A small collection as plain arrays, which fast and slow solvers both read.
struct Sample {
  struct Section {
    var pieces: [Piece] = []
    var header: Supplementary?
    var footer: Supplementary?
    var metrics = SectionMetrics.none
    var hasBackground = false
  }

  enum Piece {
    case run(Int)
    case item(Item)
  }

  var container: Container
  var sections: [Section]
  var visible: Rect?
  var query = Rect.zero

  var sectionList: SectionList {
    SectionList(
      ContiguousArray(
        sections.map { section in
          var builder = ItemSequenceBuilder()
          for piece in section.pieces {
            switch piece {
            case .run(let count): builder.append(run: count)
            case .item(let item): builder.append(item)
            }
          }
          var result = LayoutEngine.Section(
            items: builder.finish(), header: section.header, footer: section.footer, metrics: section.metrics)
          result.hasBackground = section.hasBackground
          return result
        }))
  }
}

extension Sample.Section {
  var items: [Item] {
    pieces.flatMap { piece in
      switch piece {
      case .run(let count): Array(repeating: Item(), count: count)
      case .item(let item): [item]
      }
    }
  }
}

extension Sample {
  /// The same collection with every length of its container, its items and its views multiplied.
  func magnified(by factor: Double) -> Sample {
    var sample = self
    sample.container.size = container.size * factor
    sample.container.insets = container.insets * factor
    sample.sections = sections.map { section in
      var section = section
      section.header = section.header?.magnified(by: factor)
      section.footer = section.footer?.magnified(by: factor)
      section.pieces = section.pieces.map { piece in
        guard case .item(var item) = piece else { return piece }
        item.size = item.size.map { $0 * factor }
        item.estimatedSize = item.estimatedSize.map { $0 * factor }
        return .item(item)
      }
      return section
    }
    return sample
  }
}

extension Supplementary {
  fileprivate func magnified(by factor: Double) -> Supplementary {
    var view = self
    view.size = size.map { $0 * factor }
    view.estimatedSize = estimatedSize.map { $0 * factor }
    return view
  }
}

extension Size {
  fileprivate static func * (size: Size, factor: Double) -> Size {
    Size(width: size.width * factor, height: size.height * factor)
  }
}

extension Insets {
  fileprivate static func * (insets: Insets, factor: Double) -> Insets {
    Insets(
      top: insets.top * factor, left: insets.left * factor, bottom: insets.bottom * factor,
      right: insets.right * factor)
  }
}

extension Sample: CustomStringConvertible {
  var description: String {
    let sections = sections.map { section in
      let pieces = section.pieces.map { piece in
        switch piece {
        case .run(let count): "run \(count)"
        case .item(let item): item.brief
        }
      }
      return "[\(pieces.joined(separator: ", "))] header \(section.header.map { "\($0)" } ?? "-") "
        + "footer \(section.footer.map { "\($0)" } ?? "-") metrics \(section.metrics)"
    }
    return "container \(container)\nvisible \(visible.map { "\($0)" } ?? "-") query \(query)\n"
      + sections.joined(separator: "\n")
  }
}

extension Item {
  fileprivate var brief: String {
    let span = (span.map { " over \($0.columns)×\($0.rows)" } ?? "") + (content == nil ? "" : " showing")
    if let size { return "\(size.width)×\(size.height)\(span)" }
    if let aspectRatio { return "aspect \(aspectRatio)\(span)" }
    if let estimatedSize { return "~\(estimatedSize.width)×\(estimatedSize.height)\(span)" }
    return "item\(span)"
  }
}
