"""Reports of schemathesis that are neither a fault of the service nor of openapi.yaml, each with its reason.

An entry matches by the check that failed, and by the code and the detail of the problem that the service returned. All
entries are about valid requests that the service refuses (`RejectedPositiveData`), for a reason that depends on values
or on stored state, which a schema cannot express.
"""

import re
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Entry:
    code: str
    """The code of the problem."""
    detail: str
    """A regular expression for the whole or the beginning of its detail."""
    reason: str
    operations: str = ".*"
    """A regular expression for the method and the path."""
    check: str = "RejectedPositiveData"
    uses: Counter = field(default_factory=Counter)
    """How often it matched, by operation and detail."""

    def matches(self, check, operation, problem):
        return (
            check == self.check and problem.get("code") == self.code
            and re.fullmatch(self.operations, operation) is not None
            and re.search(self.detail, problem.get("detail", ""), re.S) is not None)


# A detail begins with the pointer to the field, which may have colons of its own.
POINTER = r"^(/.*?|the body): "

ENTRIES = [
    # Names that lead to other parts of the request.
    Entry("invalid_request", POINTER + "no (view|metric|template) is named ",
          "A constraint names a view or a metric of its template, and an item a template of its request."),
    Entry("invalid_request", POINTER + "the template has no view of this name",
          "The content of an item names views of its template."),
    Entry("invalid_request", POINTER + "expected content: an object with a member for each view",
          "Only the content of a template with one view may be a text."),
    Entry("invalid_request", POINTER + "expected (a text|content: an object), ",
          "The content of a view depends on the type of the view."),
    Entry("invalid_request", "^/.*/(metrics|content)/[^:]*: (unknown field|expected )",
          "The members of a content and of metrics depend on the template and on the layout kind that they are for."),
    Entry("invalid_request", POINTER + "another (view already has the name|member has the content of this view)",
          "Views of a template have names that tell them apart, and content names each once."),
    Entry("invalid_request", "^/.*/(name|customSpacingAfter): unknown field",
          "Only the views that a stack arranges have a name of their own and a spacing; others share their schema."),
    Entry("invalid_request", POINTER + "only horizontal stacks align their views at baselines",
          "The alignments of a stack depend on its axis."),
    Entry("invalid_request", POINTER + 'a text has either "text" or "runs"',
          "A text is given in one of two ways."),
    Entry("invalid_request", POINTER + "a template may have ",
          "A template has at most 100 views, with those in others."),
    # Files, which a schema does not describe.
    Entry("invalid_font", "", "A font is a file of TrueType, OpenType or WOFF2.", "POST /v1/fonts"),
    # Texts with a grammar of their own.
    Entry("invalid_request", POINTER + r".*at character \d+",
          "Visual Format strings and expressions have grammars that a pattern cannot express."),
    Entry("invalid_request", POINTER + r".*(constraint|attribute|multiplier|priority)",
          "The attributes of a constraint must be along one axis, and its two sides of one kind."),
    Entry("invalid_request", r"^/.*/constraints/\d+(/.*?)?: ",
          "The members of a constraint depend on each other: which attributes pair, and which need an item."),
    Entry("invalid_request", POINTER + "expected a number, a name or",
          "An expression has a grammar that a pattern cannot express."),
    Entry("invalid_request",
          POINTER + ".*(divides by zero|has no real result|has a result too large|a result beyond|below 0)",
          "An expression has no result for one of the items."),
    # Items, sections and index paths that must exist, once.
    Entry("invalid_request", POINTER + "(no|more than one) (item|section) has the id ",
          "An id is that of an item or of a section of the collection."),
    Entry("invalid_request", POINTER + r"(section \d+|the item at \[\d+, \d+\]) has the id .* too",
          "Every id of a collection belongs to one item or section."),
    Entry("invalid_request", POINTER + "there is no ",
          "An index path leads to an item or a view of the collection."),
    Entry("invalid_request", POINTER + "the item (can be at|is the one that is being moved)",
          "A movement leads to an index path that its item can have, or next to another item."),
    Entry("invalid_request", POINTER + r"there (is|are) \d+ ",
          "A batch has as many items as index paths, and a section as many widths as heights."),
    Entry("invalid_request", "^The updates contradict each other: ",
          "The operations of a batch must fit together, as in `performBatchUpdates`."),
    Entry("invalid_request", POINTER + "supplied (item|section) identifiers are not unique",
          "Ids are unique in a snapshot and in the states of a diff."),
    Entry("invalid_request", POINTER + r"\d+ (items?|sections?) (before|after) (has|have) no identifier",
          "Sections and items of a snapshot and of the states of a diff have ids; other requests share their schema."),
    Entry("invalid_request", POINTER + "the element is measured twice",
          "A measurement is the only one of its element."),
    Entry("invalid_request", POINTER + "expected an? (index path|whole number)",
          "Operations on items take index paths, and operations on sections take numbers."),
    Entry("invalid_request", POINTER + "the name .* is not in Unicode normal form C",
          "A pattern cannot express that a name is in Unicode normal form C."),
    Entry("bad_request", "^(The query parameter .*|The name .* in the path )is not in Unicode normal form C", "As above."),
    # Members that a layout kind does not take.
    Entry("invalid_request", POINTER + "sections of a (compositional|custom) layout have no metrics",
          "The metrics of a section are those of the layout kind."),
    Entry("invalid_request", POINTER + "only (headers and footers|sections) of a magazine layout have ",
          "Heights and backgrounds are for magazines."),
    Entry("invalid_request", POINTER + "a flat array of sizes has a width and a height for each item",
          "A flat array has an even number of lengths."),
    Entry("invalid_request", POINTER + "an anchor cannot be at ",
          "The edges of an anchor are not opposite."),
    Entry("invalid_request", POINTER + "(the kind .* stands for views of|another supplementary item beside it)",
          "The views of a section have kinds that tell them apart."),
    # Limits, which are settings of the service.
    Entry("too_many_items", "", "The numbers of items and sections are limited by settings."),
    Entry("content_too_large", "", "A layout ends within 2^53 points; its parameters do so each for itself."),
    Entry("answer_too_large", "", "The size of a response is limited by a setting."),
    Entry("payload_too_large", "", "The memory of a request is limited by a setting."),
    Entry("request_too_large", "", "The memory of a request is limited by a setting."),
    Entry("collection_too_large", "", "The size of a stored collection is limited by a setting."),
    Entry("invalid_request", "^/lifetime: expected a whole number from 1 to 3600",
          "The longest lifetime of a token is a setting.", "POST /v1/tokens"),
    # Queries, whose parameters OpenAPI describes one by one.
    Entry("bad_request", "^Select (elements|an item) by ",
          "Some parameters exclude each other, and some need another.", "GET .*/(attributes|scroll-target)"),
    Entry("bad_request", "^The query parameter (chrome=none|widths) (requires format=|is for all elements)", "As above.",
          "(POST /v1/(layouts|measurements)|GET .*/attributes)"),
    Entry("bad_request", "^The query parameter runs requires scope=all", "As above.", "GET .*/(history|events)"),
    Entry("bad_request", "^The query parameter include takes content for format=objects", "As above.",
          "GET .*/attributes"),
    Entry("bad_request", "^The query parameter cursor ",
          "A cursor is the nextCursor of another page with the same filters.", "GET /v1/collections"),
    # State that the service has and the tool does not know.
    Entry("unauthorized", "^The token is not valid", "The service signs tokens.", "GET .*/events"),
    Entry("method_not_allowed", "^The viewport \"main\" belongs to the collection",
          "Viewports but `main` can be deleted.", "DELETE .*/viewports/{name}"),
    Entry("invalid_request", '^the body: the field "bounds" is missing',
          "A viewport without bounds needs them first.", "PUT .*/(bounds|viewports/{name})"),
    Entry("history_gone", "", "A version without history is an answer to a valid request.", "GET .*/history"),
    Entry("version_mismatch", "", "A version, in the body or in a header, is one that the collection had."),
]


def reason_for(check, operation, problem):
    """The reason to pass over a failure, or None."""
    for entry in ENTRIES:
        if entry.matches(check, operation, problem):
            entry.uses[f"{operation}: {problem.get('detail')}"] += 1
            return entry.reason
    return None
