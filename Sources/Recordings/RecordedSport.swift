import World

/// The mode of motion in the words of watches, apps and services, such as "Biking",
/// "trail_running" or "MountainBikeRide".
extension MotionMode {
  /// The words of each mode. A word with "-" at its end stands for every word that begins so. The
  /// first mode with a word of the text counts: "motorcycling" is no cycling.
  private static let sportWords: [(mode: MotionMode?, words: [String])] = [
    (nil, ["horse-", "equestrian-", "ski-", "snow-", "swim-", "row-", "sail-", "kayak-", "boat-"]),
    (
      .automotive,
      ["motor-", "driv-", "car", "cars", "bus", "taxi", "vehicle", "auto", "automotive"]
    ),
    (.cycling, ["bik-", "ebik-", "cycl-", "bicycl-", "velo", "ride", "riding", "mtb", "bmx"]),
    (.running, ["run-", "trailrun-", "jog-"]),
    (.walking, ["walk-", "hik-", "trek-", "foot", "mountaineering", "pedestrian"]),
    (.train, ["train", "rail-", "subway", "metro", "tram"]),
    (
      .flying, ["fly-", "flight", "glid-", "paraglid-", "hanggl-", "plane", "aviation", "airplane"]
    ),
  ]

  /// Reads the name of a sport. Nil for a sport that is no mode of motion, such as swimming, and
  /// for an unknown one.
  init?(sport name: some StringProtocol) {
    let words = Self.words(in: name)
    let found = Self.sportWords.first { entry in
      entry.words.contains { known in
        known.hasSuffix("-")
          ? words.contains { $0.hasPrefix(known.dropLast()) } : words.contains(known)
      }
    }
    guard let mode = found?.mode else { return nil }
    self = mode
  }

  /// Returns the words in lower case. A capital after a small letter begins a word too.
  private static func words(in name: some StringProtocol) -> [String] {
    var words: [String] = [""]
    var isAfterSmallLetter = false
    for character in name.prefix(100) {
      guard character.isLetter else {
        words.append("")
        isAfterSmallLetter = false
        continue
      }
      if character.isUppercase, isAfterSmallLetter { words.append("") }
      words[words.count - 1] += character.lowercased()
      isAfterSmallLetter = character.isLowercase
    }
    return words.filter { !$0.isEmpty }
  }
}
