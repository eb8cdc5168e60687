/// Words of CSS, UIKit, SwiftUI, Android and older interfaces, for the names here that mean the same.
enum OtherWords {
  /// Returns the first of the candidates that a word stands for; nil if it stands for none. Case, hyphens and underscores
  /// do not count.
  ///
  /// A page leaves the words to the service, which reads each request that a page refuses.
  ///
  /// - Complexity: O(c) for c candidates.
  static func meaning(of word: String, among candidates: some Sequence<String>) -> String? {
    #if hasFeature(Embedded)
      return nil
    #else
      guard let names = meanings[letters(of: word)] else { return nil }
      let known = Set(candidates)
      return names.first { known.contains($0) }
    #endif
  }

  #if !hasFeature(Embedded)
    /// The names that a word may stand for, the likeliest first. A row may have many of them, as kinds of layouts and
    /// views name the same thing differently.
    private static let meanings: [String: [String]] = {
      var meanings: [String: [String]] = [:]
      for (words, names) in table {
        for word in words.split(separator: " ") { meanings[letters(of: word), default: []] += names }
      }
      return meanings
    }()

    private static func letters(of word: some StringProtocol) -> String {
      word.lowercased().filter { $0 != "-" && $0 != "_" }
    }

    private static let table: [(words: String, names: [String])] = [
      // Members that name the kind of an object.
      ("type", ["op", "kind", "style"]),
      ("operation action", ["op"]),
      ("name layout", ["kind"]),
      ("kind", ["type", "op"]),
      // Identity and content.
      ("key uuid identifier itemid", ["id"]),
      ("index path indexpath indexpaths indices position", ["indexPath", "at", "section"]),
      ("items paths at", ["indexPaths", "ids"]),
      ("item", ["id", "ids"]),
      ("rows cells children elements data", ["items", "views"]),
      ("groups", ["sections"]),
      ("operations changes batch", ["updates"]),
      ("subitems", ["items"]),
      ("count numberofitems", ["itemCount"]),
      ("data text value props", ["content", "text"]),
      ("design prototype", ["template"]),
      // Geometry.
      ("w", ["width"]),
      ("h", ["height"]),
      ("left start leading", ["left", "leading", "start", "x"]),
      ("right end trailing", ["right", "trailing", "end"]),
      ("top", ["top", "y"]),
      ("dpr devicepixelratio pixelratio density", ["scale"]),
      ("dir rtl direction", ["layoutDirection", "scrollDirection"]),
      ("orientation axis", ["scrollDirection", "axis", "direction"]),
      ("viewport rect bounds frame visible visiblerect", ["visibleRect", "bounds", "container", "frame"]),
      ("contentoffset offset scrolltop", ["bounds"]),
      ("from old previous", ["before"]),
      ("to new next", ["after"]),
      ("fromindexpath", ["from"]),
      ("toindexpath", ["to"]),
      ("location point", ["targetPosition"]),
      ("screen size parent collectionview", ["container", "size", "itemSize"]),
      ("layoutsize", ["size"]),
      ("widthdimension", ["width"]),
      ("heightdimension", ["height"]),
      ("collectionviewlayout", ["layout"]),
      ("safearea safeareainsets adjustedcontentinset", ["insets"]),
      ("dynamictype textsize fontscale", ["contentSizeCategory"]),
      // Parameters of layouts.
      (
        "columns columncount numberofcolumns cols mincolumnwidth gridtemplatecolumns",
        ["columnCount", "columns", "count"]
      ),
      ("rows", ["rowCount"]),
      (
        "gap spacing gutter",
        ["spacing", "minimumInteritemSpacing", "rowSpacing", "interItemSpacing", "gap"]
      ),
      ("rowgap linespacing", ["minimumLineSpacing", "rowSpacing", "rowGap", "lineSpacing"]),
      (
        "columngap itemspacing",
        ["minimumInteritemSpacing", "minimumColumnSpacing", "interItemSpacing", "columnGap", "columnSpacing"]
      ),
      (
        "padding margin margins inset insets contentinsets",
        [
          "sectionInset", "sectionInsets", "containerPadding", "contentInsets", "insets", "layoutMargins",
          "padding",
        ]
      ),
      (
        "itemheight cellheight rowheight height",
        ["rowHeight", "itemSize", "targetRowHeight", "headerHeight", "size"]
      ),
      ("itemwidth cellwidth", ["itemSize", "columnWidth"]),
      ("width", ["size"]),
      ("cellsize", ["itemSize"]),
      ("headerheight headersize", ["sectionHeaderHeight", "headerReferenceSize", "headerHeight"]),
      ("footerheight footersize", ["sectionFooterHeight", "footerReferenceSize", "footerHeight"]),
      ("stickyheaders sticky pinheaders", ["sectionHeadersPinToVisibleBounds", "sectionHeadersPin"]),
      ("dividers divider separators", ["separator"]),
      ("appearance", ["style"]),
      ("hidden ishidden", ["alpha"]),
      ("opacity", ["alpha"]),
      ("isvisible visible visibility", ["hidden"]),
      ("z", ["zIndex"]),
      ("ratio aspect", ["aspectRatio"]),
      ("fontsize", ["size", "font"]),
      ("fontweight", ["weight", "font"]),
      ("fontfamily", ["family", "font"]),
      ("textalign", ["alignment"]),
      ("kern kerning tracking", ["letterSpacing"]),
      ("numberoflines maxlines linelimit lineclamp", ["lines"]),
      // Values.
      ("row horizontally x", ["horizontal"]),
      ("column vertically y", ["vertical"]),
      ("ltr", ["leftToRight"]),
      ("rtl", ["rightToLeft"]),
      ("table tableview rows", ["list"]),
      ("masonry pinterest staggered", ["waterfall"]),
      ("wrap flexbox flow-layout", ["flow"]),
      ("coverflow", ["coverFlow"]),
      ("auto automaticdimension automaticsize", ["automatic"]),
      ("uitableview", ["list"]),
      ("uicollectionviewflowlayout", ["flow"]),
      ("uicollectionviewcompositionallayout", ["compositional"]),
      ("middle centre", ["center", "centerY", "centeredVertically"]),
      ("flex-start left", ["leading", "start"]),
      ("flex-end right", ["trailing", "end"]),
      ("space-between between", ["justified", "spaceBetween", "equalSpacing"]),
      ("around", ["spaceAround"]),
      ("evenly", ["spaceEvenly"]),
      ("bottom end", ["end", "bottom", "last"]),
      ("baseline", ["lastBaseline", "firstBaseline"]),
      ("ellipsis tail", ["truncatingTail"]),
      ("h1", ["title1"]),
      ("h2", ["title2"]),
      ("h3", ["title3"]),
      ("small caption", ["caption1"]),
      ("xs", ["extraSmall"]),
      ("xl", ["extraLarge"]),
      ("xxl", ["extraExtraLarge"]),
      ("xxxl", ["extraExtraExtraLarge"]),
      ("regular 400", ["normal"]),
      ("== =", ["equal"]),
      (">= >", ["greaterThanOrEqual"]),
      ("<= <", ["lessThanOrEqual"]),
      ("firstitem", ["item"]),
      ("seconditem", ["toItem"]),
      ("firstattribute", ["attribute"]),
      ("secondattribute", ["toAttribute"]),
      ("relation", ["relatedBy"]),
      ("json", ["objects"]),
      ("xml page", ["html"]),
      ("png jpg jpeg image picture", ["svg"]),
      ("protobuf bytes arraybuffer", ["binary"]),
      ("label uilabel p span textview", ["text"]),
      ("img icon imageview uiimageview", ["image"]),
      ("uistackview", ["stack"]),
      ("uiview", ["view", "box"]),
      ("div rectangle", ["box", "view"]),
      // Operations of batches.
      ("insert add append create push", ["insertItems", "insertSections"]),
      ("delete remove", ["deleteItems", "deleteSections"]),
      ("update change replace", ["reconfigureItems", "reloadItems"]),
      ("refresh reload", ["reloadItems", "reloadSections"]),
      ("move", ["moveItem", "moveSection"]),
    ]
  #endif
}
