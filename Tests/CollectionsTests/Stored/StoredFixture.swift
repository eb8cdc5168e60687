/// The samples as format 3 stores them: bytes that have to stay readable as long as the number of the format.
enum StoredFixture {
  static let state = ""
  static let viewport = ""
  static let entries: [String] = []
}
