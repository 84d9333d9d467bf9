/// How a piece of text looks where there is color.
enum TextStyle: String, Sendable {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case good = "32"
  case fair = "33"
  case bad = "31"

  /// For a share of which all is best.
  init(share: Double) { self = share >= 0.9 ? .good : share >= 0.5 ? .fair : .bad }
}

/// Writes styles as a terminal's escape sequences (ECMA-48, SGR), or leaves them out.
struct Pen: Sendable {
  var isColored: Bool

  func paint(_ text: String, _ style: TextStyle) -> String {
    isColored && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
