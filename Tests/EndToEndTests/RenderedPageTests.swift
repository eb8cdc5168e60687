import Foundation
import TestSupport
import Testing

/// Pages of layouts as a browser renders them, without scripts of their own.
struct RenderedPageTests {
  private let service: RunningService

  init() throws { service = try RunningService() }

  /// Posts with a title, a time and a body; every fifth is of a script, or has characters, on which browsers differ.
  private static let posts: [JSONTree] = {
    var generator = SeededGenerator(seed: 11)
    let words =
      "the last boats come in and gulls follow them along wall of old harbour while lamps are lit one by one"
      .split(separator: " ")
    func text(_ count: Int) -> String {
      (0..<count).map { _ in String(words[Int.random(in: 0..<words.count, using: &generator)]) }
        .joined(separator: " ")
    }
    let hard = [
      "海岸線沿いの小さな町では、毎朝早くから市場が開かれ、新鮮な魚が並びます。「今日は何にする?」と店主が言う。",
      "ในเช้าวันนี้ชาวประมงกลับเข้าฝั่งพร้อมปลาเต็มลำเรือและนกนางนวลบินตามมาเป็นฝูงใหญ่",
      "عادت القوارب الأخيرة إلى الميناء قبل الغروب، وتبعتها النوارس حتى السور القديم في المدينة.",
      "Lamps 🏮 are lit 👨‍👩‍👧‍👦 one by one 🇩🇪🇯🇵 along the wall 🌊🌊🌊 and gulls follow 🕊️ them home ❤️ again",
      "https://harbour.example.org/boats/2026/11/24/the-last-boats-come-in?from=north&to=south#the-old-wall",
      "Donau\u{AD}dampf\u{AD}schiff\u{AD}fahrts\u{AD}gesell\u{AD}schafts\u{AD}kapitän und Hafen\u{AD}meister\u{AD}amts\u{AD}vorsteher",
      "One line,\nanother line\n\nand after an empty one\ta tab\tand two  spaces   and three.",
      "Береговая линия тянется до самого горизонта, где последние лодки возвращаются в гавань.",
      "Τα τελευταία καράβια γυρίζουν στο λιμάνι και οι γλάροι τα ακολουθούν ως τον τοίχο.",
      "서울의 아침 시장에는 신선한 생선이 가득하고 사람들이 모여듭니다. 상인이 웃으며 말합니다.",
    ]
    return (0..<240).map { number -> JSONTree in
      let body =
        number % 5 == 4 ? hard[number / 5 % hard.count] : text(Int.random(in: 1...60, using: &generator))
      return [
        "id": .string("post \(number)"), "template": "post",
        "content": [
          "title": .string(text(number % 9 + 1)), "time": .string("\(number) min"), "body": .string(body),
        ],
      ]
    }
  }()

  private static let templates: JSONTree = [
    "post": [
      "views": [
        "title": ["type": "text", "textStyle": "headline", "lines": 2],
        "time": ["type": "text", "textStyle": "caption1"],
        "body": ["type": "text", "textStyle": "body", "lines": 0],
      ],
      "constraints": [
        "H:|-16-[title]-(>=8)-[time]-16-|", "H:|-16-[body]-16-|", "V:|-12-[title]-4-[body]-12-|",
        "V:|-12-[time]",
      ],
    ]
  ]

  private static func layout(width: Int) -> JSONTree {
    [
      "container": ["width": .number(Double(width)), "height": 800, "scale": 2],
      "layout": ["kind": "list"], "templates": templates,
      "sections": [["header": ["template": "text", "content": "Posts"], "items": .array(posts)]],
    ]
  }

  private static let widths = [320, 481, 768]

  private func ask(_ target: String, _ body: JSONTree) throws -> HTTPResponse {
    let answer = try service.client(timeout: 600).request(
      "POST", target, ["Content-Type: application/json"], body: Array(body.description.utf8))
    return try #require(answer, "no answer to \(target)")
  }

  /// Reports the boxes of the page in some widths of its container, and its layout shifts, in the browser's log.
  ///
  /// It is in the copy that the browser opens, after the page: the page itself has no scripts.
  private static let reporter = """
    <script>
      const box = element => {
        const {x, y, width, height} = element.getBoundingClientRect()
        return [x, y, width, height]
      }
      let shift = 0
      new PerformanceObserver(list => list.getEntries().forEach(entry => shift += entry.value))
        .observe({type: "layout-shift", buffered: true})
      addEventListener("load", () => requestAnimationFrame(() => setTimeout(() => {
        const report = {shift, scripts: document.querySelectorAll("body *, head *").length, widths: []}
        const main = document.querySelector("main")
        for (const width of WIDTHS) {
          main.style.width = width + "px"
          report.widths.push({
            content: box(document.querySelector(".tessera-content")),
            cells: [...document.querySelectorAll("li")].map(box),
            views: [...document.querySelectorAll("li .tessera-text")].map(box),
          })
        }
        console.log(`REPORT BEGINS${JSON.stringify(report)}REPORT ENDS`)
      })))
    </script>
    """

  /// The boxes of a page in each of the widths.
  private func report(of page: String) throws -> JSONTree {
    let browser = try HeadlessBrowser()
    try browser.write(page + Self.reporter.replacing("WIDTHS", with: "\(Self.widths)"), as: "page.html")
    try browser.open("page.html")
    let isWritten = eventually(within: 120) { browser.log.contains("REPORT ENDS") }
    let log = browser.log
    try #require(isWritten, "\(log.suffix(2000))")
    let start = try #require(log.range(of: "REPORT BEGINS")?.upperBound)
    let end = try #require(log.range(of: "REPORT ENDS")?.lowerBound)
    return try JSONTree(parsing: String(log[start..<end]))
  }

  private func numbers(_ tree: JSONTree?) -> [Double] { tree?.elements?.compactMap(\.number) ?? [] }

  private func box(_ frame: JSONTree?) -> [Double] {
    ["x", "y", "width", "height"].map { frame?[$0]?.number ?? .nan }
  }

  private func expectNear(_ shown: [Double], _ solved: [Double], _ comment: @autoclosure () -> String) {
    let isNear = shown.count == 4 && zip(shown, solved).allSatisfy { abs($0 - $1) <= 0.5 }
    #expect(isNear, "\(comment()): \(shown) in place of \(solved)")
  }

  @Test func `every row and every text is as high in a browser as it was measured, in every width`() throws {
    let widths = Self.widths.map(String.init).joined(separator: ",")
    let page = try ask("/v1/layouts?format=html&widths=\(widths)", Self.layout(width: 320))
    #expect(page.status == 200)
    let report = try report(of: page.text)
    #expect(report["shift"]?.number == 0)
    for (index, width) in Self.widths.enumerated() {
      let shown = try #require(report["widths"]?[index])
      let solved = try ask("/v1/layouts", Self.layout(width: width))
      let frames = (solved.json?["attributes"]?.elements ?? []).filter { $0["category"] == "cell" }
      let cells = shown["cells"]?.elements ?? []
      try #require(cells.count == 240 && frames.count == 240)
      let content = numbers(shown["content"])
      #expect(content.last == solved.json?.at("/contentSize/height")?.number)
      for (number, (cell, frame)) in zip(cells, frames).enumerated() {
        expectNear(numbers(cell), box(frame["frame"]), "post \(number) in \(width)")
      }
      let measured = try ask(
        "/v1/measurements",
        [
          "width": .number(Double(width)), "scale": 2, "views": true, "templates": Self.templates,
          "items": .array(Self.posts),
        ])
      let views = measured.json?["views"]?.elements ?? []
      let texts = shown["views"]?.elements ?? []
      try #require(views.count == 240 && texts.count == 720)
      for (number, views) in views.enumerated() {
        let cell = numbers(cells[number])
        for (place, name) in (views.members ?? [:]).keys.sorted().enumerated() {
          var solved = box(views[name]?["frame"])
          solved[0] += cell[0]
          solved[1] += cell[1]
          // Views are in the order of the template, whose members are sorted.
          expectNear(
            numbers(texts[number * 3 + place]), solved, "\(name) of post \(number) in \(width)")
        }
      }
    }
  }

  /// Posts of flex containers, stacks and runs, some with a hidden text.
  private static let cards: (templates: JSONTree, items: [JSONTree]) = {
    let header: JSONTree = [
      "type": "flex", "justifyContent": "spaceBetween", "alignItems": "baseline", "gap": 8,
      "children": [
        ["type": "text", "name": "author", "textStyle": "headline"],
        ["type": "text", "name": "time", "textStyle": "caption1", "flexShrink": 0],
      ],
    ]
    let footer: JSONTree = [
      "type": "stack", "spacing": "system", "alignment": "center",
      "arrangedSubviews": [
        ["type": "image", "size": [16, 16]],
        ["type": "text", "name": "note", "textStyle": "footnote", "lines": 0, "textCase": "uppercase"],
      ],
    ]
    let body: JSONTree = [
      "type": "text", "name": "body", "textStyle": "body", "lines": 0, "padding": 4, "paddingInline": "5%",
    ]
    let card: JSONTree = [
      "type": "flex", "flexDirection": "column", "padding": 16, "gap": 6, "children": [header, body, footer],
    ]
    var generator = SeededGenerator(seed: 23)
    let words = "the last boats come in and gulls follow them along wall of old harbour".split(separator: " ")
    let items = (0..<80).map { number -> JSONTree in
      let runs = (0..<Int.random(in: 2...8, using: &generator)).map { run -> JSONTree in
        if (number + run) % 6 == 5 { return ["attachment": ["size": [18, 14], "baselineOffset": -3]] }
        let text = (0..<Int.random(in: 1...6, using: &generator))
          .map { _ in words.randomElement(using: &generator)! }.joined(separator: " ")
        let styles: [JSONTree] = [
          [:], ["weight": "bold"], ["italic": true], ["size": 21], ["textStyle": "footnote"],
          ["letterSpacing": 1],
        ]
        var style = styles[(number * 7 + run) % styles.count]
        style["text"] = .string(text + (run % 2 == 0 ? " " : ""))
        return style
      }
      return [
        "id": .string("card \(number)"), "template": "card",
        "content": [
          "author": .string("Anna \(number)"), "time": .string("\(number) min"),
          "body": ["runs": .array(runs)],
          "note": [
            "text": .string(words.prefix(number % 14).joined(separator: " ")),
            "hidden": .bool(number % 5 == 1),
          ],
        ],
      ]
    }
    return (["card": card], items)
  }()

  @Test func `texts in flex containers, in stacks and of runs are in a browser where they were measured`()
    throws
  {
    let (templates, items) = Self.cards
    let layout: JSONTree = [
      "container": ["width": 320, "height": 800, "scale": 2], "layout": ["kind": "list"],
      "templates": templates,
      "sections": [["items": .array(items)]],
    ]
    let widths = Self.widths.map(String.init).joined(separator: ",")
    let page = try ask("/v1/layouts?format=html&widths=\(widths)", layout)
    #expect(page.status == 200)
    let report = try report(of: page.text)
    for (index, width) in Self.widths.enumerated() {
      let shown = try #require(report["widths"]?[index])
      var texts = (shown["views"]?.elements ?? [])[...]
      let cells = shown["cells"]?.elements ?? []
      let measured = try ask(
        "/v1/measurements",
        [
          "width": .number(Double(width)), "scale": 2, "views": true, "templates": templates,
          "items": .array(items),
        ])
      let views = measured.json?["views"]?.elements ?? []
      try #require(views.count == items.count && cells.count == items.count)
      for (number, views) in views.enumerated() {
        let cell = numbers(cells[number])
        for name in ["author", "time", "body", "note"] where views[name]?["hidden"] == nil {
          var solved = box(views[name]?["frame"])
          solved[0] += cell[0]
          solved[1] += cell[1]
          expectNear(numbers(texts.popFirst()), solved, "\(name) of card \(number) in \(width)")
        }
      }
      #expect(texts.isEmpty)
    }
  }

  @Test
  func
    `a browser that opens the address of a collection's attributes applies the style sheet and runs nothing`()
    throws
  {
    var body = Self.layout(width: 320)
    body["id"] = "rendered"
    body["sections"] = [
      [
        "items": [
          [
            "id": "<script>document.title='run'</script>", "template": "text",
            "content": "<script>document.title='run'</script><img src=x onerror=\"document.title='run'\">",
          ]
        ]
      ]
    ]
    #expect(try ask("/v1/collections", body).status == 201)
    let browser = try HeadlessBrowser()
    let page = try browser.document(of: "http://\(service.address)/v1/collections/rendered/attributes")
    #expect(page.contains("&lt;script&gt;document.title='run'&lt;/script&gt;&lt;img src=x"))
    #expect(
      !page.contains("<title>run") && !page.contains("<script") && !page.contains("<img"))
    #expect(!browser.log.contains("Content Security Policy"), "\(browser.log)")
  }
}
