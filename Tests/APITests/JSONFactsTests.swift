import Testing

@testable import ResponseRecording

/// Which responses a recorder takes for new.
struct JSONFactsTests {
  private func facts(_ text: String) -> Set<UInt64> { JSONFacts(of: Array(text.utf8), root: 7).all }

  @Test func `other ids, other numbers of a sign and more elements are no new facts`() {
    let many = (0..<20).map { #"{"id":"item \#($0)","frame":{"x":\#($0 + 1),"y":0}}"# }.joined(separator: ",")
    let more = (0..<30).map { #"{"frame": {"y": 0, "x": \#($0 + 50)}, "id": "row \#($0)"}"# }
    #expect(facts("[\(more.joined(separator: ", "))]") == facts("[\(many)]"))
  }

  @Test(arguments: [
    #"{"a":{"width":-5,"kind":"cell"},"b":[1,2]}"#,  // a sign
    #"{"a":{"width":0,"kind":"cell"},"b":[1,2]}"#,
    #"{"a":{"width":5.5,"kind":"cell"},"b":[1,2]}"#,
    #"{"a":{"width":"5","kind":"cell"},"b":[1,2]}"#,  // a type
    #"{"a":{"width":null,"kind":"cell"},"b":[1,2]}"#,
    #"{"a":{"width":5,"kind":"header"},"b":[1,2]}"#,  // a word
    #"{"a":{"width":5},"b":[1,2]}"#,  // a missing member
    #"{"a":{"width":5,"kind":"cell","z":1},"b":[1,2]}"#,  // another member
    #"{"a":{"width":5,"kind":"cell"},"b":[1]}"#,  // a length
    #"{"a":{"width":5,"kind":"cell"},"b":[1,-2]}"#,
  ])
  func `what a schema can reject is a new fact`(changed: String) {
    let known = facts(#"{"a":{"width":5,"kind":"cell"},"b":[1,2]}"#)
    #expect(!facts(changed).isSubset(of: known))
  }

  @Test(arguments: [
    ("", 0), ("}", 0), ("]]", 0), (#"{"a"#, 0), (#"{"a\"#, 0), ("\u{0}", 0),
    ("[-", 1), ("tru", 1), (#"["a\"#, 1),
  ])
  func `text that is no JSON is read to its end`(text: String, count: Int) {
    #expect(facts(text).count == count)
  }
}
