import Evaluation

/// The ids of the parts of an explanation's page. Other pages use them in links.
///
/// An id is the same on every machine, and two names never have the same id.
enum WhyAnchor {
  /// Returns the id of a tracker's section, such as "tracker-overland-high-resolution".
  static func tracker(_ name: String) -> String { "tracker-" + safe(name) }

  /// Returns the id of one cause of a tracker's gaps, such as "ehe-pilot-1-noSignal". No cause has
  /// a hyphen in its name, so the last hyphen ends the tracker's name.
  static func cause(_ cause: GapCause, of tracker: String) -> String {
    safe(tracker) + "-" + safe(cause.name)
  }

  /// Returns a text in which each byte other than a letter, a digit, a dot or a hyphen is "_" and
  /// two hexadecimal digits.
  private static func safe(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
        String(UnicodeScalar(byte))
      default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}
