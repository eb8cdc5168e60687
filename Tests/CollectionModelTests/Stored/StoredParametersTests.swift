import CollectionTestSupport
import Testing

@testable import CollectionModel
@testable import LayoutEngine

/// The parameters of a made-up layout kind, at one time.
private struct EarlierMetrics: LayoutMetrics {
  static let kind = "card"

  @Parameter var corner = 4.0
  @Parameter var shade = 0.5
  var lengthsScaleWith: TextStyle?

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("corner", .length, &own.$corner, or: base.$corner)
    visitor.field("shade", .part, &own.$shade, or: base.$shade)
  }
}

/// The same kind later, when it has gained a parameter.
private struct LaterMetrics: LayoutMetrics {
  static let kind = "card"

  @Parameter var border = 1.0
  @Parameter var corner = 4.0
  @Parameter var shade = 0.5
  var lengthsScaleWith: TextStyle?

  static func fields<Visitor: ParameterVisitor>(
    _ own: inout Self, over base: Self, _ visitor: inout Visitor
  ) {
    visitor.field("border", .length, &own.$border, or: base.$border)
    visitor.field("corner", .length, &own.$corner, or: base.$corner)
    visitor.field("shade", .part, &own.$shade, or: base.$shade)
  }
}

/// Bytes outlive the declaration of a kind's parameters.
struct StoredParametersTests {
  /// The result of storing parameters and reading them.
  private func stored(_ given: [GivenParameter]) throws -> [GivenParameter] {
    var writer = StoredWriter()
    writer.write(list: given)
    var reader = StoredReader(writer.bytes, writer.bytes.indices, layouts: KnownLayouts.gallery)
    return try reader.list()
  }

  @Test func `bytes stay readable when a kind gains a parameter, which then has its default`() throws {
    var earlier = EarlierMetrics()
    (earlier.corner, earlier.shade) = (8, 0.25)
    let later = try LaterMetrics(given: stored(earlier.given))
    #expect(later.corner == 8 && later.shade == 0.25)
    #expect(later.border == 1 && later.$border == nil)
  }

  @Test func `a parameter that a kind no longer has is an error that names it`() throws {
    var later = LaterMetrics()
    (later.border, later.shade) = (2, 0.25)
    let given = try stored(later.given)
    let error = ParameterError(kind: "card", parameter: "border", reason: .unknown)
    #expect(throws: error) { try EarlierMetrics(given: given) }
  }

  @Test func `stored metrics with an unknown parameter are damage`() {
    var writer = StoredWriter()
    writer.write(text: "flow")
    writer.write(list: [GivenParameter("border", .number(1))])
    var reader = StoredReader(writer.bytes, writer.bytes.indices, layouts: KnownLayouts.gallery)
    #expect(throws: StoredFormError.damaged("a flow layout has no parameter border")) {
      try reader.value(SectionMetrics.self)
    }
  }

  @Test func `stored metrics of an unknown kind are damage`() {
    var writer = StoredWriter()
    writer.write(text: "card")
    writer.write(list: [GivenParameter("border", .number(1))])
    var reader = StoredReader(writer.bytes, writer.bytes.indices, layouts: KnownLayouts.gallery)
    #expect(throws: StoredFormError.damaged("there is no layout kind card")) {
      try reader.value(SectionMetrics.self)
    }
  }
}
