import JSON
import SelfSizing
import Wire

/// The templates of a body, by their names.
package struct ReadTemplates {
  /// The valid ones.
  package var templates: [String: CellTemplate] = [:]
  /// The names of the others, whose errors are reported.
  package var unreadable: Set<String> = []
}

extension DecodingContext {
  /// The largest number of templates of a collection.
  private static let templateLimit = 1000

  /// Reports a value that is no object of templates, or has too many; returns whether it is one.
  package func checkTemplates(_ value: JSONValue) -> Bool {
    guard value.kind == .object else {
      return mismatch(value, "an object of templates, by name") ?? false
    }
    guard !value.hasMore(than: Self.templateLimit) else {
      fault("a collection may have \(Self.templateLimit) templates; these are \(value.count)")
      return false
    }
    return true
  }

  /// Reads the templates of an object, by name.
  ///
  /// - Complexity: O(n) for n bytes, and that of compiling the constraints.
  package func templates(_ value: JSONValue) -> ReadTemplates {
    var read = ReadTemplates()
    for (key, value) in value.members {
      if isStopped { break }
      let name = String(key)
      at(name) {
        guard checkNormalForm(of: name) else { return }
        guard !name.isEmpty else { return fault("a template has a name of at least one character") }
        guard TemplateSet.builtIn[name] == nil else {
          return fault("\"\(name)\" is a built-in template; choose another name")
        }
        if let template = template(value) {
          read.templates[name] = template
        } else {
          read.unreadable.insert(name)
        }
      }
      checkIsWaitedFor()
    }
    return read
  }
}
