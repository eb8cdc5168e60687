import Collections
import LayoutEngine
import SelfSizing

/// A collection as a body describes it: what `POST /v1/layouts` takes.
struct LayoutRequest {
  var container: Container
  var layout: LayoutKind
  var sections: SectionList
  /// Of each section, how it says which items it has.
  var itemsForms: [ItemsForm]
  var visibleRect: Rect?
  var templates: TemplateSet
  /// How much of what elements show is measured.
  var selfSizing: ContentSizing.Scope
}
