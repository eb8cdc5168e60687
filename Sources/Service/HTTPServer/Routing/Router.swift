/// One route of a route table.
public struct Route<Endpoint: Sendable>: Sendable {
  /// The method of the requests.
  public let method: Method
  /// A path of literal segments and `{name}` parameters, such as `/v1/collections/{id}`.
  public let template: String
  /// The value that the router returns for such requests.
  public let endpoint: Endpoint

  /// Creates a route of a method and a template to an endpoint.
  public init(_ method: Method, _ template: String, _ endpoint: Endpoint) {
    self.method = method
    self.template = template
    self.endpoint = endpoint
  }
}

/// The result of matching a method and a path.
public enum RouteMatch<Endpoint: Sendable>: Sendable {
  case found(Endpoint, RouteParameters, template: String)
  /// `OPTIONS` on a path that has other methods and no route of its own for it, or on `*`, the whole server.
  case options(allow: [Method], template: String)
  case methodNotAllowed(allow: [Method], template: String)
  case notFound
}

/// The decoded parameters of a matched path.
public struct RouteParameters: Sendable, Equatable {
  let pairs: [QueryItem]

  /// The value of a parameter; nil if the template has none of that name.
  ///
  /// - Complexity: O(n) in the number of parameters.
  public subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }
}

/// A route table compiled into a trie of path segments that never changes again.
///
/// A literal segment wins over a parameter. A path with a trailing slash or an empty segment matches nothing. `HEAD`
/// follows `GET`.
public struct Router<Endpoint: Sendable>: Sendable {
  private struct Entry {
    let route: Route<Endpoint>
    let names: [String]
  }

  private struct Node {
    var literals: [String: Int] = [:]
    var parameter: Int?
    var entries: [Entry] = []
    var allow: [Method] = []
  }

  private var nodes = [Node()]
  /// The nodes of templates without parameters, by path: most requests need no other lookup.
  private var whole: [Substring: Int] = [:]
  /// The methods of all routes.
  private var allow: [Method] = []

  /// Compiles a table; traps when two routes have the same method and path, or a template is malformed.
  ///
  /// - Complexity: O(n) in the length of all templates.
  public init(_ routes: [Route<Endpoint>]) {
    for route in routes { add(route) }
    for index in nodes.indices { nodes[index].allow = allowed(nodes[index].entries.map(\.route.method)) }
    var methods: [Method] = []
    for route in routes where !methods.contains(route.method) { methods.append(route.method) }
    allow = allowed(methods)
  }

  /// Returns the endpoint of a request.
  ///
  /// - Parameter path: the path as it was sent: decoding loses the boundaries between segments.
  /// - Complexity: O(n) in the length of the path, unless literals and parameters of one shape require backtracking.
  public func match(_ method: Method, _ path: Substring) -> RouteMatch<Endpoint> {
    if let index = whole[path] { return match(nodes[index], method, []) }
    guard path.utf8.first == UInt8(ascii: "/") else {
      return method == .options && path == "*" ? .options(allow: allow, template: "*") : .notFound
    }
    var segments: [String] = []
    if path.utf8.count > 1 {
      let slash = UInt8(ascii: "/")
      for segment in path.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false) {
        guard !segment.isEmpty, let decoded = PercentDecoding.decode(Substring(segment)) else {
          return .notFound
        }
        segments.append(decoded)
      }
    }
    var values: [String] = []
    guard let index = find(segments[...], from: 0, &values) else { return .notFound }
    return match(nodes[index], method, values)
  }

  private func match(_ node: Node, _ method: Method, _ values: [String]) -> RouteMatch<Endpoint> {
    let entry =
      node.entries.first { $0.route.method == method }
      ?? (method == .head ? node.entries.first { $0.route.method == .get } : nil)
    if let entry {
      let pairs = zip(entry.names, values).map { QueryItem(name: $0, value: $1) }
      return .found(entry.route.endpoint, RouteParameters(pairs: pairs), template: entry.route.template)
    }
    let template = node.entries[0].route.template
    return method == .options
      ? .options(allow: node.allow, template: template)
      : .methodNotAllowed(allow: node.allow, template: template)
  }

  /// Returns the node that a path ends at, with its parameters' values in order.
  private func find(_ rest: ArraySlice<String>, from index: Int, _ values: inout [String]) -> Int? {
    guard let segment = rest.first else { return nodes[index].entries.isEmpty ? nil : index }
    if let child = nodes[index].literals[segment], let found = find(rest.dropFirst(), from: child, &values) {
      return found
    }
    guard let child = nodes[index].parameter else { return nil }
    values.append(segment)
    if let found = find(rest.dropFirst(), from: child, &values) { return found }
    values.removeLast()
    return nil
  }

  private mutating func add(_ route: Route<Endpoint>) {
    precondition(route.template.hasPrefix("/"), "route \(route.template): a template begins with a slash")
    var index = 0
    var names: [String] = []
    if route.template != "/" {
      for segment in route.template.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
        index = child(of: index, for: String(segment), in: route, &names)
      }
    }
    precondition(
      !nodes[index].entries.contains { $0.route.method == route.method },
      "route \(route.method) \(route.template) is there twice")
    nodes[index].entries.append(Entry(route: route, names: names))
    if names.isEmpty { whole[route.template[...]] = index }
  }

  private mutating func child(
    of index: Int, for segment: String, in route: Route<Endpoint>, _ names: inout [String]
  ) -> Int {
    precondition(!segment.isEmpty, "route \(route.template) has an empty segment")
    let existing: Int?
    if segment.hasPrefix("{"), segment.hasSuffix("}") {
      let name = String(segment.dropFirst().dropLast())
      precondition(
        !name.isEmpty && !names.contains(name), "route \(route.template): parameters need distinct names")
      names.append(name)
      existing = nodes[index].parameter
      if existing == nil { nodes[index].parameter = nodes.count }
    } else {
      precondition(
        !segment.contains("{") && !segment.contains("}"),
        "route \(route.template): a parameter is a whole segment")
      existing = nodes[index].literals[segment]
      if existing == nil { nodes[index].literals[segment] = nodes.count }
    }
    if let existing { return existing }
    nodes.append(Node())
    return nodes.count - 1
  }

  /// Returns a node's methods for `Allow`: in the order of the table, with the implied ones.
  private func allowed(_ methods: [Method]) -> [Method] {
    guard !methods.isEmpty else { return [] }
    var allow = methods
    if let get = allow.firstIndex(of: .get), !allow.contains(.head) { allow.insert(.head, at: get + 1) }
    if !allow.contains(.options) { allow.append(.options) }
    return allow
  }
}
