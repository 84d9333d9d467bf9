import Timekeeping

/// The notification that informs the user of a check-in or check-out.
///
/// It shows the time as `EEEE, dd/MM/yyyy hh:mm:ss a`.
struct CrossingNotification {
  static let prefix = "crossing "

  var identifier: String
  var title: String
  var body: String

  init(_ crossing: Record.Crossing, at instant: Instant, in calendar: LocalCalendar) {
    identifier = "\(Self.prefix)\(crossing.rawValue) \(instant.iso8601())"
    title =
      switch crossing {
      case .checkIn: "check in"
      case .checkOut: "check out"
      }
    let (date, time) = calendar.fields(of: instant)
    let clock = [(time.hour + 11) % 12 + 1, time.minute, time.second].map { twoDigits($0) }
    body =
      "\(weekdays[date.isoWeekday - 1]), \(twoDigits(date.day))/\(twoDigits(date.month))/\(date.year) "
      + "\(clock.joined(separator: ":")) \(time.hour < 12 ? "AM" : "PM")"
  }
}

private let weekdays = [
  "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
]

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
