extension String {
  /// Returns true if the text contains the bytes of a word in a row.
  ///
  /// Foundation's `contains` compares whole characters, which takes several times as long.
  package func containsBytes(of word: String) -> Bool {
    let text = Array(utf8)
    let word = Array(word.utf8)
    guard text.count >= word.count else { return false }
    return (0...(text.count - word.count)).contains { start in
      text[start..<start + word.count].elementsEqual(word)
    }
  }
}
