import JSON

/// The fields of a JSON object: an enumeration whose raw values are the names on the wire.
package protocol FieldNames: RawRepresentable, CaseIterable, Equatable, Sendable where RawValue == String {
  /// Returns the field with a name; nil if there is none.
  static func named(_ key: JSONKey) -> Self?
}

extension FieldNames {
  @inlinable
  package static func named(_ key: JSONKey) -> Self? { Self(rawValue: String(key)) }
}

/// The fields of objects that a body may have very many of: a table finds them without creating a string.
package protocol FrequentFieldNames: FieldNames {
  /// The fields by their names.
  static var table: FieldTable<Self> { get }
}

extension FrequentFieldNames {
  @inlinable
  package static func named(_ key: JSONKey) -> Self? { table.field(key) }
}

/// The fields of an object by their names.
package struct FieldTable<Field: FieldNames>: Sendable {
  @usableFromInline let keys: JSONKeyTable
  @usableFromInline let fields: [Field]

  /// Creates a table of all fields.
  ///
  /// - Complexity: O(n) for n fields.
  package init() {
    fields = Array(Field.allCases)
    keys = JSONKeyTable(fields.map { $0.rawValue })
  }

  /// Returns the field with a name; nil if there is none.
  ///
  /// - Complexity: O(n) for n fields: some nanoseconds for ten.
  @inlinable
  package func field(_ key: JSONKey) -> Field? { keys.index(of: key).map { fields[$0] } }
}
