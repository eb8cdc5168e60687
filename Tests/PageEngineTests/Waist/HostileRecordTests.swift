import LayoutEngine
import TestSupport
import Testing

@testable import PageEngine

extension ExportsTests {
  /// Numbers and records that no page sends. Tests of the exported functions share sessions, too, so that all of
  /// these run one after the other.
  @Suite(.serialized) struct HostileRecordTests {
    private static let moved: [UInt8] = Records.move(["container": Twins.container])

    /// Calls a function with the bytes of a text.
    private func calling<Result>(_ text: String, _ call: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
      let bytes = Array(text.utf8) + [0]
      return bytes.withUnsafeBufferPointer { call($0.baseAddress!, text.utf8.count) }
    }

    private func opened() throws -> (replica: Int, session: Int) {
      let base = try Origin(DeltaTests.body(["kind": "list", "rowHeight": 30])).base
      let replica = base.withUnsafeBufferPointer { openReplica($0.baseAddress!, $0.count) }
      let session = calling("mine") { openSession(ofReplica: replica, $0, $1, 3) }
      #expect(replica > 0 && session > 0)
      return (replica, session)
    }

    private func fill(_ session: Int, _ record: [UInt8]) throws {
      let place = try #require(UnsafeMutableRawPointer(bitPattern: inbox(ofSession: session, record.count)))
      record.withUnsafeBytes { place.copyMemory(from: $0.baseAddress!, byteCount: record.count) }
    }

    private func begin(_ session: Int) throws {
      try fill(session, Self.moved)
      let flags = Waist.MoveFlag.record.bit
      let address = scroll(session: session, 0, 0, 320, 480, 0, 0, flags, Self.moved.count)
      #expect(address > 0)
      #expect(try ReadDelta(address).type == .reset)
    }

    private func shut(_ replica: Int, _ session: Int) {
      closeSession(session)
      close(replica)
    }

    @Test func `a session scrolls, changes, and follows a replica until it is closed`() throws {
      let (replica, session) = try opened()
      try begin(session)
      #expect(recordDigest() == Waist.digest)
      let address = scroll(session: session, 0, 200, 320, 480, 0, 1, Waist.MoveFlag.velocity.bit, 0)
      #expect(try ReadDelta(address).count(of: .rowKeys) > 0)
      #expect(scroll(session: session, 0, 200.25, 320, 480, 0, 0, 0, 0) == 0)
      var batch = BatchRecord(id: "own")
      batch.add(.deleteItems, [.path(0, 8)])
      let record = batch.bytes()
      try fill(session, record)
      let changed = try ReadDelta(change(session: session, record.count))
      #expect(changed.has(.proposal) && changed.cause == .updates)
      #expect(proposals(ofReplica: replica) == 1 && lastProposal(ofReplica: replica) == 0)
      #expect(nextDelta(ofSession: session) == 0)
      #expect(calling("own") { withdraw(fromReplica: replica, $0, $1) } == 200)
      #expect(try ReadDelta(nextDelta(ofSession: session)).cause == .settled)
      closeSession(session)
      #expect(nextDelta(ofSession: session) == -404 && inbox(ofSession: session, 8) == -404)
      closeSession(replica)
      #expect(version(ofReplica: replica) == 1)
      close(replica)
    }

    @Test func `the session of a closed replica has the status 404`() throws {
      let (replica, session) = try opened()
      try begin(session)
      close(replica)
      #expect(scroll(session: session, 0, 0, 320, 480, 0, 0, 0, 0) == -404)
      #expect(change(session: session, 0) == -404 && nextDelta(ofSession: session) == -404)
      closeSession(session)
    }

    @Test(arguments: [Int.min, -1, 0, 999, Int.max])
    func `a number of nothing is no session`(number: Int) throws {
      #expect(calling("mine") { openSession(ofReplica: number, $0, $1, 0) } == -404)
      #expect(scroll(session: number, 0, 0, 1, 1, 0, 0, 0, 0) == -404)
      #expect(change(session: number, 0) == -404)
      #expect(nextDelta(ofSession: number) == -404)
      #expect(inbox(ofSession: number, 8) == -404)
      closeSession(number)
      let (replica, session) = try opened()
      #expect(inbox(ofSession: session, number) < 0 || number == 0 || number == 999)
      shut(replica, session)
    }

    @Test func `a session without a viewport or with a name that is none is refused`() throws {
      let (replica, session) = try opened()
      #expect(scroll(session: session, 0, 0, 320, 480, 0, 0, 0, 0) == -404)
      let wrong = calling("a/b") { openSession(ofReplica: replica, $0, $1, 0) }
      try fill(wrong, Self.moved)
      #expect(
        scroll(session: wrong, 0, 0, 320, 480, 0, 0, Waist.MoveFlag.record.bit, Self.moved.count) < 0)
      closeSession(wrong)
      shut(replica, session)
    }

    @Test func `numbers that are none, negative lengths and far bounds are refused`() throws {
      let (replica, session) = try opened()
      try begin(session)
      let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude]
      for number in numbers {
        for place in 0..<6 {
          var all: [Double] = [0, 0, 320, 480, 0, 0]
          all[place] = number
          let status = scroll(session: session, all[0], all[1], all[2], all[3], all[4], all[5], 2, 0)
          #expect(status == -422 || status == -400 || status == -413, "\(number) at \(place): \(status)")
        }
      }
      #expect(scroll(session: session, 0, 0, -1, 480, 0, 0, 0, 0) < 0)
      #expect(scroll(session: session, 0x1p53, 0x1p53, 1, 1, 0, 0, 0, 0) >= 0)
      #expect(scroll(session: session, 0, 0, 320, 480, 0, 0, .max, .max) < 0)
      #expect(scroll(session: session, 0, 0, 320, 480, 0, 0, 0, .min) >= 0)
      shut(replica, session)
    }

    @Test func `a record of another declaration is refused`() throws {
      let (replica, session) = try opened()
      try begin(session)
      var moved = Self.moved
      Records.set(Int(Waist.digest ^ 1), at: 0, in: &moved)
      try fill(session, moved)
      #expect(scroll(session: session, 0, 0, 320, 480, 0, 0, Waist.MoveFlag.record.bit, moved.count) < 0)
      var batch = BatchRecord().bytes()
      Records.set(Int(Waist.digest ^ 1), at: 0, in: &batch)
      try fill(session, batch)
      #expect(change(session: session, batch.count) < 0)
      shut(replica, session)
    }

    @Test func `records with other counts, texts and bytes are refused, or make a delta`() throws {
      var random = SeededGenerator(seed: 11)
      let (replica, session) = try opened()
      try begin(session)
      for round in 0..<TestEffort.part(of: 4000) {
        var record =
          round % 2 == 0
          ? batch(&random) : Records.move(["overscan": ["top": 40]], anchor: (.item, [1, 0, 2]))
        for _ in 0..<random.integer(1...3) { damage(&record, &random) }
        let length = random.chance(1, in: 4) ? random.integer(0...record.count + 64) : record.count
        try fill(session, record)
        let status =
          round % 2 == 0
          ? change(session: session, length)
          : scroll(session: session, 0, 0, 320, 480, 0, 0, Waist.MoveFlag.record.bit, length)
        if status > 0 { _ = try ReadDelta(status) } else { #expect(status >= -599) }
      }
      let again = calling("mine") { openSession(ofReplica: replica, $0, $1, 0) }
      var picture = PagePicture()
      picture.apply(try ReadDelta(scroll(session: again, 0, 0, 320, 480, 0, 0, 0, 0)))
      #expect(!picture.elements.isEmpty)
      closeSession(again)
      shut(replica, session)
    }

    private func batch(_ random: inout SeededGenerator) -> [UInt8] {
      var batch = BatchRecord()
      let item = BatchRecord.NewItem(
        id: "item \(random.integer(0...1_000_000))", size: Size(width: 10, height: 10), template: "t",
        content: "{}")
      batch.add(.insertItems, [.path(0, 0)], items: [item])
      batch.add(.reconfigureItems, [.path(0, 3), .id("1-3")])
      batch.add(.moveItem, [.key(random.integer(1...40)), .path(0, 1)])
      return batch.bytes()
    }

    /// Sets a word of the record to a number that it may not have.
    private func damage(_ record: inout [UInt8], _ random: inout SeededGenerator) {
      let numbers = [0, 1, -1, 2, 7, 255, 65_536, Int(Int32.max), Int(Int32.min), 1 << 28]
      let limit = random.chance(2, in: 3) ? min(record.count, 128) : record.count
      let word = random.integer(1...max(1, limit / 4 - 1))
      Records.set(random.pick(numbers), at: 4 * word, in: &record)
    }

    @Test func `a record has exactly the bytes of its counts`() throws {
      let (replica, session) = try opened()
      try begin(session)
      var batch = BatchRecord()
      batch.add(.reconfigureItems, [.path(0, 3)])
      for extra in [8, 64] {
        var record = batch.bytes() + [UInt8](repeating: 0, count: extra)
        Records.set(record.count, at: Waist.Batch.bytes.rawValue, in: &record)
        try fill(session, record)
        #expect(change(session: session, record.count) == -422)
      }
      let record = batch.bytes()
      try fill(session, record)
      #expect(change(session: session, record.count) > 0)
      shut(replica, session)
    }

    @Test func `a batch says why it is refused`() throws {
      let (replica, session) = try opened()
      try begin(session)
      func status(_ batch: BatchRecord) throws -> Int {
        let record = batch.bytes()
        try fill(session, record)
        return change(session: session, record.count)
      }
      var unknown = BatchRecord()
      unknown.add(.deleteItems, [.key(7777)])
      #expect(try status(unknown) < 0)
      var misplaced = BatchRecord()
      misplaced.add(.deleteItems, [.section(0)])
      #expect(try status(misplaced) < 0)
      var repeated = BatchRecord()
      repeated.add(.insertItems, [.path(0, 0)], items: [BatchRecord.NewItem(id: "1-3")])
      #expect(try status(repeated) < 0)
      var beside = BatchRecord()
      beside.add(.insertItems, [], .after, items: [BatchRecord.NewItem(id: "new")])
      #expect(try status(beside) < 0)
      var wrong = BatchRecord()
      wrong.add(
        .insertItems, [.path(0, 0)], items: [BatchRecord.NewItem(id: "new", template: "t", content: "{")])
      #expect(try status(wrong) < 0)
      var huge = BatchRecord()
      let size = Size(width: .infinity, height: 1)
      huge.add(.insertItems, [.path(0, 0)], items: [BatchRecord.NewItem(id: "new", size: size)])
      #expect(try status(huge) < 0)
      var nameless = BatchRecord()
      nameless.add(
        .insertItems, [.path(0, 0)], items: [BatchRecord.NewItem(id: "new", template: "", content: "1")])
      #expect(try status(nameless) == -422)
      var long = BatchRecord()
      let text = "\"" + String(repeating: "a", count: 65_535) + "\""
      long.add(.insertItems, [.path(0, 0)], items: [BatchRecord.NewItem(id: "new", content: text)])
      #expect(try status(long) == -422)
      #expect(proposals(ofReplica: replica) == 0)
      shut(replica, session)
    }

    @Test func `a target that is nowhere is refused, and the viewport stays`() throws {
      let (replica, session) = try opened()
      try begin(session)
      let flags = Waist.MoveFlag.record.bit
      func status(_ record: [UInt8]) throws -> Int {
        try fill(session, record)
        return scroll(session: session, 0, 90, 320, 480, 0, 0, flags, record.count)
      }
      // A key that no element has, the ids of nothing, and a position that is none.
      #expect(try status(Records.move(anchor: (.item, [0, 7777, 0]))) == -422)
      #expect(try status(Records.move(anchor: (.item, [2, 0, 4]), id: "move")) == -422)
      #expect(try status(Records.move(goal: ([2, 0, 4], 0), id: "move")) == -422)
      #expect(try status(Records.move(goal: ([1, 0, 3], 99))) == -422)
      #expect(try status(Records.move(goal: ([1, 0, 3], -1))) == -422)
      // There are three sections of 30 items.
      #expect(try status(Records.move(goal: ([1, 0, 30], 0))) == -422)
      #expect(try status(Records.move(goal: ([1, 3, 0], 0))) == -422)
      #expect(try status(Records.move(goal: ([3, 99, 0], 0))) == -422)
      #expect(try status(Records.move(goal: ([3, -1, 0], 0))) == -422)
      #expect(try status(Records.move(goal: ([4, 0, 4], 0), id: "none")) == -422)
      #expect(try status(Records.move(goal: ([4, 0, 99], 0))) == -422)
      #expect(scroll(session: session, 0, 0, 320, 480, 0, 0, 0, 0) == 0)
      shut(replica, session)
    }

    @Test func `members beside the numbers of a move are an object without those`() throws {
      let (replica, session) = try opened()
      try begin(session)
      let wrong: [JSONTree] = [
        ["bounds": [0, 90, 320, 480]], ["resync": true], ["anchor": "start"], [1, 2],
      ]
      for json in wrong {
        let record = Records.move(json)
        try fill(session, record)
        let flags = Waist.MoveFlag.record.bit
        #expect(scroll(session: session, 0, 30, 320, 480, 0, 0, flags, record.count) == -422, "\(json)")
      }
      #expect(scroll(session: session, 0, 0, 320, 480, 0, 0, 0, 0) == 0)
      shut(replica, session)
    }

    @Test func `a goal may be named by its id before the page has a window`() throws {
      let (replica, session) = try opened()
      let record = Records.move(["container": Twins.container], goal: ([2, 0, 4], 0), id: "1-20")
      try fill(session, record)
      let address = scroll(session: session, 0, 0, 320, 480, 0, 0, Waist.MoveFlag.record.bit, record.count)
      let delta = try ReadDelta(address)
      #expect(delta.double(.bounds, 1) > 600 && delta.double(.adjustment, 1) == delta.double(.bounds, 1))
      shut(replica, session)
    }
  }
}
