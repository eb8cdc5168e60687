internal import CHarfBuzz

extension FontFace {
  /// The script that the face is made for: that of more than half of its letters; nil if it is made for many.
  ///
  /// - Complexity: O(n), where n is the number of code points.
  func designScript() -> UInt32? {
    var counts: [UInt32: Int] = [:]
    var (current, run) = (HB_SCRIPT_COMMON.rawValue, 0)
    coverage.forEach { codePoint in
      let script = chb_script(codePoint).rawValue
      if script != current {
        counts[current, default: 0] += run
        (current, run) = (script, 0)
      }
      run += 1
    }
    counts[current, default: 0] += run
    for script in [HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN] { counts[script.rawValue] = nil }
    let total = counts.values.reduce(0, +)
    return counts.first { $0.value * 2 > total }?.key
  }
}
