import HTTPServer

extension ValueFormat<[AddressRange]> {
  /// Addresses and ranges of addresses, separated by commas or line ends.
  static var addressRanges: Self {
    let list = ValueFormat<[String]>.list()
    return Self(
      takes: "addresses and CIDR ranges such as 10.0.0.0/8 or ::1, separated by commas",
      parse: { text in
        let entries = list.parse(text) ?? []
        let ranges = entries.compactMap(AddressRange.init)
        return ranges.count == entries.count ? ranges : nil
      },
      text: { $0.map(\.description).joined(separator: ",") })
  }
}
