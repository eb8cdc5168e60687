import Testing

@testable import API

struct ShortenedSourceTests {
  private func shortened(_ source: String) -> String {
    String(decoding: ShortenedSource.shorten(source.utf8), as: UTF8.self)
  }

  @Test func `comments on lines of their own, indentation and empty lines go`() {
    let source = """
      // A comment.
      /**
       * Returns one: "*".
       */
      export function one() {

        // Another.
        return 1
      }
      /* one line */

      """
    #expect(shortened(source) == "export function one() {\nreturn 1\n}\n")
  }

  @Test func `type casts within a line go, and the code around them stays`() {
    #expect(shortened("let x = /** @type {A} */ (y), z = /** @type {B} */ (y)\n") == "let x = (y), z = (y)\n")
    #expect(shortened("/** @type {A} */ (y).z()\n") == "(y).z()\n")
    #expect(shortened("let x = /** open\n") == "let x = /** open\n")
  }

  @Test func `slashes and stars in the middle of a line stay`() {
    let line = "const url = \"https://a.example/*\", half = a / 2 // not on a line of its own\n"
    #expect(shortened(line) == line)
  }

  @Test func `a comment that never ends takes the rest`() {
    #expect(shortened("a()\n/* b()\nc()\n") == "a()\n")
    #expect(shortened("") == "")
  }
}
