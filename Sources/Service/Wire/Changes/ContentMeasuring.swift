import CollectionModel

/// Measures the content of elements for one request.
package protocol ContentMeasuring: AnyObject, Sendable {
  /// Returns the measurer of a stored collection. Its templates are looked up here, once for the request.
  ///
  /// - Throws: an error if the stored text describes no templates.
  func measurer(of collection: SolvedCollection) throws(Problem) -> any CollectionMeasuring
}

/// Measures the content of the elements of one stored collection for one request, by the templates of the collection.
package protocol CollectionMeasuring: AnyObject, Sendable {
  /// Returns a reader of elements that refer to the templates.
  func reader() -> any ContentReading

  /// Returns the measurer for elements whose contents a reader has read.
  func reusing(_ contents: any ContentReading) -> any CollectionMeasuring

  /// The function that measures the content of elements.
  var measure: MeasureContent<Problem> { get }

  /// The problems so far that did not stop measuring.
  var warnings: [ContentWarning] { get }
}
