/// The width of text in terminal columns, so that tables align in any script.
extension StringProtocol {
  var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }
}

extension Character {
  /// The number of terminal columns that the character takes. East Asian wide and full-width
  /// characters and emoji take 2 (Unicode UAX #11), control characters and marks that stand alone
  /// take 0, and all other characters take 1.
  var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    let isEmoji =
      first.properties.isEmojiPresentation || unicodeScalars.contains { $0.value == 0xFE0F }
    return isEmoji || first.isWide ? 2 : 1
  }
}

extension Unicode.Scalar {
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

/// Returns the text with spaces after it, up to `width` terminal columns. A wider text stays
/// unchanged.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.displayWidth))
}

/// Returns the text with spaces before it, up to `width` terminal columns.
func aligned(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.displayWidth)) + text
}

/// Returns the text in lines of whole words, no wider than `width` unless a single word is wider.
func wrapped(_ text: String, width: Int, indent: Int = 0) -> [String] {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if !line.isEmpty, line.displayWidth + 1 + word.displayWidth > width - indent {
      lines.append(margin + line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  return lines + (line.isEmpty ? [] : [margin + line])
}
