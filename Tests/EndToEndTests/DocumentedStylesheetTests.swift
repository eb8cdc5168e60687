import TestSupport
import Testing

/// The style sheet that docs/first-paint.md shows.
struct DocumentedStylesheetTests {
  @Test func `the style sheet of the page's cells is the one it shows`() throws {
    let page = try DocumentedPage("docs/first-paint.md")
    let command = try #require(page.commands.first { $0.contains("/v1/measurements?format=css") })
    let body = try #require(command.split(separator: "-d '").last?.split(separator: "'").first)
    let answer = try RunningService.shared.value.ask(
      "POST", "/v1/measurements?format=css", ["Content-Type: application/json"], body: Array(body.utf8))
    #expect(answer.text.hasSuffix(try #require(page.blocks("css").first)), "\(answer.text)")
  }
}
