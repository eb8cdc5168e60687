import LayoutEngine

/// A collection as a body describes it: what `POST /v1/layouts` takes.
struct LayoutRequest {
  var container: Container
  var layout: LayoutKind
  var sections: SectionList
  var visibleRect: Rect?
}
