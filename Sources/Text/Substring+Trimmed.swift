extension Substring {
  /// The text without the spaces and no-break spaces around it.
  package var trimmed: Substring {
    var text = self
    while text.first == " " || text.first == "\u{A0}" { text.removeFirst() }
    while text.last == " " || text.last == "\u{A0}" { text.removeLast() }
    return text
  }
}
