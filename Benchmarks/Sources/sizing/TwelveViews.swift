import Constraints
import LayoutEngine
import SelfSizing

/// Returns the cell of a product: a photo with a badge, labels in two columns, stars and buttons, all of them boxes with
/// sizes given by the content.
func twelveViews() throws -> (template: CellTemplate, views: Int) {
  let names = [
    "photo", "badge", "title", "subtitle", "price", "old", "stars", "count", "seller", "buy", "save", "line",
  ]
  let formats = [
    "H:|-16-[photo(96)]-12-[title]-16-|", "H:[photo]-12-[subtitle]-16-|",
    "H:[photo]-12-[price]-8-[old]-(>=16)-|",
    "H:[photo]-12-[stars]-4-[count]-(>=16)-|", "H:[photo]-12-[seller]-(>=16)-|",
    "H:|-16-[buy]-12-[save(==buy)]-16-|",
    "H:|[line]|", "V:|-12-[photo(96)]-(>=12)-[buy]",
    "V:|-12-[title]-4-[subtitle]-8-[price]-8-[stars]-8-[seller]-(>=12)-[buy]-12-[line(1)]|",
  ]
  let context = VisualFormatContext(views: names)
  var constraints = try formats.flatMap { try VisualFormat.constraints($0, in: context) }
  for (first, second) in [("old", "price"), ("count", "stars"), ("save", "buy")] {
    constraints.append(LayoutConstraint(.view(first), .centerY, to: .view(second), .centerY))
  }
  constraints.append(LayoutConstraint(.view("badge"), .trailing, to: .view("photo"), .trailing, constant: -4))
  constraints.append(LayoutConstraint(.view("badge"), .top, to: .view("photo"), .top, constant: 4))
  let size = ViewContent(size: Size(width: 20, height: 10))
  let views = names.map { CellView(name: $0, kind: .box, content: size) }
  let template = try CellTemplate(
    views: views, layout: names.map { TemplateView($0) }, constraints: constraints,
    origins: constraints.indices.map { ["constraints", String($0)] })
  return (template, views.count)
}
