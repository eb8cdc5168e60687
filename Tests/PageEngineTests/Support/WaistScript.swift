import CollectionModel
import LayoutEngine
import Wire

@testable import PageEngine

/// The constants of `web/client/engine/waist.js`, rendered from the declaration.
enum WaistScript {
  static let start =
    "// ---- Rendered from Sources/Page/PageEngine/Waist/Waist.swift, with which a test compares this"
  static let end = "// ---- The reader and the writers"

  /// The text from the beginning of the constants to their end.
  static var text: String { "\(start)\n\n\(constants)\n" + digestLine }

  private static var digestLine: String {
    "/** The digest of the constants above. */\nexport const digest = \(digest)\n"
  }

  /// The digest of the constants (FNV-1a).
  static var digest: UInt32 {
    constants.utf8.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  static var constants: String {
    [
      object("header", of: Waist.Header.self), "const headerSize = \(Waist.Header.size)\n",
      table("deltaColumns", Waist.DeltaColumn.allCases.map { column("\($0)", $0.column, $0.flag) }),
      names("deltaTypes", Waist.DeltaType.allCases), names("causes", Waist.Cause.allCases),
      bits("deltaFlags", Waist.DeltaFlag.allCases.map { ("\($0)", Int($0.bit)) }),
      bits("rowFlags", Waist.RowFlag.allCases.map { ("\($0)", Int($0.bit)) }),
      "const changeShift = \(Waist.RowFlag.changeShift), presenceShift = \(Waist.RowFlag.presenceShift), ",
      "renewalShift = \(Waist.RowFlag.renewalShift)\n",
      bits("lookFlags", lookFlags.sorted { $0.number < $1.number }),
      names("changes", Waist.Change.allCases), names("presences", Waist.Presence.allCases),
      names("renewals", Waist.Renewal.allCases),
      names("edges", Waist.Edge.allCases), names("categories", Waist.Category.allCases),
      names("disclosures", Waist.Disclosure.allCases),
      names("snappings", Waist.Snapping.allCases), names("behaviors", OrthogonalScrollingBehavior.allCases),
      bits("moveFlags", Waist.MoveFlag.allCases.map { ("\($0)", Int($0.bit)) }, isExported: true),
      bits("sessionFlags", Waist.SessionFlag.allCases.map { ("\($0)", Int($0.bit)) }, isExported: true),
      object("moveFields", of: Waist.Move.self), "const moveSize = \(Waist.Move.size)\n",
      object("batchFields", of: Waist.Batch.self), "const batchSize = \(Waist.Batch.size)\n",
      table("batchColumns", Waist.BatchColumn.allCases.map { column("\($0)", $0.column, nil) }),
      names("anchors", Waist.Anchor.allCases), names("targets", Waist.Target.allCases),
      names("operations", Waist.Operation.allCases), names("places", Waist.Place.allCases),
      names("animations", BatchUpdate.Animation.allCases), names("positions", ScrollPosition.allCases),
    ].joined()
  }

  /// The line with the attributes of looks.
  static var looks: String {
    let looks = ElementAttribute.all.filter { $0.attribute.lookFlag != nil }
    let pairs = looks.map { "[\"\($0.attribute.name)\", \($0.width)]" }
    return "const looks = [\(pairs.joined(separator: ", "))]\n"
  }

  /// The flags of attributes, and the others.
  static var lookFlags: [(name: String, number: Int)] {
    ElementAttribute.all.compactMap { declaration in
      declaration.attribute.lookFlag.map { ("\(declaration.attribute.name)", 1 << $0) }
    } + Waist.LookFlag.allCases.map { ("\($0)", Int($0.bit)) }
  }

  private static func object<Field: CaseIterable & RawRepresentable>(
    _ name: String, of type: Field.Type
  ) -> String where Field.RawValue == Int {
    bits(name, Field.allCases.map { ("\($0)", $0.rawValue) })
  }

  private static func bits(
    _ name: String, _ members: [(name: String, number: Int)], isExported: Bool = false
  ) -> String {
    let lines = wrapped(members.map { "\($0.name): \($0.number)" })
    return "\(isExported ? "export " : "")const \(name) = {\n\(lines)}\n"
  }

  private static func names(_ name: String, _ cases: some Sequence) -> String {
    "const \(name) = /** @type {const} */ ([\n\(wrapped(cases.map { "\"\($0)\"" }))])\n"
  }

  private static func table(_ name: String, _ rows: [String]) -> String {
    "/** @type {[name: string, scalar: keyof typeof sizes, width: number, count: string, flag: string][]} */\n"
      + "const \(name) = [\n" + rows.map { "  \($0),\n" }.joined() + "]\n"
  }

  private static func column<Count>(
    _ name: String, _ column: Waist.Column<Count>, _ flag: Waist.DeltaFlag?
  ) -> String {
    "[\"\(name)\", \"\(column.scalar)\", \(column.width), \"\(column.count)\", \"\(flag.map { "\($0)" } ?? "")\"]"
  }

  /// The members, as many in a line as fit.
  private static func wrapped(_ members: [String]) -> String {
    var lines: [String] = []
    var line = " "
    for member in members {
      if line.count + member.count + 2 > 118 {
        lines.append(line)
        line = " "
      }
      line += " \(member),"
    }
    return (lines + [line]).map { $0 + "\n" }.joined()
  }
}
