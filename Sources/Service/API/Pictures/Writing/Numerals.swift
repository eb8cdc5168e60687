/// Formats numbers for people: with thousands separators and at most two decimals.
enum Numerals {
  static func count(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var grouped = value < 0 ? "−" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { grouped.append(",") }
      grouped.append(digit)
    }
    return grouped
  }

  static func length(_ points: Double) -> String {
    guard points.isFinite else { return "0" }
    let bounded = min(max(points, -9e15), 9e15)
    let hundredths = Int((bounded * 100).rounded())
    let fraction = hundredths.magnitude % 100
    var text = count(hundredths / 100)
    // The whole number 0 has no sign, so numbers between −1 and 0 need theirs.
    if hundredths < 0, hundredths > -100 { text = "−" + text }
    if fraction == 0 { return text }
    text += fraction % 10 == 0 ? ".\(fraction / 10)" : fraction < 10 ? ".0\(fraction)" : ".\(fraction)"
    return text
  }

  /// Returns a size such as "375 × 44".
  static func size(_ width: Double, _ height: Double) -> String {
    "\(length(width)) × \(length(height))"
  }
}
