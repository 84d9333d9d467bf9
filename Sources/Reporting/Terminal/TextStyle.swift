/// The styles of text at a terminal with color.
enum TextStyle: String, Sendable {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case good = "32"
  case fair = "33"
  case bad = "31"

  /// Makes the style for a share of 0 to 1, where 1 is best.
  init(share: Double) { self = share >= 0.9 ? .good : share >= 0.5 ? .fair : .bad }
}

/// A writer of styled text. It writes styles as a terminal's escape sequences (ECMA-48, SGR), or
/// leaves them out.
struct Pen: Sendable {
  var isColored: Bool

  func paint(_ text: String, _ style: TextStyle) -> String {
    isColored && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
