import PhoneAPI
import SimulatedPhone
import Simulation
import Timekeeping
import TrackingEngine

/// A short form of a day's `explain.txt`, with a tenth of its size. For each line it has the time
/// and a reference to the text.
///
/// Most lines of a day repeat the same few dozen texts with different numbers. So the baseline's
/// legend contains each text once, without numbers. The digest of a day gives two numbers for each
/// line: the seconds since the line before, and the text's position in the legend, as in "0:0 6:1
/// 4701:2". This is enough to show the first line that changed, and its time.
package struct TimelineDigest: Sendable, Equatable {
  struct Line: Sendable, Equatable {
    /// The time in whole seconds since the scenario's start.
    var seconds: Int
    /// The text with '#' in place of numbers, such as "hardware sends # bytes over Wi-Fi [RAD-15]".
    /// The reason in brackets keeps its numbers.
    var words: String
  }

  var lines: [Line] = []

  init() {}

  /// Reads a digest from text. Returns nil if the text or the legend is damaged.
  init?(_ text: String, legend: [String]) {
    var seconds = 0
    for part in text.split(separator: " ") {
      let sides = part.split(separator: ":")
      guard sides.count == 2, let step = Int(sides[0]), (0...100_000_000).contains(step),
        let place = Int(sides[1]), legend.indices.contains(place)
      else { return nil }
      seconds += step
      lines.append(Line(seconds: seconds, words: legend[place]))
    }
  }

  /// Returns the digest as text. Adds texts that are new to the end of the legend.
  func text(legend: inout Legend) -> String {
    var last = 0
    return lines.map { line in
      defer { last = line.seconds }
      return "\(line.seconds - last):\(legend.place(of: line.words))"
    }.joined(separator: " ")
  }

  struct Legend {
    private(set) var words: [String] = []
    private var places: [String: Int] = [:]

    mutating func place(of line: String) -> Int {
      if let place = places[line] { return place }
      places[line] = words.count
      words.append(line)
      return words.count - 1
    }
  }

  /// Returns the index of the first line that differs from the earlier digest; nil if all lines are
  /// the same.
  func firstDifference(from earlier: TimelineDigest) -> Int? {
    let shared = min(lines.count, earlier.lines.count)
    return (0..<shared).first { lines[$0] != earlier.lines[$0] }
      ?? (lines.count == earlier.lines.count ? nil : shared)
  }
}

/// The first line of a day that differs from the line in the baseline.
package struct TimelineChange: Sendable, Equatable {
  package var seed: UInt64
  /// The line of this run, with its time; nil if the day has no more lines.
  package var now: String?
  /// The baseline's line at the same place, with its time and '#' in place of numbers; nil if the
  /// baseline's day has no more lines.
  package var before: String?
}

/// Collects the timeline's lines of a day.
final class TimelineGatherer: RunSink {
  private(set) var digest = TimelineDigest()
  /// The full texts of the lines, with all numbers.
  private(set) var texts: [String] = []
  private let start: Instant

  init(start: Instant) { self.start = start }

  func note(_ note: PhoneNote) {
    // A line never precedes the one before it: steps have no sign.
    let seconds = max(
      Int((note.instant - start).seconds), digest.lines.last?.seconds ?? 0)
    let reported = Self.reported(note)
    let reason = note.reason.isEmpty ? "" : " [\(note.reason)]"
    digest.lines.append(.init(seconds: seconds, words: Self.withoutNumbers(reported) + reason))
    texts.append(reported + reason)
  }

  func record(_ record: Record) {}
  func timeline(_ row: TimelineRow) {}

  private static func reported(_ note: PhoneNote) -> String {
    "\(note.actor == .operatingSystem ? "system" : note.actor.rawValue) "
      + note.text.replacing("\n", with: " ")
  }

  /// Returns the text with '#' in place of each number, including decimals and thousands
  /// separators.
  private static func withoutNumbers(_ text: String) -> String {
    var words = ""
    for character in text {
      guard character.isASCII, character.isNumber else {
        words.append(character)
        continue
      }
      if let mark = words.last, ".,:".contains(mark), words.dropLast().last == "#" {
        words.removeLast()
      }
      if words.last != "#" { words.append("#") }
    }
    return words
  }
}

extension SimulatedDay {
  /// Returns a time such as "2026-03-02 07:48:27", in the time zone where the person is then.
  func clock(secondsSinceStart seconds: Int) -> String {
    world.clocks.dateAndClockWithSeconds(scenario.start + .seconds(Int64(seconds)))
  }
}
