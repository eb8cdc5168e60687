import Diagnostics
import HTTPServer
import Support
import Wire

extension Service {
  /// `POST /v1/admin/reload`: reads the configuration again, and responds with the settings that have changed.
  ///
  /// - Throws: `notFound` if the program has no configuration to read; `invalidRequest` if it is not valid.
  static func reloadConfiguration(_ call: Call) throws(Problem) -> PendingResponse {
    guard let reload = call.service.reloading.withLock({ $0 }) else {
      throw Problem(.notFound, "The program that runs the service has no configuration to read again.")
    }
    let report = try ReloadError.rethrown(
      as: { Problem(.invalidRequest, "Nothing was changed. \($0)") }, from: reload())
    return PendingResponse(.success(try call.response(200, ReloadResponse(report: report), as: .objects)))
  }
}

/// The settings that have changed, as a response.
private struct ReloadResponse: ResponseBody {
  let report: ReloadReport

  var expectedBytes: Int { 256 }

  func write(
    to writer: inout some ResponseWriter & ~Copyable, _ budget: EncodingBudget
  ) throws(Problem) {
    writer.beginObject()
    writer.key("changed")
    writer.list(report.changed) { $0.string($1) }
    writer.key("afterRestart")
    writer.list(report.afterRestart) { $0.string($1) }
    writer.endObject()
  }
}
