import LayoutEngine

/// Only what is not plain is stored.
extension Appearance: StoredValue {
  func write(to writer: inout StoredWriter) {
    let plain = Appearance.plain
    writer.write(
      flags: StoredFlags(
        isHidden, zIndex != plain.zIndex, alpha != plain.alpha, transform != plain.transform,
        transform3D != plain.transform3D))
    if zIndex != plain.zIndex { writer.write(signed: zIndex) }
    if alpha != plain.alpha { writer.write(alpha) }
    if transform != plain.transform { writer.write(transform) }
    if transform3D != plain.transform3D { writer.write(transform3D) }
  }

  init(from reader: inout StoredReader) throws(StoredFormError) {
    self = .plain
    let flags = try reader.flags(5)
    isHidden = flags[0]
    if flags[1] { zIndex = try reader.signed() }
    if flags[2] { alpha = try reader.value() }
    if flags[3] { transform = try reader.value() }
    if flags[4] { transform3D = try reader.value() }
  }
}
