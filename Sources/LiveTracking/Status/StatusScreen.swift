import PhoneAPI
import Timekeeping

/// A status as a screen: one line for each subject, and below them the keys that the user can
/// press.
///
/// While there is room for all rows, the rows stay in the same order.
struct StatusScreen {
  /// The width of the terminal in columns. Longer text is wrapped at spaces, or cut if it has no
  /// space.
  var columns: Int
  var rows = Int.max
  var isColored = false
  /// The lines at the bottom of the screen, which describe the keys in the current state.
  var footer: [String] = []

  private static let labelColumns = 10
  private static let columnsMin = 20

  func lines(of status: LiveStatus) -> [String] {
    let width = max(columns, Self.columnsMin)
    let keys = footer.flatMap { wrapped($0, to: width) }.map { paint($0, .faint) }
    let room = max(1, rows - keys.count - 1)
    var lines = [paint(heading(status, width), .bold), ""] + body(status.rows, width)
    if lines.count > room {
      // Put important rows first, and leave out the empty line.
      let ranked = status.rows.enumerated().sorted {
        ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
      }
      lines[1...] = body(ranked.map(\.element), width)[...]
    }
    return Array((lines.prefix(room) + (keys.isEmpty ? [] : [""]) + keys).prefix(rows))
  }

  private func body(_ rows: [StatusRow], _ width: Int) -> [String] {
    rows.flatMap { row in
      wrapped(row.text, to: width - Self.labelColumns).enumerated().map { index, piece in
        let label = padded(index == 0 ? row.label : "", to: Self.labelColumns)
        return paint(label, .faint) + paint(piece, Style(row.tone))
      }
    }
  }

  private func heading(_ status: LiveStatus, _ width: Int) -> String {
    let name = "odograph live  \(status.preset)"
    let time = status.clock(status.time)
    let room = width - name.count - time.count
    return room < 2 ? cut(name, to: width) : name + String(repeating: " ", count: room) + time
  }

  // MARK: Text

  private enum Style: String {
    case plain = ""
    case bold = "1"
    case faint = "2"
    case green = "32"
    case red = "31"

    init(_ tone: StatusRow.Tone) {
      switch tone {
      case .plain: self = .plain
      case .good: self = .green
      case .bad: self = .red
      }
    }
  }

  private func paint(_ text: String, _ style: Style) -> String {
    let text = printable(text)
    return isColored && style != .plain && !text.isEmpty
      ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// Returns a text in which each control character is replaced by a question mark.
///
/// Devices and servers may have any name, and a name must not control the terminal.
package func printable(_ text: String) -> String {
  let isControl = { (scalar: Unicode.Scalar) in
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars { shown.append(isControl(scalar) ? "?" : scalar) }
  return String(shown)
}

private func padded(_ text: String, to columns: Int) -> String {
  text + String(repeating: " ", count: max(0, columns - text.count))
}

private func cut(_ text: String, to columns: Int) -> String {
  text.count <= columns ? text : text.prefix(max(0, columns - 1)) + "…"
}

/// Returns the lines of a text that is wrapped at spaces.
private func wrapped(_ text: String, to columns: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ", omittingEmptySubsequences: false) {
    if !line.isEmpty, line.count + 1 + word.count > columns {
      lines.append(cut(line, to: columns))
      line = String(word)
    } else {
      line += (line.isEmpty ? "" : " ") + word
    }
  }
  return lines + [cut(line, to: columns)]
}
