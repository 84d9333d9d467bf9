/// Returns the accepted word that is most similar to the user's word. If no word is similar, it
/// returns the first accepted word that begins with the user's word; nil if there is none.
///
/// A word is similar if it has at most one slip (see `slipsBetween`) for each three letters of the
/// user's word. One slip is always allowed. Letter case is ignored. If several words are equally
/// similar, one that differs only by its number at the end comes first, the nearest number before
/// others, as `ios-18` for `ios-19`; then the first.
package func nearestSpelling(to word: String, among words: [String]) -> String? {
  let written = Array(word.lowercased().unicodeScalars)
  guard !written.isEmpty, written.count <= 64 else { return nil }
  let reach = max(1, written.count / 3)
  var best: (word: String, slips: Int, difference: UInt64)?
  for candidate in words {
    let letters = Array(candidate.lowercased().unicodeScalars)
    guard abs(letters.count - written.count) <= reach else { continue }
    let slips = slipsBetween(written, letters)
    guard slips <= reach, slips < max(written.count, 2) else { continue }
    let difference = differenceOfNumbers(written, letters)
    if let best, (best.slips, best.difference) <= (slips, difference) { continue }
    best = (candidate, slips, difference)
  }
  return best?.word ?? beginning(with: word, among: words)
}

/// Returns the difference of the numbers at the end of two words that are equal before them; the
/// largest number for other words.
private func differenceOfNumbers(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> UInt64 {
  let (first, second) = (NumberedWord(a), NumberedWord(b))
  guard first.text == second.text, let one = first.number, let other = second.number else {
    return .max
  }
  return one > other ? one - other : other - one
}

/// A word with its number at the end.
private struct NumberedWord {
  let text: ArraySlice<Unicode.Scalar>
  let number: UInt64?

  init(_ word: [Unicode.Scalar]) {
    let digits = word.reversed().prefix { ("0"..."9").contains($0) }
    text = word.dropLast(digits.count)
    number = UInt64(String(String.UnicodeScalarView(digits.reversed())))
  }
}

private func beginning(with word: String, among words: [String]) -> String? {
  guard word.count >= 3 else { return nil }
  return words.first { $0.lowercased().hasPrefix(word.lowercased()) }
}

/// Returns the number of slips between two words. A slip is a wrong, missing or added letter, or
/// two neighboring letters that are swapped.
///
/// This is the optimal string alignment distance, a restricted form of the Damerau-Levenshtein
/// distance.
package func slipsBetween(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var twoAbove: [Int] = []
  var above = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in 0..<b.count {
      var slips = min(above[j] + (a[i] == b[j] ? 0 : 1), above[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        slips = min(slips, twoAbove[j - 1] + 1)
      }
      row.append(slips)
    }
    twoAbove = above
    above = row
  }
  return above[b.count]
}
