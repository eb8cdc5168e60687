import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of a parsed document, in document order.
struct SVGNode {
  let name: String
  let attributes: [String: String]
  let depth: Int
  /// The text directly inside it.
  var text = ""

  var classes: [Substring] { attributes["class"]?.split(separator: " ") ?? [] }

  func has(_ name: Substring) -> Bool { classes.contains(name) }

  func number(_ name: String) -> Double? { attributes[name].flatMap(Double.init) }

  struct Malformed: Error {
    let line: Int
    let reason: String
  }

  /// Returns every element of a document, or throws if it is not well-formed XML.
  static func parse(_ bytes: [UInt8]) throws -> [SVGNode] {
    let collector = Collector()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = collector
    guard parser.parse() else {
      throw Malformed(line: parser.lineNumber, reason: "\(String(describing: parser.parserError))")
    }
    return collector.nodes
  }

  private final class Collector: NSObject, XMLParserDelegate {
    var nodes: [SVGNode] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      open.append(nodes.count)
      nodes.append(SVGNode(name: name, attributes: attributes, depth: open.count))
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { nodes[last].text += text }
    }
  }
}
