/// Sections with an empty line between two, without those that have no line; ends with a line feed.
func sectioned(_ sections: [[String]]) -> String {
  sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    + "\n"
}

extension Pen {
  /// The meanings of words above, one a line.
  func legend(_ lines: [(String, String)], width: Int = 14) -> [String] {
    lines.map { name, meaning in paint(padded(name, to: width) + meaning, .dim) }
  }
}
