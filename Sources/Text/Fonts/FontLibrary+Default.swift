extension FontLibrary {
  /// Where Debian's packages put their fonts: fonts-inter, fonts-dejavu-core, fonts-noto-core, fonts-noto-cjk and
  /// fonts-noto-color-emoji. Sans serif comes before serif within each, as what stands in should.
  public static let defaultPaths = [
    "/usr/share/fonts/opentype/inter/Inter-*.otf",
    "/usr/share/fonts/opentype/inter/*.otf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans-*.ttf",
    "/usr/share/fonts/truetype/dejavu/*.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans-*.ttf",
    "/usr/share/fonts/truetype/noto/NotoSans*.ttf",
    "/usr/share/fonts/truetype/noto/NotoSerif*.ttf",
    "/usr/share/fonts/truetype/noto/*.ttf",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-*.ttc",
    "/usr/share/fonts/opentype/noto/*.ttc",
  ]
}
