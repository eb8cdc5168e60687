import JSON
import LayoutEngine

// Kinds that only a module with the rarer ones has. The C file that is linked with the module calls what reads them, or
// not, and with them their decoders are left out.

extension DecodingContext {
  func structuredLayoutOfModule(_ value: JSONValue, _ kind: String) -> LayoutKind? {
    var call = StructuredCall(context: self, value: value, kind: kind)
    withUnsafeMutablePointer(to: &call) { readStructuredLayout(UnsafeMutableRawPointer($0)) }
    return call.layout
  }
}

private struct StructuredCall {
  let context: DecodingContext
  let value: JSONValue
  let kind: String
  var layout: LayoutKind?
}

@_extern(c, "page_read_structured")
private func readStructuredLayout(_ call: UnsafeMutableRawPointer)

/// Reads a compositional or custom layout.
@_cdecl("page_read_rarer_structured")
public func readRarerStructuredLayout(_ call: UnsafeMutableRawPointer) {
  let call = call.assumingMemoryBound(to: StructuredCall.self)
  call.pointee.layout = call.pointee.context.structuredLayout(call.pointee.value, call.pointee.kind)
}

/// Whether the last function failed because the module does not have a kind of layout that another module has.
@_expose(wasm, "tessera_lacks_kind")
@_cdecl("tessera_lacks_kind")
public func lacksKind() -> Int32 { LayoutKind.isMissing ? 1 : 0 }
