import CPageRuntime
import JSON
import LayoutEngine

// The functions that a page calls. A page has one thread, so that nothing is shared between threads.
//
// Texts and columns go through memory: the page writes to memory that it has allocated, and reads the answer where it
// stands, until it calls the next function. A function returns a status as of HTTP: from 400 on the answer is a problem
// as JSON. Numbers of resources are positive.

nonisolated(unsafe) private var resources = Resources()
nonisolated(unsafe) private var answer: ByteBuffer?

/// The version of this interface.
@_expose(wasm, "tessera_interface")
@_cdecl("tessera_interface")
public func interfaceVersion() -> Int32 { 1 }

/// Where the answer of the last function is.
@_expose(wasm, "tessera_answer")
@_cdecl("tessera_answer")
public func answerStart() -> UnsafeRawPointer? { answer?.withUnsafeBytes { $0.baseAddress } }

/// The bytes of the answer of the last function.
@_expose(wasm, "tessera_answer_count")
@_cdecl("tessera_answer_count")
public func answerCount() -> Int { answer?.count ?? 0 }

/// Memory for a text that the page passes on; nil if there is none left.
@_expose(wasm, "tessera_allocate")
@_cdecl("tessera_allocate")
public func allocate(_ count: Int) -> UnsafeMutableRawPointer? { malloc(count) }

/// Gives memory back.
@_expose(wasm, "tessera_release")
@_cdecl("tessera_release")
public func release(_ start: UnsafeMutableRawPointer?) { free(start) }

/// Forgets a resource.
@_expose(wasm, "tessera_close")
@_cdecl("tessera_close")
public func close(_ number: Int) {
  resources.remove(number)
  answer = nil
}

/// Lays out what a body describes, as in `POST /v1/layouts`; returns the number of the layout, or a negative status.
@_expose(wasm, "tessera_layout")
@_cdecl("tessera_layout")
public func openLayout(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
  let body = [UInt8](UnsafeBufferPointer(start: start, count: count))
  do throws(Problem) {
    answer = nil
    return resources.add(try PageLayout.reading(body))
  } catch {
    answer = error.body(requestID: nil)
    return -error.code.status
  }
}

/// The elements of a layout in a rect; returns a status.
///
/// - Parameters:
///   - hasRect: 0 for the visible rect of the request, or everything.
///   - format: 0 for objects, 1 for columns as JSON, 2 for binary columns.
@_expose(wasm, "tessera_layout_elements")
@_cdecl("tessera_layout_elements")
public func elements(
  of number: Int, _ hasRect: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ format: Int32
) -> Int {
  do throws(Problem) {
    guard let layout = resources[number] as? PageLayout else { throw Problem(.notFound, "There is no such layout.") }
    let rect = hasRect == 0 ? nil : Rect(x: x, y: y, width: width, height: height)
    let formats: [ResponseFormat] = [.objects, .columns, .binary]
    guard formats.indices.contains(Int(format)) else { throw ResponseFormat.notAcceptable(formats) }
    answer = try layout.elements(in: rect, as: formats[Int(format)])
    return 200
  } catch {
    answer = error.body(requestID: nil)
    return error.code.status
  }
}
