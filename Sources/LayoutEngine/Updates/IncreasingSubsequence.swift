/// What has to move so that the rest is in order.
enum IncreasingSubsequence {
  /// The indices of the fewest members without which a sequence of different numbers increases, in order.
  ///
  /// They are those not on a longest increasing subsequence (patience sorting, after Fredman 1975).
  ///
  /// - Complexity: O(n log n) for n numbers, O(n) where they mostly increase already.
  static func indicesOutside(_ numbers: ContiguousArray<Int32>) -> ContiguousArray<Int> {
    var rising = 1
    while rising < numbers.count, numbers[rising - 1] < numbers[rising] { rising += 1 }
    guard rising < numbers.count else { return [] }

    // The least number that ends an increasing subsequence of each length, less one, and its place.
    var ends = ContiguousArray(numbers[..<rising])
    var places = ContiguousArray((0..<rising).map(Int32.init))
    var before = ContiguousArray((0..<rising).map { Int32($0) - 1 })
    before.reserveCapacity(numbers.count)
    var last = rising - 1
    for place in rising..<numbers.count {
      let number = numbers[place]
      // Behind the one put down last is where the next of a rising run goes.
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
