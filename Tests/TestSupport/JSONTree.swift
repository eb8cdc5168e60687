import Foundation

/// A JSON value to compare with and to build requests from; read by Foundation, not by the reader under test.
public enum JSONTree: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])
}

extension JSONTree {
  /// The value of a JSON text; throws where Foundation cannot read it.
  public init(parsing bytes: some Sequence<UInt8>) throws {
    let value = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    self = try JSONTree(value)
  }

  public init(parsing text: String) throws { try self.init(parsing: text.utf8) }

  /// The value of a tree as Foundation or a YAML reader has it.
  public init(_ value: Any) throws {
    switch value {
    case is NSNull: self = .null
    case let text as String: self = .string(text)
    case let list as [Any]: self = .array(try list.map { try JSONTree($0) })
    case let map as [String: Any]: self = .object(try map.mapValues { try JSONTree($0) })
    // Foundation keeps numbers of many digits as decimals, whose own way to a double loses the last bit.
    case let number as NSDecimalNumber:
      guard let exact = Double(number.stringValue) else { throw UnreadableTree(value: number.stringValue) }
      self = .number(exact)
    case let number as NSNumber where type(of: value) is NSNumber.Type:
      // Numbers of many digits are decimals, whose double value is not always the nearest.
      self =
        CFBooleanCheck.isBool(number)
        ? .bool(number.boolValue) : .number(Double(number.stringValue) ?? number.doubleValue)
    case let flag as Bool: self = .bool(flag)
    case let number as Int: self = .number(Double(number))
    case let number as Double: self = .number(number)
    default: throw UnreadableTree(value: "\(type(of: value))")
    }
  }
}

private enum CFBooleanCheck {
  static func isBool(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}

public struct UnreadableTree: Error {
  public var value: String
}

extension JSONTree {
  public subscript(_ key: String) -> JSONTree? {
    get {
      guard case .object(let members) = self else { return nil }
      return members[key]
    }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  public subscript(_ index: Int) -> JSONTree? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  public var elements: [JSONTree]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  public var members: [String: JSONTree]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  public var number: Double? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  public var int: Int? { number.flatMap { Int(exactly: $0) } }

  /// The value at a JSON pointer (RFC 6901), or nil.
  public func at(_ pointer: String) -> JSONTree? {
    var value: JSONTree? = self
    for step in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
      if case .array = value { value = Int(name).flatMap { value?[$0] } } else { value = value?[name] }
    }
    return value
  }
}

extension JSONTree: CustomStringConvertible {
  /// The value as JSON text, members by name.
  public var description: String {
    switch self {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let number):
      return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .string(let text): return Self.quoted(text)
    case .array(let elements): return "[" + elements.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      let text = members.sorted { $0.key < $1.key }.map { Self.quoted($0.key) + ":" + $0.value.description }
      return "{" + text.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  public init(nilLiteral: ()) { self = .null }
  public init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
