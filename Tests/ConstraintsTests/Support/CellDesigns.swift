@testable import Constraints

extension CellDesign {
  static let all = [
    settingsRow, longSettingsRow, contact, outgoingMessage, shortMessage, card, keyAndValue, badge,
    narrowBadge,
    priceRow, titleBesideAccessory, equalButtons, thumbnail, baselines, formField, quote,
  ]

  /// 16 + 29 + 12 puts the title at 57; from the right, 320 − 16 − 8 puts the chevron at 296, and 8 before it
  /// the value's end at 288.
  static let settingsRow = CellDesign(
    name: "settings row",
    views: [box("icon"), label("title", 8), label("value", 6), box("chevron", 8, 13)],
    formats: ["H:|-16-[icon(29)]-12-[title]-(>=8)-[value]-8-[chevron]-16-|", "V:[icon(29)]"],
    constraints: [
      .align(.centerY, "icon"), .align(.centerY, "title"), .align(.centerY, "value"),
      .align(.centerY, "chevron"),
      LayoutConstraint(.superview, .height, constant: 44),
    ],
    width: 320, height: 44,
    frames: [
      frame(16, 7.5, 29, 29), frame(57, 12, 80, 20), frame(228, 12, 60, 20), frame(296, 15.5, 8, 13),
    ])

  /// The title would need 300 and has 57 to 228 − 8: it gives way, for its resistance is lower.
  static let longSettingsRow = CellDesign(
    name: "settings row with a title too long",
    views: [
      box("icon"), label("title", 30, resistance: 749), label("value", 6), box("chevron", 8, 13),
    ],
    formats: settingsRow.formats, constraints: settingsRow.constraints, width: 320, height: 44,
    frames: [
      frame(16, 7.5, 29, 29), frame(57, 12, 163, 20), frame(228, 12, 60, 20), frame(296, 15.5, 8, 13),
    ])

  /// Two lines of 20 with 4 between and 10 around them: 64 high, so the avatar of 40 begins at 12. The labels
  /// go on to the trailing edge: 375 − 16 − 68.
  static let contact = CellDesign(
    name: "contact with an avatar",
    views: [box("avatar", 40, 40), label("name", 12), label("phone", 14)],
    formats: [
      "H:|-16-[avatar(40)]-12-[name]-16-|", "H:[avatar]-12-[phone]-16-|", "V:|-10-[name]-4-[phone]-10-|",
    ],
    constraints: [.align(.centerY, "avatar")],
    width: 375, height: 64,
    frames: [frame(16, 12, 40, 40), frame(68, 10, 291, 20), frame(68, 34, 291, 20)])

  /// Three quarters of 400 leave 300 − 24 for text: 27 letters a line, two lines for 50. The bubble closes
  /// around 270 and ends at 384.
  static let outgoingMessage = CellDesign(
    name: "message in a bubble",
    views: [box("bubble"), paragraph("text")],
    formats: ["H:[bubble]-16-|", "V:|-4-[bubble]-4-|"], constraints: bubble,
    width: 400, texts: ["text": 50], height: 64,
    frames: [frame(90, 4, 294, 56), frame(102, 12, 270, 40)])

  static let shortMessage = CellDesign(
    name: "message of two letters",
    views: outgoingMessage.views, formats: outgoingMessage.formats, constraints: bubble,
    width: 400, texts: ["text": 2], height: 44,
    frames: [frame(340, 4, 44, 36), frame(352, 12, 20, 20)])

  private static let bubble = [
    LayoutConstraint(
      .view("bubble"), .width, .lessThanOrEqual, to: .superview, .width, multiplier: 0.75),
    .align(.leading, "text", with: "bubble", constant: 12),
    .align(.trailing, "text", with: "bubble", constant: -12),
    .align(.top, "text", with: "bubble", constant: 8), .align(.bottom, "text", with: "bubble", constant: -8),
  ]

  /// The photo is 300 / 1.5 = 200 high. 300 − 32 leaves 26 letters a line: 2 lines of title, 4 of subtitle
  /// (79 letters). 200 + 12 + 40 + 4 + 80 + 16 + 44 + 16 = 412.
  static let card = CellDesign(
    name: "card with a photo, a title, a subtitle and a button",
    views: [box("photo", ratio: 1.5), paragraph("title"), paragraph("subtitle"), label("button", 6)],
    formats: [
      "H:|[photo]|", "H:|-16-[title]-16-|", "H:|-16-[subtitle]-16-|", "H:[button]-16-|",
      "V:|[photo]-12-[title]-4-[subtitle]-16-[button(44)]-16-|",
    ],
    width: 300, texts: ["title": 40, "subtitle": 79], height: 412,
    frames: [
      frame(0, 0, 300, 200), frame(16, 212, 268, 40), frame(16, 256, 268, 80), frame(224, 352, 60, 44),
    ])

  /// The key hugs more, so the value takes the rest: 320 − 16 − 70 − 8 − 16.
  static let keyAndValue = CellDesign(
    name: "key and value",
    views: [label("key", 7, hugging: 251), label("value", 5)],
    formats: ["H:|-16-[key]-[value]-16-|", "V:|-8-[key]-8-|"],
    constraints: [.align(.firstBaseline, "value", with: "key")],
    width: 320, height: 36, frames: [frame(16, 8, 70, 20), frame(94, 8, 210, 20)])

  /// 30 and 6 on each side; 20 and 2 above and below.
  static let badge = CellDesign(
    name: "badge", views: [box("pill"), label("count", 3)], formats: badgeFormats, constraints: badgeRules,
    width: 100, height: 40, frames: [frame(50, 8, 42, 24), frame(56, 10, 30, 20)])

  /// 10 and 12 make less than the height, so the pill becomes a circle of 24.
  static let narrowBadge = CellDesign(
    name: "badge of one letter", views: [box("pill"), label("count", 1)], formats: badgeFormats,
    constraints: badgeRules, width: 100, height: 40, frames: [frame(68, 8, 24, 24), frame(75, 10, 10, 20)])

  private static let badgeFormats = ["H:[pill]-8-|", "V:|-8-[pill]-8-|", "H:[pill(==0@100)]"]
  private static let badgeRules = [
    LayoutConstraint(.view("pill"), .width, .greaterThanOrEqual, to: .view("count"), .width, constant: 12),
    LayoutConstraint(.view("pill"), .width, .greaterThanOrEqual, to: .view("pill"), .height),
    LayoutConstraint(.view("pill"), .height, to: .view("count"), .height, constant: 4),
    .align(.centerX, "count", with: "pill"), .align(.centerY, "count", with: "pill"),
  ]

  /// Both would need 340 and have 300 − 32 − 8 = 260: the name gives way, and has 260 − 90.
  static let priceRow = CellDesign(
    name: "price row",
    views: [label("name", 25, hugging: 249, resistance: 740), label("price", 9)],
    formats: ["H:|-16-[name]-[price]-16-|", "V:|-12-[name]-12-|"],
    constraints: [.align(.lastBaseline, "price", with: "name")],
    width: 300, height: 44, frames: [frame(16, 12, 170, 20), frame(194, 12, 90, 20)])

  /// 320 − 16 − 12 − 24 − 16 = 252 holds 25 letters a line, so 60 take three; the accessory is centred.
  static let titleBesideAccessory = CellDesign(
    name: "title of several lines beside an accessory",
    views: [paragraph("title"), box("accessory", 24, 24)],
    formats: ["H:|-16-[title]-12-[accessory(24)]-16-|", "V:|-10-[title]-10-|"],
    constraints: [.align(.centerY, "accessory")],
    width: 320, texts: ["title": 60], height: 80,
    frames: [frame(16, 10, 252, 60), frame(280, 28, 24, 24)])

  /// (320 − 2 · 20 − 2 · 8) / 3 = 88 each, for any titles.
  static let equalButtons = CellDesign(
    name: "buttons of equal width",
    views: [label("yes", 3), label("no", 2), label("cancel", 6)],
    formats: ["H:|-[yes]-[no(==yes)]-[cancel(==yes)]-|", "V:|[yes(44)]|", "V:|[no]|", "V:|[cancel]|"],
    width: 320, height: 44,
    frames: [frame(20, 0, 88, 44), frame(116, 0, 88, 44), frame(212, 0, 88, 44)])

  /// 0.4 · 350 = 140 wide, 140 / 0.8 = 175 high; the caption has 350 − 140 − 8 − 20.
  static let thumbnail = CellDesign(
    name: "thumbnail of a fixed ratio",
    views: [box("photo", ratio: 0.8), label("caption", 10)],
    formats: ["H:|[photo]-[caption]-|", "V:|[photo]|"],
    constraints: [
      LayoutConstraint(.view("photo"), .width, to: .superview, .width, multiplier: 0.4),
      .align(.centerY, "caption"),
    ],
    width: 350, height: 175, frames: [frame(0, 0, 140, 175), frame(148, 77.5, 182, 20)])

  /// The large text has its baseline 30 below its top, the small one 15: it hangs 15 lower.
  static let baselines = CellDesign(
    name: "labels on one baseline",
    views: [
      TemplateView(
        "large", ViewMetrics(width: 90, height: 40, firstBaseline: 30, lastBaseline: 10)),
      label("small", 4, hugging: 249),
    ],
    formats: ["H:|-16-[large]-4-[small]-16-|", "V:|-6-[large]-6-|"],
    constraints: [.align(.firstBaseline, "small", with: "large")],
    width: 300, height: 52, frames: [frame(16, 6, 90, 40), frame(110, 21, 174, 20)])

  /// The field is 34 high with its text's baseline 22 below its top; the label's is 15 below: 7 lower.
  static let formField = CellDesign(
    name: "form field with an error below",
    views: [
      label("label", 8),
      TemplateView("field", ViewMetrics(height: 34, firstBaseline: 22, lastBaseline: 12)),
      paragraph("error"),
    ],
    formats: ["H:|-[label(100)]-[field]-|", "V:|-8-[field]-4-[error]-8-|"],
    constraints: [
      .align(.firstBaseline, "label", with: "field"), .align(.leading, "error", with: "field"),
      .align(.trailing, "error", with: "field"),
    ],
    width: 320, texts: ["error": 30], height: 94,
    // 320 − 20 − 100 − 8 − 20 = 172: 17 letters a line, two lines.
    frames: [frame(20, 15, 100, 20), frame(128, 8, 172, 34), frame(128, 46, 172, 40)])

  /// A bar as high as the text; the text wraps at 280 − 3 · 16 − 4 = 228.
  static let quote = CellDesign(
    name: "quote beside a bar",
    views: [box("bar"), paragraph("text"), label("source", 5)],
    formats: ["H:|-16-[bar(4)]-16-[text]-16-|", "V:|-12-[text]-6-[source]-12-|", "H:[source]-16-|"],
    constraints: [.align(.top, "bar", with: "text"), .align(.bottom, "bar", with: "text")],
    width: 280, texts: ["text": 100], height: 150,
    frames: [frame(16, 12, 4, 100), frame(36, 12, 228, 100), frame(214, 118, 50, 20)])
}
