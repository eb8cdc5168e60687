import TestSupport
import Testing

@testable import API

/// Pages, style sheets, pictures and fonts as responses of the service.
struct PageRequestTests {
  private static let feed: JSONTree = [
    "container": ["width": 320, "height": 480], "layout": ["kind": "list"],
    "sections": [["items": [["id": "a", "template": "text", "content": "One"], ["id": "b"], ["id": "c"]]]],
  ]
  private static let cells: JSONTree = [
    "width": 200,
    "items": [
      ["id": "a", "template": "text", "content": "One"], ["template": "text", "content": "مرحبا 日本"],
      ["id": "a", "template": "text", "content": ["text": "Two", "font": ["size": 30, "weight": "bold"]]],
    ],
  ]

  private func text(_ answer: TestResponse) -> String { String(decoding: answer.bytes, as: UTF8.self) }

  @Test func `layouts and attributes are pages with a policy, and style sheets`() throws {
    let service = try TestService()
    #expect(service.create("c", Self.feed).status == 201)
    for query in ["format=html", "format=html&widths=240,600"] {
      for answer in [
        service.post("/v1/layouts?\(query)", Self.feed), service.get("\(Kept.attributes)?\(query)"),
      ] {
        #expect(answer.status == 200 && answer.header("Content-Type") == "text/html; charset=utf-8")
        #expect(answer.header("Content-Security-Policy")?.hasPrefix("default-src 'none';") == true)
        #expect(text(answer).contains(">One</p></li>"))
      }
    }
    for answer in [
      service.post("/v1/layouts?format=css", Self.feed), service.get("\(Kept.attributes)?format=css"),
    ] {
      #expect(answer.status == 200 && answer.header("Content-Type") == "text/css; charset=utf-8")
      #expect(text(answer).contains("#item-b{left:0;top:22px;width:320px;height:44px;}"))
    }
  }

  @Test func `a page of a collection has what the query selects, in the viewport's or in other widths`()
    throws
  {
    let service = try TestService()
    #expect(service.create("c", Self.feed).status == 201)
    let whole = text(service.get("\(Kept.attributes)?format=css"))
    #expect(text(service.get("\(Kept.attributes)?format=css&widths=320")) == whole)
    let wide = text(service.get("\(Kept.attributes)?format=css&widths=320,640"))
    #expect(wide.contains("@container tessera (width<640px){") && wide.contains("width:640px;height:44px;"))
    let rect = text(service.get("\(Kept.attributes)?format=css&rect=0,0,320,30"))
    #expect(rect.contains("#item-b{") && !rect.contains("#item-c{"))
    let one = text(service.get("\(Kept.attributes)?format=html&id=b"))
    #expect(one.contains("id=\"item-b\"") && !one.contains("id=\"item-a\""))
    let moved = text(service.get("\(Kept.attributes)?format=css&relativeTo=0,22"))
    #expect(moved.contains("#item-b{left:0;top:0;"))
    let answer = service.get("\(Kept.attributes)?format=html")
    #expect(service.get("\(Kept.attributes)?format=html", ["If-None-Match": answer.etag ?? ""]).status == 304)
  }

  @Test(arguments: [
    "widths=", "widths=,", "widths=320,", "widths=0", "widths=-1", "widths=1.5", "widths=320,320", "widths=x",
    "widths=100001", "widths=99999999999999999999", "widths=1,2,3,4,5,6,7,8,9", "widths=+320",
    "widths=%20320",
  ])
  func `widths that are none are rejected, with those that the parameter takes`(query: String) throws {
    let service = try TestService()
    _ = service.create("c", Self.feed)
    for answer in [
      service.post("/v1/layouts?format=css&\(query)", Self.feed),
      service.get("\(Kept.attributes)?format=html&\(query)"),
    ] {
      #expect(answer.status == 400 && answer.code == "bad_request", "\(query)")
      #expect(
        answer.detail == "The query parameter widths takes 1 to 8 different whole numbers from 1 to 100000, "
          + "separated by commas.", "\(query)")
    }
  }

  @Test(arguments: [
    (
      "format=svg&chrome=diagram",
      "Unknown value \"diagram\" of the query parameter chrome. It takes full, none."
    ),
    (
      "format=svg&chrome=ful",
      "Unknown value \"ful\" of the query parameter chrome. Did you mean full? It takes full, none."
    ),
    ("chrome=none", "The query parameter chrome=none requires format=svg."),
    ("format=html&chrome=none", "The query parameter chrome=none requires format=svg."),
    ("widths=320", "The query parameter widths requires format=html or format=css."),
    ("format=svg&widths=320", "The query parameter widths requires format=html or format=css."),
  ])
  func `a parameter for another format is rejected`(query: String, detail: String) throws {
    let service = try TestService()
    _ = service.create("c", Self.feed)
    for answer in [
      service.post("/v1/layouts?\(query)", Self.feed), service.get("\(Kept.attributes)?\(query)"),
    ] {
      #expect(answer.status == 400 && answer.code == "bad_request", "\(query)")
      #expect(answer.detail == detail, "\(query)")
    }
    if query.contains("chrome") {
      #expect(
        service.post("/v1/measurements?\(query)", Self.cells).status == (query.contains("html") ? 406 : 400))
    }
    #expect(service.get("\(Kept.attributes)?format=css&widths=320&id=a").code == "bad_request")
  }

  @Test func `measurements are a style sheet of templates and cells`() throws {
    let answer = try TestService().post("/v1/measurements?format=css", Self.cells)
    #expect(answer.status == 200 && answer.header("Content-Type") == "text/css; charset=utf-8")
    let css = text(answer)
    // The fonts that stand in for Inter are named in the order in which they are found.
    #expect(
      css.contains(
        "[data-template=\"text\"]>[data-view=\"text\"]{font:400 17px/22px "
          + "\"Inter\",\"Noto Sans Arabic\",\"Noto Sans CJK JP\",sans-serif;}"), "\(css)")
    #expect(css.contains("#item-a{width:200px;height:22px;}"))
    #expect(css.contains("#view-0-item-a{left:0;top:0;width:200px;height:22px;}"))
    #expect(css.contains("#cell-0-1{width:200px;"))
    // A second item of the same id, whose text has a font of its own.
    #expect(
      css.contains(#/#view-0-cell-0-2\{left:0;top:0;width:200px;height:[0-9.]+px;font:700 30px\//#), "\(css)")
  }

  @Test func `a picture without chrome has the elements and no text`() throws {
    let service = try TestService()
    let full = text(service.post("/v1/layouts?format=svg&chrome=full", Self.feed))
    #expect(full == text(service.post("/v1/layouts?format=svg", Self.feed)) && full.contains("<text"))
    let plain = text(service.post("/v1/layouts?format=svg&chrome=none", Self.feed))
    #expect(plain.hasPrefix("<svg xmlns=") && plain.contains("viewBox=\"0 0 320 110\""))
    #expect(plain.ranges(of: "<rect class=\"cell\"").count == 3)
    for part in ["<text", "<title", "ruler\"", "class=\"page\""] { #expect(!plain.contains(part), "\(part)") }
    #expect(try !SVGNode.parse(Array(plain.utf8)).isEmpty)
    let cells = text(service.post("/v1/measurements?format=svg&chrome=none", Self.cells))
    #expect(cells.contains(">One</text>") && !cells.contains("class=\"baseline\""))
    #expect(!cells.contains("class=\"caption\"") && !cells.contains("<title"))
    #expect(try !SVGNode.parse(Array(cells.utf8)).isEmpty)
  }

  @Test func `the fonts are listed by family, without paths, with a tag`() throws {
    let service = try TestService()
    let answer = service.get("/v1/fonts")
    #expect(answer.status == 200 && answer.json?["default"] == "Inter")
    let families = try #require(answer.json?["families"]?.elements)
    let inter = try #require(families.first)
    #expect(inter["name"] == "Inter" && inter["scripts"]?.elements?.contains("Latn") == true)
    let regular = try #require(inter["faces"]?.elements?.first { $0["postScriptName"] == "Inter-Regular" })
    #expect(regular["weights"] == [400, 400] && regular["style"] == "normal" && regular["width"] == 100)
    #expect(regular["fullName"] == "Inter Regular" && regular["version"]?.string?.isEmpty == false)
    #expect(regular["checksum"]?.string?.count == 8)
    let arabic = try #require(families.first { $0["name"] == "Noto Sans Arabic" })
    #expect(arabic["script"] == "Arab")
    #expect(families.first { $0["name"] == "Noto Color Emoji" }?["color"] == true)
    #expect(!text(answer).contains("/usr/"))
    let tag = try #require(answer.etag)
    #expect(service.get("/v1/fonts", ["If-None-Match": tag]).status == 304)
    #expect(service.get("/v1/fonts", ["If-Match": "\"other\""]).status == 412)
  }

  @Test func `a service without fonts has no list of them`() throws {
    let service = try TestService { $0.fonts = ["/nowhere/*.ttf"] }
    #expect(service.get("/v1/fonts").code == "fonts_unavailable")
  }
}
