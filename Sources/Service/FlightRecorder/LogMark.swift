import CFlightRecorder
import Glibc

/// How far the log of a store had come at the last commit.
public struct LogMark: Hashable, Sendable {
  /// The two numbers that tell this log from the one before in the same file.
  public var salt: UInt64
  /// The number of its frames.
  public var frames: UInt32

  /// Creates a mark of a log's salt and the number of its frames.
  public init(salt: UInt64, frames: UInt32) {
    self.salt = salt
    self.frames = frames
  }
}

extension FlightRecorder {
  /// A mark as it lies in the file. The sum covers the others.
  private struct Slot {
    var number: UInt64
    var salt: UInt64
    var frames: UInt32
    var sum: UInt32

    var mark: LogMark { LogMark(salt: salt, frames: frames) }

    var rightSum: UInt32 {
      // The sum is the last member.
      withUnsafeBytes(of: self) { tessera_sum($0.baseAddress, $0.count - MemoryLayout<UInt32>.size) }
    }
  }

  /// The last mark; nil if there is none.
  public var logMark: LogMark? { newest?.mark }

  /// Notes how far the log has come. A process that is killed meanwhile leaves the mark before.
  public func note(_ mark: LogMark) {
    let number = (newest?.number ?? 0) + 1
    var slot = Slot(number: number, salt: mark.salt, frames: mark.frames, sum: 0)
    slot.sum = slot.rightSum
    slots[Int(number % 2)] = slot
  }

  private var newest: Slot? {
    slots.filter { $0.number > 0 && $0.sum == $0.rightSum }.max { $0.number < $1.number }
  }

  /// There are two, written in turn.
  private var slots: UnsafeMutableBufferPointer<Slot> {
    let start = (memory + Self.marksOffset).assumingMemoryBound(to: Slot.self)
    return UnsafeMutableBufferPointer(start: start, count: 2)
  }
}
