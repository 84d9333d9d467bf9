import Text

extension [Key] {
  /// The table of keys in Markdown.
  package var markdown: String {
    let rows = map { key in
      let code = key.name + (key.example.map { ": " + $0 } ?? "")
      let cells = [
        "`\(code)`", key.kind.phrase, key.isRequired ? "required" : key.usual ?? "", key.meaning,
      ]
      return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    return (["| key | value | if left out | meaning |", "| --- | --- | --- | --- |"] + rows)
      .joined(separator: "\n")
  }
}

extension ValueKind {
  /// The description of the value's kind for a page, with code between backticks.
  fileprivate var phrase: String {
    switch self {
    case .text: "a text"
    case .form: "a text"
    case .flag: "`true` or `false`"
    case .number(nil): "a number"
    case .number(let range?):
      "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
    case .wholeNumber(let range) where range.upperBound == .max:
      "a whole number from \(range.lowerBound)"
    case .wholeNumber(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .quantity(let dimension, let limits): limits.description(of: dimension)
    case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .list(.table, _): "a list of mappings"
    case .list(let element, _): "a list: " + element.phrase
    case .table, .anything: "a mapping"
    case .named(.table): "a mapping of names to mappings"
    case .named(let kind): "a mapping of names to: " + kind.phrase
    case .either(let kinds): kinds.map(\.phrase).joined(separator: "; or ")
    case .described(let words, _): words
    }
  }

  private func plain(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : "\(number)"
  }
}
