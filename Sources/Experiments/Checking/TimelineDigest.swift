import PhoneAPI
import RunObservation
import SimulatedPhone
import Simulation
import Timekeeping
import TrackingEngine

/// A short form of a day's `explain.txt`. For each line it has the time, a reference to the text
/// and the numbers in the text.
///
/// Most lines of a day repeat the same few dozen texts with different numbers. So the baseline's
/// legend contains each text once, without numbers. The digest of a day gives for each line the
/// seconds since the line before, the text's position in the legend, and the numbers of the text,
/// as in "0:0 6:1:512 4701:2:3;12.5". A baseline of an earlier version has no numbers.
package struct TimelineDigest: Sendable, Equatable {
  struct Line: Sendable, Equatable {
    /// The time in whole seconds since the scenario's start.
    var seconds: Int
    /// The text with '#' in place of numbers, such as "hardware sends # bytes over Wi-Fi [RAD-15]".
    /// The reason in brackets keeps its numbers.
    var words: String
    /// The numbers in place of each '#'; nil if they are not known.
    var numbers: [String]? = nil

    /// The text with its numbers as far as they are known.
    var text: String {
      let parts = words.split(separator: "#", omittingEmptySubsequences: false)
      guard let numbers, numbers.count == parts.count - 1 else { return words }
      return zip(parts, numbers + [""]).map { $0 + $1 }.joined()
    }

    /// Returns true if the times and the texts are equal. Numbers that only one line has do not
    /// count.
    func agrees(with other: Line) -> Bool {
      guard seconds == other.seconds, words == other.words else { return false }
      return numbers == nil || other.numbers == nil || numbers == other.numbers
    }
  }

  var lines: [Line] = []

  init() {}

  /// Reads a digest from text. Returns nil if the text or the legend is damaged.
  init?(_ text: String, legend: [String]) {
    var seconds = 0
    for part in text.split(separator: " ") {
      let sides = part.split(
        separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard sides.count >= 2, let step = Int(sides[0]), (0...100_000_000).contains(step),
        let place = Int(sides[1]), legend.indices.contains(place)
      else { return nil }
      seconds += step
      let numbers = sides.dropFirst(2).first.map { $0.split(separator: ";").map(String.init) }
      lines.append(Line(seconds: seconds, words: legend[place], numbers: numbers))
    }
  }

  /// Returns the digest as text. Adds texts that are new to the end of the legend.
  func text(legend: inout Legend) -> String {
    var last = 0
    return lines.map { line in
      defer { last = line.seconds }
      let place = "\(line.seconds - last):\(legend.place(of: line.words))"
      return line.numbers.map { place + ":" + $0.joined(separator: ";") } ?? place
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
    return (0..<shared).first { !lines[$0].agrees(with: earlier.lines[$0]) }
      ?? (lines.count == earlier.lines.count ? nil : shared)
  }
}

/// Collects the timeline's lines of a day.
final class TimelineGatherer: RunSink {
  private(set) var digest = TimelineDigest()
  private let start: Instant

  init(start: Instant) { self.start = start }

  func note(_ note: PhoneNote) {
    // A line never precedes the one before it: steps have no sign.
    let seconds = max(
      Int((note.instant - start).seconds), digest.lines.last?.seconds ?? 0)
    let reason = note.reason.isEmpty ? "" : " [\(note.reason)]"
    let (words, numbers) = Self.parts(of: Self.reported(note))
    digest.lines.append(.init(seconds: seconds, words: words + reason, numbers: numbers))
  }

  func record(_ record: Record) {}
  func timeline(_ row: TimelineRow) {}

  private static func reported(_ note: PhoneNote) -> String {
    "\(note.actor == .operatingSystem ? "system" : note.actor.rawValue) "
      + note.text.replacing("\n", with: " ")
  }

  /// Returns the text with '#' in place of each number, and the numbers, which include decimals
  /// and thousands separators.
  private static func parts(of text: String) -> (words: String, numbers: [String]) {
    let numbers = text.matches(of: /[0-9]+(?:[.,:][0-9]+)*/)
    let words = text.replacing(/[0-9]+(?:[.,:][0-9]+)*/, with: "#")
    return (words, numbers.map { String($0.output) })
  }
}

extension SimulatedDay {
  /// Returns a time such as "2026-03-02 07:48:27", in the time zone where the person is then.
  func clock(secondsSinceStart seconds: Int) -> String {
    world.clocks.dateAndClockWithSeconds(scenario.start + .seconds(Int64(seconds)))
  }
}
