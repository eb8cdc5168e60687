/// Returns a number and its noun, in the singular or the plural: "1 item", "2 items".
package func quantity(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
