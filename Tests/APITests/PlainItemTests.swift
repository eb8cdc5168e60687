import JSON
import TestSupport
import Testing

@testable import API
@testable import Wire
@testable import LayoutEngine
@testable import SelfSizing

/// Items that are read in one pass are those that reading each member by itself returns, with the same errors.
struct PlainItemTests {
  @Test func `generated items are the same, whichever way they are read`() {
    var random = SeededGenerator(seed: 21)
    var (accepted, refused) = (0, 0)
    for number in 0..<3000 {
      let items = Self.items(&random, mutations: number % 3)
      var limits = RequestLimits()
      if number % 10 == 9 { limits.items = random.integer(0...6) }
      if number % 10 == 8 { limits.memory = 2200 + random.integer(0...2500) }
      let plain = Self.outcome(of: items, limits, plain: true)
      let careful = Self.outcome(of: items, limits, plain: false)
      #expect(plain == careful, "\(items)")
      if careful.problem == "" { accepted += 1 } else { refused += 1 }
    }
    #expect(accepted > 600 && refused > 600, "\(accepted) and \(refused)")
  }

  @Test func `many items are the same, whichever way they are read`() {
    var random = SeededGenerator(seed: 22)
    let kinds: [(inout SeededGenerator) -> String] = [Self.plainItem, Self.item]
    for kind in kinds {
      let items = "[" + (0..<9000).map { _ in kind(&random) }.joined(separator: ",") + "]"
      let plain = Self.outcome(of: items, RequestLimits(), plain: true)
      #expect(plain == Self.outcome(of: items, RequestLimits(), plain: false))
      #expect(plain.problem == "")
      #expect(plain.count == 9000)
    }
  }

  @Test func `every item in its usual form is read in one pass`() {
    var random = SeededGenerator(seed: 23)
    let items = "[" + (0..<50).map { _ in Self.plainItem(&random) }.joined(separator: ", ") + " ]"
    let document = try? JSONDocument(parsing: Array(items.utf8))
    let count = document?.withRoot { root -> Int in
      let context = DecodingContext(limits: RequestLimits(), contents: ContentReader(Self.templates))
      var elements = root.elements
      var builder = ItemSequenceBuilder()
      var plain = PlainItems()
      return context.plainItems(&elements, &plain, &builder)
    }
    #expect(count == 50)
  }

  private struct Outcome: Equatable {
    var problem = ""
    var columns: [String] = []
    var views: [String] = []
    var memory = 0
    var count = 0
  }

  private static func outcome(of items: String, _ limits: RequestLimits, plain: Bool) -> Outcome {
    var outcome = Outcome()
    guard let document = try? JSONDocument(parsing: Array(items.utf8)) else {
      outcome.problem = "no JSON"
      return outcome
    }
    document.withRoot { root in
      let reader = ContentReader(templates)
      let context = DecodingContext(limits: limits, contents: reader)
      context.readsPlainItems = plain
      let items = context.at("items") { context.items(root).items }
      outcome.memory = context.memory.bytes
      outcome.count = context.itemsRead
      do throws(Problem) {
        try context.finish()
      } catch {
        // The items are dropped.
        outcome.problem = "\(error)"
        return
      }
      items.forEachColumns { columns in
        let contents = columns.contents.map { content in
          content.map { "\($0.template): \(String(decoding: $0.jsonText, as: UTF8.self))" } ?? "none"
        }
        outcome.columns.append(
          """
          \(columns.count) \(columns.ids) \(columns.sizes) \(columns.estimatedSizes) \(columns.aspectRatios) \
          \(columns.spans) \(columns.sizeModes) \(columns.values) \(columns.appearances.sorted { $0.key < $1.key }) \(contents)
          """)
        for case .some(let content) in columns.contents {
          guard let template = templates[content.template] else { continue }
          let views = try? reader.decoded.read(content, for: template)
          outcome.views.append("\(views ?? [])")
        }
      }
    }
    return outcome
  }

  /// Templates with texts, pictures, names beyond eight bytes, and names that a text writes with escapes.
  private static let templates: TemplateSet = {
    let text = """
      {"row":{"views":{"title":{"type":"text"},"a longer name":{"type":"text"},"picture":{"type":"image"},\
      "quo\\"te":{"type":"text"},"\\\\":{"type":"text"},"é":{"type":"text"}}},\
      "plain":{"views":{"title":{"type":"text"},"picture":{"type":"image"}}},\
      "picture":{"sizeThatFits":{"image":{}}}}
      """
    return try! TemplateLibrary.shared.templates(Array(text.utf8))
  }()

  /// An item in its usual form.
  private static func plainItem(_ random: inout SeededGenerator) -> String {
    var members: [String] = []
    if random.integer(0...3) > 0 { members.append("\"id\":\(random.pick(ids))") }
    if random.integer(0...1) > 0 { members.append("\"size\":\(random.pick(validSizes))") }
    if random.integer(0...3) == 0 { members.append("\"estimatedSize\": \(random.pick(validSizes))") }
    if random.integer(0...3) == 0 { members.append("\"aspectRatio\" :\(random.pick(["1", "0.75", "1e7"]))") }
    if random.integer(0...1) == 0 { members.append(random.pick(validContents)) }
    return "{\(members.shuffled(using: &random).joined(separator: random.pick([",", " , "])))}"
  }

  /// A valid item with any member.
  private static func item(_ random: inout SeededGenerator) -> String {
    let more = random.pick([
      "\"span\":{\"columns\":2}", "\"preferredAttributes\":{\"size\":[3,4],\"alpha\":0.5}",
      "\"values\":{\"start\":1}", "\"widthMode\":\"halfWidth\"", "\"\\u0061spectRatio\":2",
      "\"heightMode\":\"static\",\"height\":4",
    ])
    return random.integer(0...2) > 0 ? plainItem(&random) : "{\(more)}"
  }

  private static func items(_ random: inout SeededGenerator, mutations: Int) -> String {
    let count = random.integer(0...6)
    var items = (0..<count).map { _ in item(&random) }
    for _ in 0..<mutations where count > 0 {
      let place = random.integer(0...count - 1)
      if random.integer(0...1) == 0 {
        items[place] = random.pick(invalidItems)
      } else {
        let member = "\"\(random.pick(names))\":\(random.pick(values))"
        let comma = items[place] == "{}" ? "" : ","
        items[place] = "\(items[place].dropLast())\(comma)\(member)}"
      }
    }
    return "[\(items.joined(separator: ","))]"
  }

  private static let ids = [
    "\"a\"", "\"\"", "\"item-123456789012345\"", "\"\\u0061\\n\"", "\"é漢😀\"", "\"a \\\" b\"", "\"\\\\\"",
  ]
  private static let validSizes = [
    "[1,2]", "[ 1.5 , 2e1 ]", "[0,0]", "[-0,1]", "[10000000,1]", "{\"width\":3,\"height\":4}",
    "{ \"height\" : 4 , \"width\" : 3.25 }",
  ]
  private static let validContents = [
    "\"template\":\"text\",\"content\":\"some text\"", "\"template\":\"text\"",
    "\"content\":{\"text\":\"a \\n b\"},\"template\":\"text\"", "\"template\":\"text\",\"content\":{}",
    "\"template\":\"plain\",\"content\":{\"title\":\"a\",\"picture\":{\"size\":[40,40.50]}}",

    "\"template\":\"plain\",\"content\":{ \"picture\" : { \"aspectRatio\" : 2 }, \"title\" : {\"text\":\"é\"} }",
    "\"template\":\"plain\",\"content\":{\"title\":{},\"picture\":{}}",
    "\"template\":\"plain\",\"content\":{}",
    "\"template\":\"picture\",\"content\":{\"image\":{\"size\":{\"width\":1,\"height\":2}}}",
    "\"content\":\"a \\n b\"", "\"content\":{ \"any\" : [ 1.50, null ] }", "\"content\":null",
    "\"content\":-12.0", "\"content\":false", "\"content\":[1,2]",
  ]
  private static let names = [
    "id", "size", "estimatedSize", "aspectRatio", "template", "content", "preferredAttributes", "span", "ids",
    "i", "sizes", "estimatedSizf", "", "s\\u0069ze", "conten", "contents", "content\\\"", "divisor",
  ]
  private static let values = [
    "null", "true", "0", "-1", "1e9", "123456789012345678901234567890", "1e-400", "\"\"",
    "\"plain\"", "\"row\"",
    "\"missing\"", "[]", "[1]", "[1,2,3]", "[1,-2]", "[1,null]", "[[1,2]]", "[1e8,1]", "{}",
    "{\"width\":1}", "{\"width\":1,\"height\":2,\"depth\":3}", "{\"width\":-1,\"height\":2}",
    "{\"title\":\"a\",\"a longer name\":\"b\",\"picture\":{\"size\":[1,2],\"aspectRatio\":2}}",
    "{\"quo\\\"te\":\"a\",\"\\\\\":\"b\",\"é\":\"c\",\"e\\u0301\":{\"size\":[1,2]}}",
    "{\"quo\\\"te\":{\"text\":1}}", "{\"title\":1}", "{\"titles\":\"a\"}", "{\"title\":null}",
    "{\"picture\":{\"size\":[1,2e7]}}", "{\"picture\":{\"aspectRatio\":1e4}}", "{\"picture\":\"a\"}",
    "{\"text\":\"a\",\"lines\":2}", "{\"text\":{\"text\":\"a\"}}", "{\"text\":5}",
  ]
  private static let invalidItems: [String] =
    ["null", "[]", "1", "\"a\"", "{}", "[{}]", "{\"\":{}}", "{\"contents\":\"a\"}"]
    + [
      "{\"template\":\"row\",\"content\":{\"title\":\"a\",\"a longer name\":{\"text\":\"b\"}}}",
      "{\"template\":\"row\",\"content\":{\"quo\\\"te\":\"a\",\"\\\\\":\"b\",\"é\":\"c\"}}",
      "{\"template\":\"row\",\"content\":{\"quo\\\\\":\"a\"}}",
      "{\"template\":\"plain\",\"content\":{\"title\":\"a\",\"picture\":{\"size\":[1,2],\"x\":1}}}",
      "{\"template\":\"plain\",\"content\":\"a\"}", "{\"template\":\"picture\",\"content\":\"a\"}",
    ]
}
