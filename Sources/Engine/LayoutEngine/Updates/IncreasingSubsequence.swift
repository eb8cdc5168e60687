/// Finds the fewest members to move so that the others are in order.
enum IncreasingSubsequence {
  /// The indices of the fewest members without which a sequence of distinct numbers increases, in order.
  ///
  /// These are the members outside a longest increasing subsequence (patience sorting, after Fredman 1975).
  ///
  /// - Complexity: O(n log n) for n numbers, O(n) where they mostly increase already.
  static func indicesOutside(_ numbers: ContiguousArray<Int32>) -> ContiguousArray<Int> {
    var rising = 1
    while rising < numbers.count, numbers[rising - 1] < numbers[rising] { rising += 1 }
    guard rising < numbers.count else { return [] }

    // At index l: the least number that ends an increasing subsequence of length l + 1, and the index of that number.
    var ends = ContiguousArray(numbers[..<rising])
    var places = ContiguousArray((0..<rising).map(Int32.init))
    var before = ContiguousArray((0..<rising).map { Int32($0) - 1 })
    before.reserveCapacity(numbers.count)
    var last = rising - 1
    for place in rising..<numbers.count {
      let number = numbers[place]
      // The next number of a rising run goes behind the last one.
      var length = last + 1
      if ends[last] > number || length < ends.count && ends[length] < number {
        length = ends.bisect { $0 > number }
      }
      before.append(length == 0 ? -1 : places[length - 1])
      if length == ends.count {
        ends.append(number)
        places.append(Int32(place))
      } else {
        ends[length] = number
        places[length] = Int32(place)
      }
      last = length
    }

    var isOutside = ContiguousArray(repeating: true, count: numbers.count)
    var place = places[places.count - 1]
    while place >= 0 {
      isOutside[Int(place)] = false
      place = before[Int(place)]
    }
    return ContiguousArray(isOutside.indices.filter { isOutside[$0] })
  }
}
