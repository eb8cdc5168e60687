import LayoutEngine
import TestSupport

/// The elements that a page has by responses as JSON, by their kinds and index paths.
struct JSONPicture {
  struct Place: Hashable {
    var category: String
    var kind: String
    var path: IndexPath

    init(_ json: JSONTree, at path: JSONTree?) {
      category = json["category"]?.string ?? ""
      kind = json["kind"]?.string ?? ""
      self.path = IndexPath(
        section: path?.elements?.first?.int ?? -1, item: path?.elements?.last?.int ?? -1)
    }
  }

  var elements: [Place: PageElement] = [:]
  var held: PageElement?

  /// Applies the response to a move of the viewport.
  mutating func move(_ response: JSONTree) {
    if response["resync"] != nil { elements = [:] }
    for each in response["disappeared"]?.elements ?? [] { elements[Place(each, at: each["indexPath"])] = nil }
    for each in response["appeared"]?.elements ?? [] { take(each) }
    for each in response["changed"]?.elements ?? [] {
      let content = elements[Place(each, at: each["indexPath"])]?.content
      take(each)
      elements[Place(each, at: each["indexPath"])]?.content = content
    }
  }

  private mutating func take(_ json: JSONTree) {
    let place = Place(json, at: json["indexPath"])
    elements[place] = PageElement(json, at: place)
  }

  /// Applies the changes of a diff.
  mutating func follow(_ diff: JSONTree) {
    let changes = diff["changes"]?.elements ?? []
    var before: [PageElement?] = []
    if let item = diff["item"] {
      let place = Place(item, at: item["indexPath"])
      let before = held ?? elements.removeValue(forKey: Place(item, at: diff["indexPath"]))
      held = PageElement(item, at: place)
      held?.content = before?.content
    }
    for change in changes {
      let place = change["from"].map { Place(change, at: $0) }
      var old = place.flatMap { elements.removeValue(forKey: $0) }
      if old == nil, let own = held, own.path == place?.path, change["category"] == "cell",
        change["presence"] != "appears"
      {
        (old, held) = (own, nil)
      }
      before.append(old)
    }
    for (change, old) in zip(changes, before) {
      guard let to = change["to"], change["presence"] != "disappears", let final = change["final"] else {
        continue
      }
      let place = Place(change, at: to)
      var element = PageElement(change, at: place)
      element.look = PageLook(final)
      let type = change["type"]?.string ?? ""
      let isRenewed = change["reloaded"] != nil || change["reconfigured"] != nil
      let isFilled =
        old == nil || change["presence"] == "appears" || ["reload", "reconfigure"].contains(type) || isRenewed
      if !isFilled { element.content = old?.content }
      elements[place] = element
    }
  }
}

extension PageElement {
  init(_ json: JSONTree, at place: JSONPicture.Place) {
    self.init(
      category: place.category, kind: place.kind, path: place.path, id: json["id"]?.string,
      content: json["content"]?.description, level: json["level"]?.int,
      isExpanded: json["isExpanded"].map { $0 == true },
      look: PageLook(json))
  }
}

extension PageLook {
  init(_ json: JSONTree) {
    self.init(
      frame: Rect(json["frame"]), zIndex: json["zIndex"]?.number ?? 0, isHidden: json["hidden"] != nil,
      isEstimated: json["estimated"] != nil, isAway: json["pinned"] != nil, pins: json["pins"]?.string)
    for name in Self.attributes.map({ "\($0.attribute.name)" }) {
      guard let value = json[name] else { continue }
      values[name] = value.elements?.compactMap(\.number) ?? value.number.map { [$0] }
    }
  }
}

extension Rect {
  init(_ json: JSONTree?) {
    func number(_ name: String) -> Double { json?[name]?.number ?? .nan }
    self.init(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
  }
}
