import Glibc

/// The natural logarithm.
func logarithm(_ number: Double) -> Double { log(number) }

/// The inverse of the natural logarithm.
func exponential(_ number: Double) -> Double { exp(number) }

/// The most bytes of memory that the process has had at once.
func peakMemory() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss << 10
}
