/// The rules that every page has.
enum RenderedStylesheet {
  /// The name of the container whose width decides between the widths of a page.
  static let containerName = "tessera"

  /// The rules that the frames and the texts of a style sheet rely on.
  ///
  /// `text-autospace` and `font-synthesis` turn off what measuring does not do.
  static let base = """
    .tessera{container:tessera/inline-size;direction:ltr}
    .tessera-content{position:relative;margin:0 auto}
    .tessera-list{margin:0;padding:0;list-style:none}
    .tessera-element,.tessera-view{position:absolute;box-sizing:border-box;margin:0;border:0;padding:0}
    .tessera-text{white-space:pre-wrap;overflow-wrap:anywhere;word-break:normal;line-break:normal;hyphens:manual;\
    text-align:start;text-indent:0;text-transform:none;word-spacing:0;letter-spacing:0;tab-size:8;\
    unicode-bidi:plaintext;font-synthesis:none;text-spacing-trim:normal;text-autospace:no-autospace;\
    -webkit-text-size-adjust:100%;text-size-adjust:100%}

    """

  /// The rules of a whole page beside those of its content: enough to see it.
  static let page = """
    :root{color-scheme:light dark}
    body{margin:0}
    .tessera-element:empty,.tessera-picture{background:rgb(128 128 128/.16);border-radius:4px}
    .tessera-decoration:empty{background:rgb(128 128 128/.24);border-radius:0}

    """
}
