/// What has to move so that the rest is in order.
enum IncreasingSubsequence {
  /// The indices of the fewest members without which a sequence of different numbers increases, in order: those
  /// not on a longest increasing subsequence (patience sorting, after Fredman 1975).
  ///
  /// - Complexity: O(n log n) for n numbers, O(n) where they mostly increase already.
  static func indicesOutside(_ numbers: ContiguousArray<Int32>) -> ContiguousArray<Int> {
    var sorted = 1
    while sorted < numbers.count, numbers[sorted - 1] < numbers[sorted] { sorted += 1 }
    guard sorted < numbers.count else { return [] }

    // The place of the least number that ends an increasing subsequence of each length, less one.
    var ends = ContiguousArray<Int32>()
    var before = ContiguousArray<Int32>(repeating: -1, count: numbers.count)
    var last = -1
    for place in numbers.indices {
      let number = numbers[place]
      func isBeyond(_ length: Int) -> Bool { numbers[Int(ends[length])] > number }
      // Behind the one put down last is where the next of a rising run goes.
      var length = last + 1
      let followsLast =
        (length == ends.count || isBeyond(length)) && (last < 0 || !isBeyond(last))
      if !followsLast {
        var low = 0
        var high = ends.count
        while low < high {
          let middle = (low + high) / 2
          if isBeyond(middle) { high = middle } else { low = middle + 1 }
        }
        length = low
      }
      if length > 0 { before[place] = ends[length - 1] }
      if length == ends.count { ends.append(Int32(place)) } else { ends[length] = Int32(place) }
      last = length
    }

    var isOutside = ContiguousArray<Bool>(repeating: true, count: numbers.count)
    var place = ends[ends.count - 1]
    while place >= 0 {
      isOutside[Int(place)] = false
      place = before[Int(place)]
    }
    return ContiguousArray(numbers.indices.filter { isOutside[$0] })
  }
}
