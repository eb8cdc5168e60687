/// The colours of a picture, light and dark.
///
/// The hues are those of Okabe and Ito's palette, which people who confuse red and green can distinguish: blue
/// cells, orange headers, green footers, purple for the rest. The contrast of names is 7:1 or more on their fill,
/// that of outlines 3:1 or more on the paper, except for ghosts. Every rule is below `.tessera`, because a picture
/// may be pasted into a page with classes of its own. Lengths depend on the scale of the picture and are attributes
/// of its elements.
enum Stylesheet {
  static let css = light + "@media (prefers-color-scheme:dark){" + dark + "}"

  private static let light = """
    .tessera{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;\
    direction:ltr;font-variant-numeric:tabular-nums}
    .tessera text[class]{stroke:none}
    .tessera .page{fill:#fff}
    .tessera .paper{fill:#f6f8fa;stroke:#b4bec9}
    .tessera .title{fill:#1b2530;font-weight:600}
    .tessera .fact,.tessera .tick{fill:#5a6775}
    .tessera .name{fill:#2c3946}
    .tessera .ruler{stroke:#b4bec9;fill:none}
    .tessera .size{fill-opacity:.72}
    .tessera .middle{text-anchor:middle}
    .tessera .end{text-anchor:end}
    .tessera .cell{fill:#dceafb;stroke:#4a86c8}
    .tessera .header{fill:#ffe5be;stroke:#c47a0a}
    .tessera .footer{fill:#d2f0e4;stroke:#17906c}
    .tessera .table-header{fill:#ffc876;stroke:#b06a00}
    .tessera .table-footer{fill:#9be0c6;stroke:#0f7f5e}
    .tessera .extra-1{fill:#f6dfee;stroke:#b24d8e}
    .tessera .extra-2{fill:#e7e1fb;stroke:#7659c6}
    .tessera .extra-3{fill:#fbded8;stroke:#c04d35}
    .tessera .decoration{fill:#e3e7ec;fill-opacity:.55;stroke:#7e8a97}
    .tessera .hairline{fill:#6f7c89;stroke:#6f7c89}
    .tessera .ghost{fill:none;stroke:#8793a0;stroke-opacity:.7}
    .tessera .estimated{fill-opacity:.5}
    .tessera text.cell{fill:#16385f}
    .tessera text.header,.tessera text.table-header{fill:#4f2d00}
    .tessera text.footer,.tessera text.table-footer{fill:#053d2a}
    .tessera text.extra-1{fill:#5c1d46}
    .tessera text.extra-2{fill:#37217a}
    .tessera text.extra-3{fill:#681f10}
    .tessera .bar[class]{fill-opacity:1;stroke:none}
    .tessera .bar.header{fill:#c47a0a}
    .tessera .bar.footer{fill:#17906c}
    .tessera .bar.table-header{fill:#b06a00}
    .tessera .bar.table-footer{fill:#0f7f5e}
    .tessera .drop{fill:#1b2530;fill-opacity:.13;stroke:none}
    .tessera .pin{stroke:none;fill:#1b2530}
    .tessera .beyond{fill:#fff;fill-opacity:.62}
    .tessera .visible{fill:none;stroke:#1b2530}

    """

  private static let dark = """
    .tessera .page{fill:#14181d}
    .tessera .paper{fill:#1a2027;stroke:#4b5865}
    .tessera .title{fill:#eef2f6}
    .tessera .fact,.tessera .tick{fill:#9aa7b5}
    .tessera .name{fill:#d3dbe4}
    .tessera .ruler{stroke:#4b5865}
    .tessera .cell{fill:#1d3a5c;stroke:#5b9be0}
    .tessera .header{fill:#573a0c;stroke:#e0992c}
    .tessera .footer{fill:#0e4536;stroke:#2fb88d}
    .tessera .table-header{fill:#69450b;stroke:#f0ad45}
    .tessera .table-footer{fill:#0f5a46;stroke:#45d1a5}
    .tessera .extra-1{fill:#572746;stroke:#d878b6}
    .tessera .extra-2{fill:#382a66;stroke:#a08af0}
    .tessera .extra-3{fill:#5c2418;stroke:#e77c64}
    .tessera .decoration{fill:#323c47;stroke:#7e8a97}
    .tessera .hairline{fill:#a3afbb;stroke:#a3afbb}
    .tessera .ghost{fill:none;stroke:#77838f}
    .tessera text.cell{fill:#d5e7fc}
    .tessera text.header,.tessera text.table-header{fill:#ffe9c8}
    .tessera text.footer,.tessera text.table-footer{fill:#d4f7ea}
    .tessera text.extra-1{fill:#fbdff0}
    .tessera text.extra-2{fill:#e5deff}
    .tessera text.extra-3{fill:#ffded7}
    .tessera .bar.header{fill:#e0992c}
    .tessera .bar.footer{fill:#2fb88d}
    .tessera .bar.table-header{fill:#f0ad45}
    .tessera .bar.table-footer{fill:#45d1a5}
    .tessera .drop{fill:#000;fill-opacity:.35}
    .tessera .pin{fill:#eef2f6}
    .tessera .beyond{fill:#14181d;fill-opacity:.6}
    .tessera .visible{stroke:#eef2f6}

    """
}
