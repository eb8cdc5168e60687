import Collections

// The format of RFC 3339: `2030-01-31T12:00:00.000Z`.

extension UTCTime {
  /// The time with milliseconds.
  var text: String {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: Self.millisecondsOfDay)
    let date = CalendarDate(days: days)
    let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1000)
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    return digits(date.year, 4) + "-" + digits(date.month, 2) + "-" + digits(date.day, 2) + "T"
      + digits(seconds / 3600, 2) + ":" + digits(seconds / 60 % 60, 2) + ":" + digits(seconds % 60, 2) + "."
      + digits(fraction, 3) + "Z"
  }

  /// Reads a time with any offset; nil for a text in another format. A fraction of a millisecond is rounded up, so that
  /// the times from it on stay the same, and one before 1970 is the beginning of 1970.
  init?(_ text: String) {
    var reader = TimeReader(rest: text.utf8[...])
    guard let year = reader.number(4), reader.takes("-"), let month = reader.number(2), reader.takes("-"),
      let day = reader.number(2), let date = CalendarDate(year: year, month: month, day: day),
      reader.takes("T", "t"), let hour = reader.number(2), hour < 24, reader.takes(":"),
      let minute = reader.number(2), minute < 60, reader.takes(":"),
      // 60 is a leap second.
      let second = reader.number(2), second <= 60, let fraction = reader.fraction(),
      let offset = reader.offset(), reader.rest.isEmpty
    else { return nil }
    let seconds = (hour * 60 + minute - offset) * 60 + second
    self.init(milliseconds: date.days * Self.millisecondsOfDay + seconds * 1000 + fraction)
  }

  private static let millisecondsOfDay: Int64 = 86_400_000
}

/// Takes the parts of a time from the beginning of a text.
private struct TimeReader {
  private(set) var rest: Substring.UTF8View

  /// Takes a character if it is the next one, or another form of it.
  mutating func takes(_ character: Unicode.Scalar, _ other: Unicode.Scalar? = nil) -> Bool {
    guard let next = rest.first, next == UInt8(ascii: character) || next == other.map({ UInt8(ascii: $0) })
    else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes a number of exactly so many digits.
  mutating func number(_ count: Int) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest.removeFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// Takes the fraction of a second, if there is one, and returns it in milliseconds, rounded up.
  mutating func fraction() -> Int64? {
    guard takes(".") else { return 0 }
    let digits = rest.prefix(while: Self.isDigit)
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(digits.count)
    let milliseconds = (0..<3).reduce(Int64(0)) { number, place in
      let index =
        digits.index(digits.startIndex, offsetBy: place, limitedBy: digits.endIndex) ?? digits.endIndex
      return number * 10 + (index < digits.endIndex ? Int64(digits[index] - UInt8(ascii: "0")) : 0)
    }
    return milliseconds + (digits.dropFirst(3).contains { $0 != UInt8(ascii: "0") } ? 1 : 0)
  }

  /// Takes the offset from UTC, in minutes.
  mutating func offset() -> Int64? {
    if takes("Z", "z") { return 0 }
    let isNegative = takes("-")
    guard isNegative || takes("+"), let hours = number(2), hours < 24, takes(":"), let minutes = number(2),
      minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isNegative ? -1 : 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// A day of the Gregorian calendar.
private struct CalendarDate {
  let year, month, day: Int64

  /// Creates the day of these numbers; nil if there is none.
  init?(year: Int64, month: Int64, day: Int64) {
    guard (1...12).contains(month), day >= 1, day <= Self.length(of: month, year) else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the day that is so many days after the first of January 1970.
  init(days: Int64) {
    // Counted from the first of March of the year 0: the day of a leap year is the last one of its year.
    let shifted = days + Self.daysTo1970
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: Self.daysOfEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since the first of January 1970; negative before.
  var days: Int64 {
    // The first months of the year 0 belong to the year before it, whose era would be negative.
    let marchYear = (month <= 2 ? year - 1 : year) + 400
    let marchMonth = month > 2 ? month - 3 : month + 9
    let (era, yearOfEra) = marchYear.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era - 1) * Self.daysOfEra + dayOfEra - Self.daysTo1970
  }

  /// The days of 400 years.
  private static let daysOfEra: Int64 = 146_097
  /// The days from the first of March of the year 0.
  private static let daysTo1970: Int64 = 719_468

  private static func length(of month: Int64, _ year: Int64) -> Int64 {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
