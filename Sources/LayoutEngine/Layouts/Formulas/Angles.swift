extension Double {
  /// An angle in degrees as radians, within a turn.
  var radians: Double { truncatingRemainder(dividingBy: 720) * .pi / 180 }
}
