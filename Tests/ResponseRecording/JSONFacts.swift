/// The facts that a schema can be about in a JSON text, as numbers: which members an object has, and for each value its
/// path, its type, the sign of a number and the words of an enumeration. Text that is no JSON has some facts too.
///
/// Two bodies with the same facts differ in lengths of lists, in numbers of the same sign and in texts.
///
/// - Complexity: O(n) in the bytes of the text.
struct JSONFacts {
  private(set) var all: Set<UInt64> = []
  private let bytes: [UInt8]
  private var position = 0
  private var open: [Container] = []
  private let root: UInt64

  /// An object or a list whose end has not been read.
  private struct Container {
    var path: UInt64
    var isObject: Bool
    /// The number of values so far.
    var count = 0
    /// The sum over the names of members, in which their order does not matter.
    var names: UInt64 = 0
    /// The path to the member whose value is next.
    var member: UInt64 = 0
    var isBeforeName = true
  }

  /// - Parameter root: the kind of the response, so that facts of two kinds differ.
  init(of bytes: [UInt8], root: UInt64) {
    self.bytes = bytes
    self.root = root
    while position < bytes.count { readToken() }
  }

  private mutating func readToken() {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\""): readString()
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let path = valuePath().mixed(with: UInt64(byte))
      position += 1
      open.append(Container(path: path, isObject: byte == UInt8(ascii: "{")))
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      position += 1
      guard let closed = open.popLast() else { return }
      all.insert(closed.path.mixed(with: closed.isObject ? closed.names : UInt64(min(closed.count, 17))))
    case UInt8(ascii: ","):
      position += 1
      if !open.isEmpty { open[open.count - 1].isBeforeName = true }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
    case UInt8(ascii: "a")...UInt8(ascii: "z"):
      all.insert(valuePath().mixed(with: UInt64(byte)))
      while position < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[position]) {
        position += 1
      }
    default: position += 1
    }
  }

  /// Returns the path to the value that begins here, and counts it.
  private mutating func valuePath() -> UInt64 {
    guard !open.isEmpty else { return root }
    let container = open[open.count - 1]
    open[open.count - 1].count += 1
    // Rows of columns have up to four numbers, of which each has a meaning of its own.
    return container.isObject ? container.member : container.path.mixed(with: UInt64(container.count % 4))
  }

  private mutating func readString() {
    position += 1
    let start = position
    var isWord = true
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") { position += 1 }
      if position < bytes.count, !bytes[position].isLetter { isWord = false }
      position += 1
    }
    let content = bytes[min(start, bytes.count)..<min(position, bytes.count)]
    position += 1
    let hash = content.reduce(UInt64.start) { $0.mixed(with: UInt64($1)) }
    if let container = open.last, container.isObject, container.isBeforeName {
      open[open.count - 1].names &+= hash
      open[open.count - 1].member = container.path.mixed(with: hash)
      open[open.count - 1].isBeforeName = false
    } else {
      let text: UInt64 = content.isEmpty ? 1 : 2
      all.insert(valuePath().mixed(with: isWord && content.count <= 40 ? hash : text))
    }
  }

  private mutating func readNumber() {
    var (isNegative, isZero, isWhole) = (false, true, true)
    reading: while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "+"), UInt8(ascii: "0"): break
      case UInt8(ascii: "1")...UInt8(ascii: "9"): isZero = false
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isWhole = false
      default: break reading
      }
      position += 1
    }
    let kind: UInt64 = (isNegative ? 1 : 0) + (isZero ? 2 : 0) + (isWhole ? 4 : 0)
    all.insert(valuePath().mixed(with: 16 + kind))
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: false
    }
  }
}

extension UInt64 {
  /// The first value of a hash: FNV-1a, which gives the same numbers in every process.
  static let start: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The hash of these bytes, and of another number after them.
  func mixed(with next: UInt64) -> UInt64 {
    let product = (self ^ next) &* 0x0000_0100_0000_01b3
    return product ^ (product >> 29)
  }
}
