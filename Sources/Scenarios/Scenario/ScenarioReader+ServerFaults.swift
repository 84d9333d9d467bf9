import Documents
import Text
import Timekeeping

extension ScenarioReader {
  /// Reads a fault of the server; nil if the event is not a fault.
  func readFault(
    _ fields: Fields, _ days: ScenarioDays, _ trackers: [String]
  ) throws(InputError) -> [ServerEvent]? {
    let fault: ServerFault
    let retryAfter = try fields.duration("retryAfter")
    if let status = try fields.wholeNumber("status") {
      fault = .status(status, retryAfter: retryAfter)
    } else if let manner = try fields.choice("fails", as: ServerFault.FailureKind.self) {
      fault = .fails(manner)
    } else if let delay = try fields.duration("delay") {
      fault = .delay(delay)
    } else if let entry = try fields.wholeNumber("refusesEntry") {
      fault = .refusesEntry(entry)
    } else {
      return nil
    }
    return try readSpans(fields, days).map { span in
      span.event(.fault(fault, until: span.end), trackers)
    }
  }

  func readConsent(
    _ consent: SourceNode, _ fields: Fields, _ days: ScenarioDays, _ trackers: [String]
  ) throws(InputError) -> [ServerEvent] {
    let answer = try consent.choice(ConsentAnswer.self)
    var kinds: [HealthData] = []
    if let node = fields["to"] {
      let elements = if case .list(let elements) = node.content { elements } else { [node] }
      for element in elements { kinds.append(try element.choice(HealthData.self)) }
    }
    let at = try fields.required("at", accepted: "a time such as 15:00")
    return try events(
      at, .consent(answer, to: kinds.isEmpty ? HealthData.allCases : kinds), days, trackers)
  }

  /// Reads `from` and `until`, and returns the periods between them. A time of day without a date
  /// gives one period a day. A period that outlasts the scenario ends with the scenario.
  func readSpans(
    _ fields: Fields, _ days: ScenarioDays
  ) throws(InputError) -> [ServerSpan] {
    let from = try fields.required("from", accepted: "a time such as 13:00")
    let until = try fields.required("until", accepted: "a time such as 13:40")
    let (first, last) = (try from.moment(), try until.moment())
    let starts = try days.instants(of: first, from)
    let ends = try days.instants(of: last, until)
    var spans: [ServerSpan] = []
    for start in starts {
      // A period that outlasts the scenario ends with it.
      let following = ends.first { $0 > start }
      let end = following ?? days.end
      if starts.count == 1, ends.count == 1, end == days.end, ends != [end] {
        throw until.refused(accepted: "a time after \(from.kindFound)")
      }
      spans.append(
        ServerSpan(
          start: start, end: end, written: days.clockTime(of: start, first),
          writtenEnd: following.flatMap { days.clockTime(of: $0, last) }))
    }
    return spans
  }
}

/// A period of the server, with the local times of its ends; see `ServerEvent.written`.
struct ServerSpan {
  var start: Instant
  var end: Instant
  var written: ClockTime?
  var writtenEnd: ClockTime?

  func event(_ kind: ServerEvent.Kind, _ trackers: [String]) -> ServerEvent {
    var event = ServerEvent(at: start, kind, trackers: trackers)
    event.written = written
    event.writtenEnd = writtenEnd
    return event
  }
}
