import HTTPServer
import Support

/// To whom requests count where clients share the workers: a tenant, or without keys an address.
enum Tenancy {
  /// The tenant of a request.
  ///
  /// - Parameter owner: the tenant that the request acts for; empty if no keys are set.
  static func tenant(of head: RequestHead, owner: String) -> String {
    owner.isEmpty ? "address \(NetworkAddress.site(of: head.clientAddress))" : owner
  }

  /// The tenant of the work that a collection causes by itself, such as its events: the owner of the collection, or
  /// without keys the collection.
  static func tenant(ofOwner owner: String, collection: String) -> String {
    owner.isEmpty ? "collection \(collection)" : owner
  }
}
