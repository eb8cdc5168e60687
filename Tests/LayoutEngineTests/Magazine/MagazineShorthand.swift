@testable import LayoutEngine

extension MagazineLayout {
  init(_ change: (inout MagazineLayout) -> Void) {
    self.init()
    change(&self)
  }

  func solve(_ sections: Section..., in container: Container) -> any SolvedLayout {
    prepare(SectionList(ContiguousArray(sections)), in: container)
  }
}

extension MagazineMetrics {
  init(_ change: (inout MagazineMetrics) -> Void) {
    self.init()
    change(&self)
  }
}

extension MagazineSizeMode.Width {
  static let full = fullWidth(respectsItemInsets: true)
  static let fullIgnoringInsets = fullWidth(respectsItemInsets: false)
  static let half = fractional(divisor: 2)
  static let third = fractional(divisor: 3)
}

extension Item {
  /// An item of a magazine.
  init(
    _ width: MagazineSizeMode.Width, _ height: MagazineSizeMode.Height = .static, _ points: Double? = nil,
    size: Size? = nil, estimatedSize: Size? = nil, aspectRatio: Double? = nil
  ) {
    self.init(size: size, estimatedSize: estimatedSize, aspectRatio: aspectRatio)
    sizeMode = MagazineSizeMode(width: width, height: height, points: points)
  }
}
