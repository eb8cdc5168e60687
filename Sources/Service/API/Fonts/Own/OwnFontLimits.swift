import Support
import Text

/// The limits of the fonts that clients send.
public struct OwnFontLimits: Sendable {
  /// The largest file, in bytes.
  public var fileBytes = 8 << 20
  /// The largest number of fonts of one key; 0 turns fonts of clients off.
  public var perOwner = 64
  /// The bytes of memory that the fonts of all keys may take. At most an eighth of the memory.
  public var memory = MachineMemory.part(oneIn: 8, atMost: 512 << 20)

  /// Creates the default limits.
  public init() {}

  /// The largest font without compression, in bytes.
  var fontBytes: Int { max(FontFile.defaultLimit, fileBytes) }
}
