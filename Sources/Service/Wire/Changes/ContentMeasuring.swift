import CollectionModel

/// Measures the content of elements for one request.
package protocol ContentMeasuring: AnyObject, Sendable {
  /// Returns a reader of elements that refer to the templates of a stored collection.
  ///
  /// - Throws: an error if the stored text describes no templates.
  func reader(for collection: SolvedCollection) throws(Problem) -> any ContentReading

  /// Returns the measurer for elements whose contents a reader has read.
  func reusing(_ contents: any ContentReading) -> any ContentMeasuring

  /// Returns the function that measures what the elements of a stored collection show.
  ///
  /// - Throws: an error if the stored text describes no templates.
  func measuring(_ collection: SolvedCollection) throws(Problem) -> MeasureContent<Problem>

  /// Returns the problems that did not stop measuring.
  ///
  /// - Throws: an error if the stored text describes no templates.
  func warnings(of collection: SolvedCollection) throws(Problem) -> [ContentWarning]
}
