/// Returns frames like those of a flow of varied sizes, four numbers each, rounded to the pixels of a scale.
func flowFrames(count: Int, scale: Double) -> [Double] {
  var frames: [Double] = []
  frames.reserveCapacity(4 * count)
  var (x, y, line) = (0.0, 0.0, 0.0)
  func pixels(_ length: Double) -> Double { (length * scale).rounded() / scale }
  for index in 0..<count {
    let width = 40 + Double(index * 37 % 83) * 0.77
    let height = 30 + Double(index * 53 % 71) * 0.61
    if x + width > 375 { (x, y, line) = (0, y + line + 10, 0) }
    frames += [pixels(x), pixels(y), pixels(width), pixels(height)]
    x += width + 9.3
    line = max(line, height)
  }
  return frames
}
