import Text
import Timekeeping

/// A moment in the form in which people write it: "07:45", "07:45 ± 15 min", "2026-03-02T06:30:00".
///
/// A date and time may end with Z or an offset such as -08:00.
package enum Moment: Sendable, Equatable {
  /// A time of day without a date. It applies on the simulated day.
  case timeOfDay(TimeOfDay)
  /// A date and time in the scenario's time zone.
  case local(CivilDate, TimeOfDay)
  case absolute(Instant)

  package init?(_ text: some StringProtocol) {
    if let instant = Instant(iso8601: text) {
      self = .absolute(instant)
    } else if let time = TimeOfDay(text) {
      self = .timeOfDay(time)
    } else if let moment = Moment.local(text) {
      self = moment
    } else {
      return nil
    }
  }

  /// Returns the date and time of a text without a time zone; nil for any other text.
  private static func local(_ text: some StringProtocol) -> Moment? {
    guard let asIfUTC = Instant(iso8601: text, assumingUTC: true) else { return nil }
    let (date, time) = LocalCalendar.utc.fields(of: asIfUTC)
    return .local(date, time)
  }
}

extension TimeOfDay {
  /// Reads a time of day such as "07:45" or "07:45:30".
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.count == 2 && part.allSatisfy(\.isWholeNumber) ? Int(part) : nil
    }
    guard parts.count == numbers.count, (2...3).contains(parts.count),
      (0..<24).contains(numbers[0]), numbers[1...].allSatisfy((0..<60).contains)
    else { return nil }
    self.init(hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
  }
}

/// A moment that is drawn from a range. It has the middle and half the width of the range.
package struct SpreadMoment: Sendable {
  package var moment: Moment
  package var spread: TimeSpan
  package var node: SourceNode
}

extension SourceNode {
  private static let acceptedMoment =
    "a time such as 07:45, 07:45 ± 15 min or 2026-03-02T07:45:00"

  package func spreadMoment() throws(InputError) -> SpreadMoment {
    let text = try text(SourceNode.acceptedMoment)
    let plain = text.replacing("+-", with: "±").replacing("+/-", with: "±")
    let parts = plain.split(separator: "±", maxSplits: 1, omittingEmptySubsequences: false)
      .map(\.trimmed)
    guard let first = parts.first, let moment = Moment(first) else {
      throw refusal(ofMoment: text, accepted: SourceNode.acceptedMoment)
    }
    var spread = 0.0
    if parts.count == 2 {
      guard let width = QuantityDimension.duration.value(of: parts[1]), width >= 0 else {
        throw refused(accepted: SourceNode.acceptedMoment)
      }
      spread = width
    }
    return SpreadMoment(moment: moment, spread: .seconds(spread), node: self)
  }

  /// Reads a moment that has a date and no range.
  package func instant(in calendar: LocalCalendar) throws(InputError) -> Instant {
    let accepted = "a date and time such as 2026-03-02T06:30:00 or 2026-03-02T06:30:00Z"
    let text = try text(accepted)
    switch Moment(text) {
    case .absolute(let instant): return instant
    case .local(let date, let time): return try instant(date, time, in: calendar)
    case .timeOfDay, nil: throw refusal(ofMoment: text, accepted: accepted)
    }
  }

  /// Returns the error for a text that is no moment. It says if only the date is impossible.
  private func refusal(ofMoment text: String, accepted: String) -> InputError {
    guard let match = text.prefixMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})T/),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3)
    else {
      var refusal = refused(accepted: accepted)
      if text.hasPrefix("24:00") { refusal.suggestion = "00:00" + text.dropFirst(5) }
      return refusal
    }
    guard Instant.years.contains(year) else {
      return refused(
        "'\(name)' is in the year \(year)",
        accepted: "a year from \(Instant.years.lowerBound) to \(Instant.years.upperBound)")
    }
    guard CivilDate(year: year, month: month, day: day).exists else {
      return refused(
        "'\(name)' is on a day that no calendar has, \(match.1)-\(match.2)-\(match.3)",
        accepted: "a day that exists")
    }
    return refused(accepted: accepted)
  }

  /// Returns the instant of a local time in the calendar's zone.
  ///
  /// - Throws: An error with the reason if the local time does not exist or happens twice.
  package func instant(
    _ date: CivilDate, _ time: TimeOfDay, in calendar: LocalCalendar
  ) throws(InputError) -> Instant {
    do throws(LocalTimeError) {
      return try calendar.instant(date, time)
    } catch {
      throw refusal(of: date, time, in: calendar, because: error)
    }
  }

  private func refusal(
    of date: CivilDate, _ time: TimeOfDay, in calendar: LocalCalendar, because error: LocalTimeError
  ) -> InputError {
    switch error {
    case .doesNotExist:
      refused(
        "\(time) on \(date) does not exist in \(calendar.identifier): the clocks skip it",
        accepted: "another time, or one with its offset, such as \(date)T\(time)"
          + offsetText(calendar.offset(at: calendar.startOfDay(date))))
    case .happensTwice(let first, let second):
      refused(
        "\(time) on \(date) happens twice in \(calendar.identifier)",
        accepted: "one with its offset, \(date)T\(time)\(offsetText(first)) "
          + "or \(date)T\(time)\(offsetText(second))")
    }
  }

  package func timeZone() throws(InputError) -> LocalCalendar {
    let text = try text("a time zone such as Europe/Berlin")
    if text == "UTC" { return .utc }
    if text.hasPrefix("UTC"), let calendar = LocalCalendar(identifier: text) { return calendar }
    // Foundation also accepts "GMT+3" and abbreviations that several zones share; names are clear.
    let isName = text.contains("/") || text == "GMT"
    if isName, let calendar = LocalCalendar(identifier: text) { return calendar }
    throw InputError(
      location, "'\(name)' is \(quoted(text))",
      accepted: "a region's name such as Europe/Berlin, UTC, GMT, or an offset such as UTC+1",
      suggestion: nearestSpelling(to: text, among: LocalCalendar.knownIdentifiers))
  }
}

/// Returns an offset from UTC as text, such as "-07:00".
private func offsetText(_ offset: TimeSpan) -> String {
  let minutes = abs(offset.nanoseconds) / 60_000_000_000
  let time = TimeOfDay(hour: Int(minutes / 60), minute: Int(minutes % 60))
  return (offset < .zero ? "-" : "+") + time.description
}
