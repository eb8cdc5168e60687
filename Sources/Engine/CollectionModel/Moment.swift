#if hasFeature(Embedded)
  /// A moment of the clock of the program around the engine, which never goes back.
  public struct Moment: Hashable, Comparable, Sendable {
    /// The time since the clock's own beginning.
    public var time: Duration

    public init(_ time: Duration) { self.time = time }

    public static var now: Moment { Moment(.milliseconds(hostTime())) }

    public static func < (a: Moment, b: Moment) -> Bool { a.time < b.time }
    public static func - (a: Moment, b: Moment) -> Duration { a.time - b.time }
    public static func - (a: Moment, b: Duration) -> Moment { Moment(a.time - b) }
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
