import CollectionModel
import LayoutEngine
import TestSupport
import Testing

@testable import PageEngine

/// The deltas of batches that a session gets as numbers.
struct BatchDeltaTests {
  @Test func `a batch of numbers has a body that makes the same of the collection of the service`() throws {
    var twins = try Twins(DeltaTests.body(["kind": "list", "rowHeight": 30], items: 6))
    let item = BatchRecord.NewItem(
      id: "new", size: Size(width: 10, height: 25), template: "t", content: #"{"a":1}"#)
    let other = BatchRecord.NewItem(id: "other", size: Size(width: 10, height: 25))
    var key: Int { twins.picture.elements.first { $0.value.id == "0-2" }?.key ?? 0 }
    var batches: [BatchRecord] = []
    func add(_ build: (inout BatchRecord) -> Void) {
      var batch = BatchRecord(id: "own \(batches.count)")
      build(&batch)
      batches.append(batch)
    }
    let kept = key
    add { $0.add(.insertItems, [.path(0, 0), .path(1, 0)], items: [item, other], animation: 3) }
    add { $0.add(.moveItem, [.key(kept), .path(2, 1)]) }
    add { $0.add(.moveItem, [.id("0-1")], .before, beside: .id("1-1")) }
    add {
      $0.add(
        .reloadItems, [.key(kept), .path(1, 2)], items: [BatchRecord.NewItem(id: "a"), BatchRecord.NewItem()])
    }
    add { $0.add(.reconfigureItems, [.path(0, 0), .id("1-4")]) }
    add { $0.add(.deleteSections, [.section(1)]) }
    add { $0.add(.moveSection, [.sectionID("section 2"), .section(0)]) }
    add { $0.add(.deleteItems, [.path(0, 0), .id("2-4"), .path(1, 0)]) }
    for (number, batch) in batches.enumerated() {
      try twins.session.take(batch)
      let shown = twins.page.shown.state.stored()
      let body = try #require(twins.page.lastProposal?.serviceBody)
      let entry = try twins.origin.order(body, id: "own \(number)")
      _ = try twins.page.apply(entry, includesContent: true)
      #expect(twins.page.proposalCount == 0)
      #expect(twins.page.stored() == twins.origin.base, "batch \(number)")
      #expect(shown.count == twins.page.shown.state.stored().count)
      #expect(try !twins.session.writeNext(), "batch \(number)")
    }
  }

  @Test func `a batch of numbers is made anew on top of the changes of others`() throws {
    var twins = try Twins(DeltaTests.body(["kind": "list", "rowHeight": 30], items: 6))
    let key = try #require(twins.picture.elements.first { $0.value.id == "0-2" }?.key)
    var batch = BatchRecord(id: "own")
    batch.add(.deleteItems, [.key(key)])
    try twins.change(batch.bytes(), .updates(.delete("0-2")))
    let entry = try twins.origin.order(.updates(.insert("theirs", at: 0), .delete("0-1")))
    _ = try twins.page.apply(entry, includesContent: true)
    while try twins.session.writeNext() {
      twins.picture.apply(try ReadDelta(Int(bitPattern: twins.session.outbox)))
    }
    let ids = twins.picture.elements.values.filter { $0.path.section == 0 }.sorted { $0.path < $1.path }
    #expect(ids.map(\.id) == ["theirs", "0-0", "0-3", "0-4", "0-5"])
    #expect(twins.page.proposalCount == 1)
  }

  @Test func `an item that moves and gets another description is both, with its new texts`() throws {
    var twins = try Twins(DeltaTests.body(["kind": "list", "rowHeight": 30]))
    let key = try #require(twins.picture.elements.first { $0.value.id == "0-2" }?.key)
    var batch = BatchRecord()
    let item = BatchRecord.NewItem(id: "0-2", template: "t", content: "{\"n\":1}")
    batch.add(.moveItem, [.key(key), .path(0, 5)])
    batch.add(.reconfigureItems, [.id("0-2")], items: [item])
    try twins.session.take(batch)
    let delta = try ReadDelta(Int(bitPattern: twins.session.outbox))
    twins.picture.apply(delta)
    let row = try #require((0..<delta.count(of: .rowKeys)).first { delta.int(.rowKeys, $0) == key })
    let flags = UInt16(delta.int(.rowFlags, row))
    #expect(flags >> Waist.RowFlag.changeShift & 7 == Waist.Change.move.rawValue)
    #expect(flags >> Waist.RowFlag.renewalShift & 3 == Waist.Renewal.reconfigured.rawValue)
    #expect(twins.picture.elements[key]?.content == "{\"n\":1}")
  }

  @Test func `content that the page shows itself needs no template`() throws {
    let twins = try Twins(DeltaTests.body(["kind": "list", "rowHeight": 30]))
    for content in ["[1,null]", "0", "\"\""] {
      var batch = BatchRecord()
      batch.add(.reconfigureItems, [.id("0-2")], items: [BatchRecord.NewItem(id: "0-2", content: content)])
      try twins.session.take(batch)
      let delta = try ReadDelta(Int(bitPattern: twins.session.outbox))
      let texts = delta.text(.text, from: 0, to: delta.count(of: .text))
      #expect(texts == "0-2" + content)
    }
  }
}

extension PageSession {
  fileprivate func take(_ batch: BatchRecord) throws {
    let record = batch.bytes()
    try put(record)
    try change(self.batch(record.count))
  }
}
