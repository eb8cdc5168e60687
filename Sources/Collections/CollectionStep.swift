import LayoutEngine

/// The step from one version of a collection to the next, before anybody has agreed to it.
public struct CollectionStep: Sendable {
  public let change: CollectionChange
  public let before: SolvedCollection
  /// Its bounds are those before until `settle` has moved them.
  public private(set) var after: SolvedCollection
  /// The batch that makes the one of the other: the client's own, or what was found between two states.
  public let updates: [BatchUpdate]
  let map: UpdateMap

  /// What changes from before to after, with what the user sees held by the anchor.
  ///
  /// - Parameter visibleOnly: leaves out what is visible neither before nor after, where there are bounds.
  public func diff(anchor: DiffAnchor, visibleOnly: Bool) -> UpdateDiff {
    var target = after.side
    // Where the content offset goes is for the anchor to say.
    target.bounds = nil
    return UpdateDiff.between(before.side, and: target, by: map, anchor: anchor, visibleOnly: visibleOnly)
  }

  /// Moves the bounds after to where a diff has found that they go.
  public mutating func settle(_ diff: UpdateDiff) {
    guard let bounds = after.state.bounds else { return }
    let offset = diff.contentOffset.to
    after.state.bounds = Rect(x: offset.x, y: offset.y, width: bounds.width, height: bounds.height)
  }
}

extension SolvedCollection {
  /// What a change makes of the collection.
  ///
  /// - Throws: everything that is wrong with the change, which then changed nothing.
  /// - Complexity: that of the change, where the layout's kind can follow one; a snapshot's O(n log n) for n items.
  public func applying(_ change: CollectionChange) throws(ChangeRefusal) -> CollectionStep {
    switch change {
    case .updates(let updates):
      let updated = try updating(by: updates)
      return CollectionStep(
        change: change, before: self, after: try following(updated), updates: updates, map: updated.map)
    case .snapshot(let sections):
      let difference = try difference(to: sections)
      let updated = try updating(by: difference)
      return CollectionStep(
        change: change, before: self, after: try following(updated), updates: difference.updates,
        map: updated.map)
    }
  }

  /// The next version, laid out from how this one is.
  private func following(_ updated: SectionList.Updated) throws(ChangeRefusal) -> SolvedCollection {
    var next = state
    next.version += 1
    next.sections = updated.sections
    do throws(LayoutFailure) {
      return SolvedCollection(
        next, try state.layout.prepare(updated, from: layout, in: state.container))
    } catch {
      throw .layout(error)
    }
  }

  private func updating(by updates: [BatchUpdate]) throws(ChangeRefusal) -> SectionList.Updated {
    do throws(BatchConflicts) { return try state.sections.applying(updates) } catch {
      throw .conflicts(error)
    }
  }

  private func updating(by difference: SnapshotDifference) throws(ChangeRefusal) -> SectionList.Updated {
    do throws(BatchConflicts) {
      return try state.sections.applying(difference)
    } catch {
      throw .conflicts(error)
    }
  }

  private func difference(to sections: SectionList) throws(ChangeRefusal) -> SnapshotDifference {
    do throws(SnapshotProblems) {
      return try state.sections.difference(to: sections)
    } catch {
      throw .identities(error)
    }
  }
}
