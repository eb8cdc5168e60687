/// Work that shares nothing with anybody.
@inline(never)
func arithmetic(from seed: Int, count: Int) -> Int {
  var value = seed
  for step in 0..<count { value = value &* 31 ^ step }
  return value
}
