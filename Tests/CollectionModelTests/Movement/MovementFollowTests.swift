import CollectionTestSupport
import LayoutEngine
import Testing

@testable import CollectionModel

/// Changes by other clients while an item is moved.
@Suite("Movements while others change the collection")
struct MovementFollowTests {
  /// Rows of 40 points below a header of 22, the first of them held between the third and the fourth.
  private func held() throws -> SolvedCollection {
    let start = try Moving.solved(.list(Moving.list), Moving.sections([[40, 40, 40, 40, 40], [40]]))
    let now = try start.begin(0, 0).to(100, 130)
    #expect(now.shownIDs == [["0.1", "0.2", "0.0", "0.3", "0.4"], ["1.0"]])
    return now
  }

  private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(section: section, item: item) }

  /// Applies a batch, and checks that the diff turns the elements in the movement's viewport into the new ones.
  private func batch(_ actions: BatchUpdate.Action..., to now: SolvedCollection) throws -> SolvedCollection {
    var client = Client(now)
    client.elements[ElementPath(kind: .cell, indexPath: now.movement!.proposed)] = nil
    let (after, diff) = now.told(try now.applying(.updates(actions.map { BatchUpdate($0) })))
    client.take(diff)
    #expect(client.difference(from: Client(after), without: after.movement?.proposed) == nil)
    return after
  }

  @Test("an insertion before both the item and its proposed place moves both on")
  func insertionBefore() throws {
    let after = try batch(.insertItems(at: [path(0, 0)], [Item(id: "new")]), to: try held())
    #expect(after.plainIDs[0].first == "new" && after.version == 2)
    #expect(after.shownIDs == [["new", "0.1", "0.2", "0.0", "0.3", "0.4"], ["1.0"]])
    #expect(after.movement!.origin == path(0, 1) && after.movement!.proposed == path(0, 3))
    #expect(try after.endingMovement().after.plainIDs == after.shownIDs)
  }

  @Test("insertions and deletions behind leave both where they are")
  func behind() throws {
    let after = try batch(
      .insertItems(at: [path(0, 4)], [Item(id: "new")]), .deleteItems(at: [path(0, 4)]), to: try held())
    #expect(after.shownIDs == [["0.1", "0.2", "0.0", "0.3", "new"], ["1.0"]])
  }

  @Test("a change between the item and its proposed position moves only that position")
  func between() throws {
    let after = try batch(
      .deleteItems(at: [path(0, 1)]),
      .insertItems(at: [path(0, 1), path(0, 2)], [Item(id: "a"), Item(id: "b")]),
      to: try held())
    #expect(after.plainIDs == [["0.0", "a", "b", "0.2", "0.3", "0.4"], ["1.0"]])
    #expect(after.shownIDs == [["a", "b", "0.2", "0.0", "0.3", "0.4"], ["1.0"]])
  }

  @Test("when the item behind the proposed place is deleted, it stays behind the one before")
  func neighbourDeleted() throws {
    let after = try batch(.deleteItems(at: [path(0, 3)]), to: try held())
    #expect(after.shownIDs == [["0.1", "0.2", "0.0", "0.4"], ["1.0"]])
  }

  @Test("an item that another client moves, or whose section moves, is still held")
  func moved() throws {
    let elsewhere = try batch(.moveItem(from: path(0, 0), to: path(1, 0)), to: try held())
    #expect(elsewhere.movement!.origin == path(1, 0))
    #expect(elsewhere.shownIDs == [["0.1", "0.2", "0.0", "0.3", "0.4"], ["1.0"]])
    let turned = try batch(.moveSection(from: 0, to: 1), to: try held())
    #expect(turned.shownIDs == [["1.0"], ["0.1", "0.2", "0.0", "0.3", "0.4"]])
    #expect(turned.movement!.origin == path(1, 0) && turned.movement!.proposed == path(1, 2))
  }

  @Test("an item that is reconfigured while it is held is drawn anew when it is dropped")
  func reconfigured() throws {
    func drop(_ now: SolvedCollection) throws -> UpdateDiff.Change? {
      let (_, diff) = now.told(try now.endingMovement())
      return diff.changes.first { $0.kind == .cell && $0.from == now.movement!.proposed }
    }
    let plain = try held()
    #expect(try drop(plain)?.type == .move)
    #expect(try drop(plain)?.renewal == nil)
    let changed = try batch(.reconfigureItems(at: [path(0, 0)], [Item(id: "0.0")]), to: plain)
    #expect(try drop(changed)?.type == .move)
    #expect(try drop(changed)?.renewal == .reconfigured)
    let later = try batch(.insertItems(at: [path(0, 0)], [Item(id: "new")]), to: changed)
    #expect(try drop(later)?.renewal == .reconfigured)
    let (_, cancelled) = later.told(try later.cancellingMovement())
    #expect(cancelled.changes.contains { $0.type == .move && $0.renewal == .reconfigured })
  }

  @Test("when the proposed section is deleted, the item is back in its place")
  func proposedSectionDeleted() throws {
    let now = try held().to(100, 260)
    #expect(now.movement!.proposed.section == 1)
    let after = try batch(.deleteSections(at: [1]), to: now)
    #expect(
      after.movement!.proposed == path(0, 0) && after.shownIDs == [["0.0", "0.1", "0.2", "0.3", "0.4"]])
  }

  @Test("a deleted item ends its movement, once")
  func itemDeleted() throws {
    let after = try batch(.deleteItems(at: [path(0, 0)]), to: try held())
    #expect(after.movement == nil && after.shownIDs == [["0.1", "0.2", "0.3", "0.4"], ["1.0"]])
    #expect(refusal { try after.moving(to: .zero) } == .cancelled(.itemIsGone))
    #expect(refusal { try after.endingMovement() } == .cancelled(.itemIsGone))
    #expect(refusal { try after.forgettingMovement().after.endingMovement() } == .missing)
    #expect(try after.begin(0, 0).movement != nil)
  }

  @Test("a deleted section ends the movement of its item; a reloaded one too")
  func sectionDeleted() throws {
    let deleted = try batch(.deleteSections(at: [0]), to: try held())
    #expect(refusal { try deleted.cancellingMovement() } == .cancelled(.sectionIsGone))
    let reloaded = try batch(
      .reloadSections(at: [0], [Section(items: ItemSequence(count: 5))]), to: try held())
    #expect(refusal { try reloaded.moving(to: .zero) } == .cancelled(.itemIsGone))
  }

  @Test("a snapshot and another layout are followed as well")
  func otherChanges() throws {
    let now = try held()
    let snapshot = try now.applying(.snapshot(Moving.sections([[40, 40, 40], [40]]))).after
    #expect(snapshot.shownIDs == [["0.1", "0.2", "0.0"], ["1.0"]])
    let grid = try now.applying(.layout(LayoutChoice(kind: .grid(GridLayout()), jsonText: [1]))).after
    #expect(grid.shownIDs == now.shownIDs)
    let fresh = try LayoutKind.grid(GridLayout()).prepare(grid.movement!.sections, in: Moving.container)
    #expect(
      grid.movement!.layout.elements(in: nil, visible: nil).records.map(\.frame)
        == fresh.elements(in: nil, visible: nil).records.map(\.frame))
  }

  @Test("random batches leave a movement that ends in the shown state")
  func random() throws {
    var state: UInt64 = 99
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for round in 0..<60 {
      let layout = Moving.kinds[round % Moving.kinds.count].layout
      var now = try Moving.solved(layout, Moving.sections([[40, 20, 90, 30], [60, 40], []]))
      now = try now.begin(next(2), next(2))
      for _ in 0..<6 {
        let size = now.layout.contentSize
        let position = Point(x: Double(next(1 + Int(size.width))), y: Double(next(1 + Int(size.height))))
        now = try now.moving(to: position).after
        let (section, count) = (next(3), now.state.sections[0].items.count)
        let actions: [BatchUpdate.Action] = [
          .insertItems(at: [path(section, 0)], [Item(id: "x", size: Size(width: 60, height: 25))]),
          .deleteItems(at: [path(0, next(max(1, count)))]), .moveItem(from: path(0, 0), to: path(section, 0)),
          .moveSection(from: 0, to: section), .reloadItems(at: [path(0, 0)], nil),
        ]
        let action = actions[next(actions.count)]
        guard (try? now.applying(.updates([BatchUpdate(action)]))) != nil else { continue }
        now = try batch(action, to: now)
        guard now.movement != nil else { break }
      }
      guard now.movement != nil else { continue }
      #expect(try now.endingMovement().after.plainIDs == now.shownIDs)
    }
  }
}

/// The errors that matter here, in comparable form.
private enum Refused: Equatable {
  case missing, inProgress, other
  case cancelled(MovementCancellation)
}

private func refusal(_ make: () throws -> CollectionStep) -> Refused? {
  do {
    _ = try make()
    return nil
  } catch {
    switch error as? MovementError {
    case .missing: return .missing
    case .inProgress: return .inProgress
    case .cancelled(let reason): return .cancelled(reason)
    default: return .other
    }
  }
}
