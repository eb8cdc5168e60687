import Synchronization

/// Objects that are expensive to create, stored for reuse while they are idle.
package final class IdleList<Element>: Sendable {
  /// `@unchecked Sendable`: an element is either in the list, behind its lock, or with the one caller that took it.
  private struct Slot: @unchecked Sendable {
    let element: Element
  }

  private struct State {
    var slots: [Slot] = []
    var isClosed = false
  }

  private let limit: Int
  private let state = Mutex(State())

  /// Creates an empty list.
  ///
  /// - Parameter limit: how many elements the list stores at most; an element given back beyond that is released.
  package init(limit: Int) { self.limit = limit }

  /// Whether the list has been closed.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Takes the idle element that was given back last; nil if there is none.
  ///
  /// - Complexity: O(1).
  package func take() -> Element? { state.withLock { $0.slots.popLast() }?.element }

  /// Takes the idle element that was given back last among those that are suitable; nil if there is none.
  ///
  /// - Complexity: O(n) for n idle elements.
  package func take(where isSuitable: (Element) -> Bool) -> Element? {
    state.withLock { state in
      state.slots.lastIndex { isSuitable($0.element) }.map { state.slots.remove(at: $0) }
    }?.element
  }

  /// Gives an element back, which its user must not touch afterwards.
  ///
  /// - Complexity: O(1).
  package func giveBack(_ element: Element) {
    let slot = Slot(element: element)
    state.withLock { state in
      if !state.isClosed, state.slots.count < limit { state.slots.append(slot) }
    }
  }

  /// Releases the idle elements, and from now on every element that is given back.
  package func close() {
    let released = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.slots
    }
    // Outside the lock: releasing may close files.
    withExtendedLifetime(released) {}
  }
}
