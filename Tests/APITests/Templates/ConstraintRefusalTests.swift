import API
import TestSupport
import Testing

/// Invalid constraints, which are rejected with a pointer, and with the column in a Visual Format string.
struct ConstraintRefusalTests {
  private static let root = "/templates/t/constraints/"

  @Test(
    arguments: [
      ("", 1, "expected \"H:\""),
      ("X:[dot]", 1, "expected \"H:\""),
      ("H:|[", 5, "expected a view's name, got the end"),
      ("H:|-8-[dott]", 8, "did you mean \"dot\"?"),
      ("H:|-gapp-[dot]", 5, "did you mean \"gap\"?"),
      ("H:[dot(==titel)]", 10, "did you mean \"title\"?"),
      ("H:|-title-[dot]", 5, "is a view"),
      ("H:|--8-[dot]", 5, "must be in parentheses"),
      ("H:[dot(1e400)]", 8, "too large"),
      ("H:[dot(5@1001)]", 10, "a priority is above 0"),
      ("H:[dot(5@0)]", 10, "a priority is above 0"),
      ("🙂", 1, "got \"🙂\""),
      ("V:[dot]-ü-[dot]", 9, "no metric is named"),
    ])
  func `a Visual Format string is refused at the character`(format: String, column: Int, words: String) {
    let asString = refusal(ofConstraints: ["V:|[dot]|", .string(format)])
    #expect(asString?.pointers == [Self.root + "1"])
    #expect(asString?.faults.first?.column == column, "\(asString?.detail ?? "")")
    #expect(asString?.faults.first?.detail.contains(words) == true, "\(asString?.detail ?? "")")
    let asObject = refusal(ofConstraints: [["visualFormat": .string(format)]])
    #expect(asObject?.pointers == [Self.root + "0/visualFormat"])
    #expect(asObject?.faults.first?.column == column)
  }

  @Test(
    arguments: [
      (["visualFormat": 1], "visualFormat", "expected a string"),
      (["visualFormat": "[dot]", "options": "alignAllTopp"], "options", "did you mean \"alignAllTop\"?"),
      (["visualFormat": "[dot]", "options": ["alignAllTop", "x"]], "options/1", "unknown value \"x\""),
      (["visualFormat": "[dot]", "options": 1], "options", "expected an array of options"),
      (["visualFormat": "[dot]", "options": "alignAllLeading"], "visualFormat", "cannot be aligned"),
      (["visualFormat": "[dot]", "metrics": ["x": "y"]], "metrics/x", "expected a number"),
      (["visualFormat": "[dot]", "constant": 5], "constant", "unknown field"),
      (["item": "dot"], "", "\"attribute\" is missing"),
      (["attribute": "width"], "", "\"item\" is missing"),
      (["item": "dott", "attribute": "width"], "item", "did you mean \"dot\"?"),
      (
        ["item": "dot", "attribute": "width", "toItem": "photoo", "toAttribute": "width"], "toItem",
        "did you mean \"photo\"?"
      ),
      (["item": "dot", "attribute": "widht"], "attribute", "did you mean \"width\"?"),
      (["item": "dot", "attribute": "width", "relatedBy": "=="], "relatedBy", "unknown value"),
      (["item": "dot", "attribute": "width", "constant": "gapp"], "constant", "did you mean \"gap\"?"),
      (["item": "dot", "attribute": "width", "constant": 1e8], "constant", "-10000000 to 10000000 points"),
      (["item": "dot", "attribute": "width", "constant": 1e300], "constant", "expected a number"),
      (["item": "dot", "attribute": "width", "priority": 0], "priority", "above 0"),
      (["item": "dot", "attribute": "width", "priority": 1001], "priority", "up to 1000"),
      (["item": "dot", "attribute": "width", "priority": "NaN"], "priority", "expected a number above 0"),
      (["item": "dot", "attribute": "width", "multiplier": 1e300], "multiplier", "expected a number"),
      (["item": "dot", "attribute": "width", "toItem": "photo"], "", "must be given together"),
      (["item": "dot", "attribute": "top"], "", "locations are specified in pairs"),
      (
        ["item": "dot", "attribute": "top", "toItem": "photo", "toAttribute": "width"], "",
        "cannot be compared with"
      ),
      (
        ["item": "dot", "attribute": "left", "toItem": "photo", "toAttribute": "leading"], "",
        "leading and trailing"
      ),
      (1, "", "expected a Visual Format string, or a constraint"),
      (nil, "", "expected a Visual Format string, or a constraint"),
    ] as [(JSONTree, String, String)])
  func `a constraint is refused at the member that is wrong`(
    constraint: JSONTree, place: String, words: String
  ) {
    let problem = refusal(ofConstraints: ["H:|[dot]", constraint])
    #expect(
      problem?.pointers.first == Self.root + "1" + (place.isEmpty ? "" : "/" + place),
      "\(problem?.pointers ?? [])")
    #expect(problem?.faults.first?.detail.contains(words) == true, "\(problem?.detail ?? "")")
  }

  @Test func `a multiplier beyond its bounds is refused where it is`() {
    let problem = refusal(ofConstraints: [
      ["item": "dot", "attribute": "width", "toItem": "photo", "toAttribute": "width", "multiplier": 1e6]
    ])
    #expect(problem?.pointers == [Self.root + "0/multiplier"])
  }

  @Test func `metrics stand for constants, and a format's own come before the template's`() throws {
    let templates: JSONTree = [
      "t": [
        "views": ["dot": ["type": "box"]], "metrics": ["gap": 8, "side": 30],
        "constraints": [
          ["visualFormat": "H:|-gap-[dot(side)]-gap-|", "metrics": ["gap": 5]],
          ["item": "dot", "attribute": "height", "constant": "side"], "V:|-gap-[dot]-gap-|",
        ],
      ]
    ]
    #expect(
      isNear(try sizes(measurement([["template": "t"]], templates: templates, width: nil))[0], [40, 46]))
  }

  @Test func `every wrong constraint is reported, up to fifty`() {
    let problem = refusal(ofConstraints: .array(Array(repeating: "[nothing", count: 400)))
    #expect(problem?.faults.count == 50)
    #expect(problem?.pointers.last == Self.root + "49")
  }
}
