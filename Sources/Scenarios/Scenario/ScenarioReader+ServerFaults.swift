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
    var events: [ServerEvent] = []
    for span in try readSpans(fields, days) {
      events.append(ServerEvent(at: span.start, .fault(fault, until: span.end), trackers: trackers))
    }
    return events
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
    return try days.instants(of: at.moment(), at).map {
      ServerEvent(
        at: $0, .consent(answer, to: kinds.isEmpty ? HealthData.allCases : kinds),
        trackers: trackers)
    }
  }

  /// Reads `from` and `until`, and returns the periods between them. A time of day without a date
  /// gives one period a day. A period that outlasts the scenario ends with the scenario.
  func readSpans(
    _ fields: Fields, _ days: ScenarioDays
  ) throws(InputError) -> [(start: Instant, end: Instant)] {
    let from = try fields.required("from", accepted: "a time such as 13:00")
    let until = try fields.required("until", accepted: "a time such as 13:40")
    let starts = try days.instants(of: from.moment(), from)
    let ends = try days.instants(of: until.moment(), until)
    var spans: [(start: Instant, end: Instant)] = []
    for start in starts {
      // A period that outlasts the scenario ends with it.
      let end = ends.first { $0 > start } ?? days.end
      if starts.count == 1, ends.count == 1, end == days.end, ends != [end] {
        throw until.refused(accepted: "a time after \(from.kindFound)")
      }
      spans.append((start, end))
    }
    return spans
  }
}
