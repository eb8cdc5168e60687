import Foundation
import TestSupport
import Testing

@testable import FlightRecorder

/// The file of a recorder. `CrashTests` of the whole service crash processes.
struct FlightRecorderTests {
  private let path = TemporaryFiles.path("recorder")

  private func bytes() throws -> Data { try #require(FileManager.default.contents(atPath: path)) }

  @Test func `a new recorder has nothing, and only its owner may read it`() throws {
    let recorder = try FlightRecorder(path: path)
    #expect(recorder.crashes == [] && recorder.logMark == nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a mark is there when the file is opened again, and the newest counts`() throws {
    let recorder = try FlightRecorder(path: path)
    for number in 1...9 { recorder.note(LogMark(salt: 7, frames: UInt32(number))) }
    #expect(try FlightRecorder(path: path).logMark == LogMark(salt: 7, frames: 9))
  }

  @Test func `a changed byte of a mark leaves the mark before it, or none`() throws {
    let recorder = try FlightRecorder(path: path)
    recorder.note(LogMark(salt: 7, frames: 1))
    recorder.note(LogMark(salt: 7, frames: 2))
    let whole = try bytes()
    for place in 64..<112 {
      var changed = whole
      changed[place] ^= 0x10
      try changed.write(to: URL(filePath: path))
      let found = try FlightRecorder(path: path).logMark
      #expect(found == LogMark(salt: 7, frames: 1) || found == LogMark(salt: 7, frames: 2), "byte \(place)")
    }
  }

  @Test func `any bytes are taken, and never trap`() throws {
    var random = SeededGenerator(seed: 5)
    _ = try FlightRecorder(path: path)
    let whole = try bytes()
    for _ in 0..<200 {
      var changed = whole
      for _ in 0..<random.integer(1...200) {
        changed[random.integer(0...changed.count - 1)] = UInt8(random.integer(0...255))
      }
      try changed.prefix(random.integer(0...changed.count)).write(to: URL(filePath: path))
      let recorder = try FlightRecorder(path: path)
      #expect(recorder.crashes == [])
      recorder.forget([1, 2])
      recorder.note(LogMark(salt: 1, frames: 1))
      #expect(recorder.logMark?.frames == 1)
    }
  }

  @Test func `a path that cannot be opened says why`() {
    let error = #expect(throws: RecorderError.self) { try FlightRecorder(path: "/proc/none") }
    #expect(error?.description.isEmpty == false)
  }

  @Test func `what a thread works on is that of the innermost work, and its helpers can take it over`() {
    @Sendable func current() -> [UInt8] { ThreadWork.current.name }
    #expect(current() == [])
    FlightRecorder.working(on: [1]) {
      #expect(current() == [1])
      FlightRecorder.working(on: [2, 3]) { #expect(current() == [2, 3]) }
      #expect(current() == [1])
      let work = ThreadWork.current
      startConcurrently(1) {
        #expect(current() == [])
        work.run { #expect(current() == [1]) }
        #expect(current() == [])
      }()
    }
    #expect(current() == [])
  }

  @Test func `the work ends with an error too`() {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try FlightRecorder.working(on: [1]) { () throws(Failure) in throw Failure() }
    }
    #expect(ThreadWork.current.name == [])
  }
}
