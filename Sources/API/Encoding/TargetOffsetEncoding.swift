import JSON
import LayoutEngine

extension LayoutResponse {
  /// Writes the member `targetContentOffset`, with a comma before it, where the layout snaps to places.
  func writeTargetContentOffset(to json: inout JSONWriter) {
    guard let targetContentOffset else { return }
    json.raw(",\"targetContentOffset\":{\"x\":")
    json.number(targetContentOffset.x)
    json.raw(",\"y\":")
    json.number(targetContentOffset.y)
    json.raw("}")
  }
}
