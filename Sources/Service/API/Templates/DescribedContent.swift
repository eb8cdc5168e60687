import SelfSizing

// The templates that `Wire` names. A page has another type of this name, since it measures no text.

typealias TemplateSet = SelfSizing.TemplateSet
