import CollectionModel
import LayoutEngine
import TestSupport
import Testing
import Wire

@testable import API

/// Exports that are cut, changed or made up: nothing of them is stored, and the error names the line.
struct HostileExportTests {
  private let source: TestService
  private let export: Exported

  init() throws {
    source = try TestService()
    try #require(source.fill())
    export = source.exported(history: true)
  }

  /// Imports into a new service, which must refuse, and returns its response.
  private func refusal(_ bytes: [UInt8], _ status: Int = 422) throws -> TestResponse {
    let target = try TestService()
    let response = target.importing(bytes)
    #expect(response.status == status, "\(response.status) \(response.detail ?? "")")
    #expect(target.get(Kept.path).status == 404)
    #expect(target.service.collections.usage.collections == 0)
    return response
  }

  @Test func `an export that is cut anywhere is refused`() throws {
    let bytes = export.bytes
    for count in stride(from: 0, to: bytes.count - 1, by: max(1, bytes.count / 40)) {
      let target = try TestService()
      let response = target.importing(Array(bytes.prefix(count)))
      #expect([400, 422].contains(response.status), "\(count) of \(bytes.count) bytes: \(response.status)")
      #expect(target.service.collections.usage.collections == 0)
    }
    let response = try refusal(Exported(bytes).lines.dropLast().flatMap { Array(($0 + "\n").utf8) })
    #expect(response.detail?.contains("It ends with line 7.") == true, "\(response.detail ?? "")")
  }

  @Test func `a line that is missing, moved or added is noticed`() throws {
    for (edit, pointer) in [
      ({ $0.lines.remove(at: 6) }, "/lines"), ({ $0.lines.insert($0.lines[6], at: 6) }, "/stored"),
      ({ $0.lines.swapAt(3, 4) }, "/stored"), ({ $0.lines.remove(at: 2) }, "/stored"),
      ({ $0.lines.append($0.lines[7]) }, ""), ({ $0.lines.insert($0.lines[0], at: 1) }, "/type"),
      ({ $0.lines.remove(at: 0) }, "/type"), ({ $0.lines.remove(at: 1) }, "/type"),
    ] as [((inout Exported) -> Void, String)] {
      var edited = export
      edit(&edited)
      try #expect(refusal(edited.bytes).pointers == [pointer])
    }
  }

  @Test func `a changed byte is noticed by the digest of the lines or of a stored form`() throws {
    var edited = export
    edited.lines[0] = edited.lines[0].replacing(#""history":true"#, with: #""history":false"#)
    let response = try refusal(edited.bytes)
    #expect(response.pointers == ["/sha256"] && response.json?["line"] == 8)
    var stored = export.stored(2)
    stored[stored.count / 2] ^= 1
    edited = export
    edited.lines[2] = #"{"type":"base","version":1,"stored":"\#(Base64URL.encode(stored))"}"#
    let damaged = try refusal(edited.sealed)
    #expect(damaged.pointers == ["/stored"] && damaged.json?["line"] == 3)
  }

  @Test func `the main viewport cannot get an outline of its own, nor a collection too many of them`() throws
  {
    let source = try TestService()
    let tree: JSONTree = [
      "id": "c", "container": ["width": 100, "height": 200], "layout": ["kind": "list", "rowHeight": 20],
      "sections": [["id": "s", "items": [["id": "a"], ["id": "b", "parent": "a"]]]],
    ]
    #expect(source.create("c", tree).status == 201)
    let own: JSONTree = [
      "container": ["width": 100, "height": 200], "bounds": [0, 0, 100, 200], "outline": "own",
    ]
    #expect(source.put(Kept.path + "/viewports/anna", own).status == 201)
    var edited = source.exported(history: true)
    let limited = try TestService { $0.limits.outlines = 0 }
    let tooMany = limited.importing(edited.bytes)
    #expect(tooMany.status == 429 && tooMany.code == "too_many_collections", "\(tooMany.detail ?? "")")
    edited.lines[3] = edited.lines[3].replacing(#""name":"anna""#, with: #""name":"main""#)
    let response = try refusal(edited.sealed)
    #expect(response.pointers == ["/stored"] && response.json?["line"] == 4, "\(response.detail ?? "")")
  }

  /// A line in the place of another, the pointer of its error, and the number of the line that the error names.
  @Test(arguments: [
    (0, #"{"type":"header","format":2,"service":"9","history":true}"#, "/format", 1),
    (0, #"{"type":"header","format":1,"service":"9"}"#, "", 1),
    (1, #"{"type":"collection","id":"a/b","version":4,"itemCount":4}"#, "/id", 2),
    (1, #"{"type":"collection","id":"c","version":0,"itemCount":4}"#, "/version", 2),
    (1, #"{"type":"collection","id":"c","version":9007199254740992,"itemCount":4}"#, "/version", 2),
    (1, #"{"type":"collection","id":"c","version":4,"itemCount":4,"owner":"eve"}"#, "/owner", 2),
    (1, #"{"type":"collection","id":"c","version":5,"itemCount":4}"#, "/type", 8),
    (1, #"{"type":"collection","id":"c","version":4,"itemCount":5}"#, "/type", 8),
    (2, #"{"type":"base","version":2,"stored":"AwE"}"#, "/stored", 3),
    (2, #"{"type":"base","version":1,"stored":"="}"#, "/stored", 3),
    (2, #"{"type":"base","version":1,"stored":5}"#, "/stored", 3),
    (2, #"{"type":"base","version":1,"stored":""}"#, "/stored", 3),
    (2, #"{"type":"base","version":1,"stored":"AwE","more":true}"#, "/type", 4),
    (3, #"{"type":"entries","version":2,"stored":"AwE"}"#, "/type", 4),
    (6, #"{"type":"viewport","name":"a/b","stored":"AwM"}"#, "/stored", 7),
    (6, #"[]"#, "", 7),
  ])
  func `a bad line is named with a pointer into it`(line: Int, text: String, pointer: String, named: Int)
    throws
  {
    var edited = export
    edited.lines[line] = text
    let response = try refusal(edited.sealed)
    #expect(response.pointers.contains(pointer), "\(response.pointers) \(response.detail ?? "")")
    #expect(response.json?["line"]?.int == named)
    #expect(response.detail?.hasPrefix("Line \(named), ") == true, "\(response.detail ?? "")")
  }

  @Test func `a line that is no JSON is named with its column`() throws {
    var edited = export
    edited.lines[4] = #"{"type":"entry",}"#
    let response = try refusal(edited.sealed, 400)
    #expect(
      response.code == "malformed_json" && response.json?["line"] == 5 && response.json?["column"] == 17)
    #expect(response.detail?.hasPrefix("Line 5, column 17: ") == true, "\(response.detail ?? "")")
  }

  @Test func `a stored form of a later version is named as such`() throws {
    var edited = export
    // The first number of a stored form is that of its format.
    var stored = export.stored(2)
    stored[0] = 100
    edited.lines[2] = #"{"type":"base","version":1,"stored":"\#(Base64URL.encode(stored))"}"#
    #expect(try refusal(edited.sealed).detail?.contains("a later version of the service wrote it") == true)
  }

  @Test func `an export with a collection twice is refused`() throws {
    var edited = export
    edited.lines.insert(contentsOf: edited.lines[1...6], at: 7)
    let response = try refusal(edited.sealed)
    #expect(response.pointers == ["/id"] && response.json?["line"] == 8)
  }

  /// Imports a collection with this base in place of the exported one.
  private func refusal(of base: CollectionState, _ status: Int = 422) throws -> TestResponse {
    var edited = source.exported(history: false)
    edited.lines[1] =
      #"{"type":"collection","id":"c","version":1,"itemCount":\#(base.sections.itemCount)}"#
    edited.lines[2] = #"{"type":"base","version":1,"stored":"\#(Base64URL.encode(base.stored()))"}"#
    return try refusal(edited.sealed, status)
  }

  /// The base of the export with other parts.
  private func base(
    _ sections: SectionList? = nil, main: Viewport? = nil, space: String? = nil, templates: String = ""
  ) throws -> CollectionState {
    let state = try CollectionState(stored: export.stored(2), reading: StoredLayouts())
    return CollectionState(
      sections: sections ?? state.sections, layout: state.layout, main: main ?? state.main,
      measurementSpace: space, contentSizing: ContentSizing(templates: Array(templates.utf8)))
  }

  private func section(_ item: Item) -> SectionList {
    var builder = ItemSequenceBuilder()
    builder.append(item)
    return SectionList([Section(items: builder.finish())])
  }

  @Test(arguments: [
    "nonsense", "1\n\nevent: closed\ndata: {}", "[1,\n2]", "{", String(repeating: "[", count: 99),
  ])
  func `a content that is no JSON text in one line is refused`(text: String) throws {
    let content = Content(ofPage: Array(text.utf8))
    let item = try refusal(of: base(section(Item(content: content))))
    #expect(item.pointers == ["/stored"] && item.json?["line"] == 3, "\(item.detail ?? "")")
    var section = Section(items: ItemSequence(count: 1))
    section.header = Supplementary(content: content)
    #expect(try refusal(of: base(SectionList([section]))).json?["line"] == 3)
    let templates = try refusal(of: base(templates: text))
    #expect(templates.json?["line"] == 3, "\(templates.detail ?? "")")
  }

  @Test func `a content in a change is read, too`() throws {
    let state = try base()
    let item = Item(id: "x", content: Content(ofPage: Array("nonsense".utf8)))
    let change = CollectionChange.updates([
      BatchUpdate(.insertItems(at: [IndexPath(section: 0, item: 0)], [item]))
    ])
    let after = try SolvedCollection(solving: state).applying(change).after.state
    var edited = export
    let entry = JournalEntry(change, making: after).stored()
    edited.lines[3] = #"{"type":"entry","version":2,"stored":"\#(Base64URL.encode(entry))"}"#
    let response = try refusal(edited.sealed)
    #expect(response.pointers == ["/stored"] && response.json?["line"] == 4, "\(response.detail ?? "")")
  }

  @Test(arguments: ["", "{}", "nonsense", #"{"width":-1,"height":100}"#, #"{"width":7,"height":100}"#])
  func `a container whose JSON text describes another one is refused`(text: String) throws {
    let main = try base().main
    let other = Viewport(container: main.container, containerJSON: Array(text.utf8), bounds: main.bounds)
    let response = try refusal(of: base(main: other))
    #expect([2, 3].contains(response.json?["line"]?.int), "\(response.detail ?? "")")
  }

  @Test(arguments: ["", String(repeating: "s", count: 129)])
  func `a measurement space whose name is empty or too long is refused`(space: String) throws {
    #expect(try refusal(of: base(space: space)).json?["line"] == 2)
  }

  @Test func `names that are not in Unicode normal form C are refused`() throws {
    let name = "e\u{301}"
    var views = Section(items: ItemSequence(count: 1))
    views.supplementaries = [name: [Supplementary(size: Size(width: 1, height: 1))]]
    for base in [
      try base(section(Item(id: name))), try base(space: name), try base(SectionList([views])),
      try base(SectionList([Section(id: name, items: ItemSequence(count: 1))])),
    ] {
      let response = try refusal(of: base)
      #expect(response.detail?.contains("Unicode normal form C") == true, "\(response.detail ?? "")")
    }
  }

  @Test func `a base that claims more items than a collection may have is refused before they are made`()
    throws
  {
    let response = try refusal(of: base(SectionList([Section(items: ItemSequence(count: 10_000_001))])), 413)
    #expect(response.code == "too_many_items" && response.json?["line"] == 3)
  }
}
