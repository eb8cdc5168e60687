import JSON

/// A value that lives in the module until the page releases it.
class Resource {
  /// Lets go of other resources: the page has released this one.
  func closed() {}
}

/// What the page has opened, by numbers from 1 on.
struct Resources {
  private var resources: [Resource?] = [nil]
  private var free: [Int] = []

  mutating func add(_ resource: Resource) -> Int {
    if let number = free.popLast() {
      resources[number] = resource
      return number
    }
    resources.append(resource)
    return resources.count - 1
  }

  mutating func remove(_ number: Int) {
    guard resources.indices.contains(number), let resource = resources[number] else { return }
    resource.closed()
    resources[number] = nil
    free.append(number)
  }

  subscript(number: Int) -> Resource? { resources.indices.contains(number) ? resources[number] : nil }
}
