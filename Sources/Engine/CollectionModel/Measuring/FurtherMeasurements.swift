import Diagnostics
import LayoutEngine

/// The measurements that a version adds for viewports other than the main one, and those that it discards.
///
/// A replay lays out the main viewport only, so it cannot find out which elements the others have measured: an entry of
/// the journal says so.
public struct FurtherMeasurements: Sendable {
  /// The changes for the viewports that share measurements.
  struct Edits: Sendable {
    /// Whether the elements are all measurements, because the viewports are new or everything was discarded.
    var isWhole = false
    /// Discarded before the elements are added.
    var forgotten: [ElementPath] = []
    /// By their index paths after the change.
    var elements: [MeasuredElement] = []
    /// The statistics after the change.
    var learned = LearnedEstimate()
  }

  private(set) var edits: [MeasuringKey: Edits] = [:]

  /// No changes.
  public init() {}

  init(_ edits: [MeasuringKey: Edits]) { self.edits = edits }

  var isEmpty: Bool { edits.isEmpty }

  /// Notes that the measurements for a key are all those that it has from now on.
  mutating func noteWhole(_ key: MeasuringKey) { edits[key] = Edits(isWhole: true) }

  mutating func note(_ elements: [MeasuredElement], for key: MeasuringKey) {
    // `completed` finds all of them.
    if edits[key]?.isWhole != true { edits[key, default: Edits()].elements += elements }
  }

  mutating func note(forgotten paths: [ElementPath], for key: MeasuringKey) {
    if edits[key]?.isWhole != true { edits[key, default: Edits()].forgotten += paths }
  }

  /// Adds later measurements.
  mutating func merge(_ later: FurtherMeasurements) {
    for (key, edits) in later.edits {
      guard !edits.isWhole else {
        noteWhole(key)
        continue
      }
      note(forgotten: edits.forgotten, for: key)
      note(edits.elements, for: key)
    }
  }

  /// Returns the changes of a version for its journal entry: with all elements where a viewport is new, and with the
  /// statistics.
  func completed(by after: SolvedCollection, from before: SolvedCollection) -> FurtherMeasurements {
    var completed = FurtherMeasurements()
    let main = after.mainKey
    for (key, measured) in after.state.measured where key != main {
      let hasLearned = before.state.measured[key].map { $0.learned != measured.learned } ?? true
      guard var edits = edits[key] ?? (hasLearned ? Edits() : nil) else { continue }
      if edits.isWhole { edits.elements = measured.elements(describedBy: after.state.sections) }
      edits.learned = measured.learned
      completed.edits[key] = edits
    }
    for (key, edits) in edits where edits.isWhole && key != main && after.state.measured[key] == nil {
      completed.edits[key] = Edits(isWhole: true)
    }
    return completed
  }
}

extension SolvedCollection {
  /// Adds and discards the measurements that an entry of the journal has for viewports other than the main one.
  ///
  /// - Throws: an error if an element does not exist, or if the layout has no result for some item.
  mutating func replay(_ further: FurtherMeasurements) throws(ChangeError) {
    for (key, edits) in further.edits {
      let estimate = state.measured[key]?.learned.estimate
      if edits.isWhole { state.measured[key] = nil }
      var measured = state.measured[key] ?? MeasuredSections(state.sections)
      let updated = try BatchError.rethrown(
        as: ChangeError.conflicts, from: measured.restore(edits, describedBy: state.sections))
      let isEmpty = edits.isWhole && edits.elements.isEmpty && edits.learned == LearnedEstimate()
      state.measured[key] = isEmpty ? nil : measured
      do throws(LayoutError) {
        // A viewport that the replay includes is laid out as it was by the step.
        for (name, solvedViewport) in solvedViewports where solvedViewport.measuringKey == key {
          if edits.isWhole || estimate != edits.learned.estimate {
            solvedViewports[name] = try SolvedViewport(
              solvedViewport, measured.sections, estimate: edits.learned.estimate)
          } else if let updated {
            solvedViewports[name] = try SolvedViewport(solvedViewport, after: updated)
          }
        }
      } catch {
        throw .layout(error)
      }
    }
    self.further = FurtherMeasurements()
  }
}
