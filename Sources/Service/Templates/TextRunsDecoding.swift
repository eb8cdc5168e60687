import JSON
import LayoutEngine
import SelfSizing
import Text
import Wire

/// Decodes texts of several runs, each with a typography of its own or an attachment.
extension DecodingContext {
  /// The members of a run.
  private static let runMembers = ["text"] + runSettingMembers + ["attachment"]

  private enum AttachmentField: String, FrequentFieldNames {
    case size, baselineOffset
    static let table = FieldTable<AttachmentField>()
  }

  /// The largest number of runs of a text.
  static let runLimit = 10_000

  /// Reads the runs of a text.
  func textRuns(_ value: JSONValue) -> [TextRun]? {
    guard !value.hasMore(than: Self.runLimit) else {
      fault("a text may have \(Self.runLimit) runs; these are \(value.count)")
      return nil
    }
    var runs: [TextRun] = []
    let isArray = array(value, "an array of runs") { _, value in
      if let run = textRun(value) { runs.append(run) }
    }
    return isArray ? runs : nil
  }

  private func textRun(_ value: JSONValue) -> TextRun? {
    if let text = value.string { return .text(text) }
    var text: String?
    var setting = TextRunSetting()
    var attachment: TextAttachment?
    let expected = "a run: a text, or an object with \"text\" or \"attachment\""
    let isObject = object(value, expected, Self.runMembers) { member, value in
      switch member {
      case "text": text = string(value)
      case "attachment": attachment = textAttachment(value)
      default: _ = take(member, value, into: &setting)
      }
    }
    guard isObject else { return nil }
    if value["attachment"] != nil {
      if setting != TextRunSetting() || value["text"] != nil {
        fault("a run with \"attachment\" has no other members")
      }
      return attachment.map { .attachment($0) }
    }
    require("text", of: value)
    return text.map { .text($0, setting) }
  }

  private func textAttachment(_ value: JSONValue) -> TextAttachment? {
    var size: Size?
    var offset = 0.0
    let expected = "an attachment: an object with \"size\" and \"baselineOffset\""
    let isObject = object(value, AttachmentField.self, expected) { field, value in
      switch field {
      case .size: size = contentSize(value)
      case .baselineOffset: set(&offset, number(value, in: -10_000...10_000))
      }
    }
    guard isObject else { return nil }
    require("size", of: value)
    return size.map { TextAttachment(width: $0.width, height: $0.height, baselineOffset: offset) }
  }
}
