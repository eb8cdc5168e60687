#if hasFeature(Embedded)
  /// A moment of the clock of the program around the engine, which never goes back.
  public struct Moment: Hashable, Comparable, Sendable {
    /// The time since the clock's own beginning.
    public var time: Duration

    /// Creates the moment at a time since the clock's beginning.
    public init(_ time: Duration) { self.time = time }

    /// The current moment.
    public static var now: Moment { Moment(.milliseconds(hostTime())) }

    public static func < (a: Moment, b: Moment) -> Bool { a.time < b.time }
    /// The time from a moment to a later one; negative if the first is the earlier one.
    public static func - (a: Moment, b: Moment) -> Duration { a.time - b.time }
    /// The moment that is earlier by a duration.
    public static func - (a: Moment, b: Duration) -> Moment { Moment(a.time - b) }
    /// The moment that is later by a duration.
    public static func + (a: Moment, b: Duration) -> Moment { Moment(a.time + b) }
  }

  /// The time of the program around the engine, in milliseconds.
  @_extern(wasm, module: "host", name: "now")
  @_extern(c)
  private func hostTime() -> Double
#else
  /// A moment of a clock that never goes back.
  public typealias Moment = ContinuousClock.Instant
#endif
