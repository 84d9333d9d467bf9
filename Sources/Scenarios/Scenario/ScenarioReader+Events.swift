import Documents
import Text
import Timekeeping
import World

extension ScenarioReader {
  func readServer(
    _ node: SourceNode?, days: ScenarioDays, trackers: [TrackerChoice]
  ) throws(InputError) -> [ServerEvent] {
    var events: [ServerEvent] = []
    for element in try node?.list("a list such as - { from: 13:00, until: 13:40, outage: true }")
      ?? []
    {
      let fields = try Fields(element, keys: ScenarioKeys.serverEvent)
      let names = try readTrackerNames(fields["for"], trackers)
      try refuseSecondDeed(fields)
      if let answers = fields["answers"] {
        events += try readAnswers(answers, fields, days, names)
      } else if let push = fields["pushes"] {
        events += try readPush(push, fields, days, names)
      } else if let consent = fields["consent"] {
        events += try readConsent(consent, fields, days, names)
      } else if let faults = try readFault(fields, days, names) {
        events += faults
      } else {
        events += try readOutage(fields, days, names)
      }
    }
    return events.sorted { $0.at < $1.at }
  }

  private func refuseSecondDeed(_ fields: Fields) throws(InputError) {
    let deeds = fields.given(ScenarioKeys.serverDeeds)
    if deeds.count > 1 { try fields.refuseTogether(deeds[0], deeds[1]) }
    for (detail, deed) in [("with", "pushes"), ("retryAfter", "status"), ("to", "consent")]
    where fields[deed] == nil {
      guard let node = fields[detail] else { continue }
      throw InputError(
        node.location, "'\(detail)' is given alone", accepted: "it together with '\(deed)'")
    }
  }

  private func readAnswers(
    _ answers: SourceNode, _ fields: Fields, _ days: ScenarioDays, _ trackers: [String]
  ) throws(InputError) -> [ServerEvent] {
    _ = try answers.entries("a mapping, which becomes a JSON object")
    let at = try fields.required("at", accepted: "a time such as 15:00")
    return try events(at, .answers(json: answers.json), days, trackers)
  }

  private func readPush(
    _ push: SourceNode, _ fields: Fields, _ days: ScenarioDays, _ trackers: [String]
  ) throws(InputError) -> [ServerEvent] {
    let kind = try push.choice(SimulatedPush.Kind.self)
    let at = try fields.required("at", accepted: "a time such as 15:00")
    var payload: [String: String] = [:]
    for entry in try fields["with"]?.entries("a mapping, which is the payload") ?? [] {
      payload[entry.key] = try entry.value.settingText()
    }
    return try events(at, .pushes(kind, payload: payload), days, trackers)
  }

  func events(
    _ at: SourceNode, _ kind: ServerEvent.Kind, _ days: ScenarioDays, _ trackers: [String]
  ) throws(InputError) -> [ServerEvent] {
    let moment = try at.moment()
    return try days.instants(of: moment, at).map {
      var event = ServerEvent(at: $0, kind, trackers: trackers)
      event.written = days.clockTime(of: $0, moment)
      return event
    }
  }

  private func readOutage(
    _ fields: Fields, _ days: ScenarioDays, _ trackers: [String]
  ) throws(InputError) -> [ServerEvent] {
    guard let outage = fields["outage"] else {
      throw fields.node.refused(
        "the event has no action", accepted: "one of \(listing(ScenarioKeys.serverDeeds.names))")
    }
    guard try outage.flag() else { throw outage.refused(accepted: "true") }
    return try readSpans(fields, days).map { $0.event(.outage(until: $0.end), trackers) }
  }

  private func readTrackerNames(
    _ node: SourceNode?, _ trackers: [TrackerChoice]
  ) throws(InputError) -> [String] {
    guard let node else { return [] }
    let names = trackers.map(\.name)
    guard case .list(let elements) = node.content else { return [try node.word(oneOf: names)] }
    var chosen: [String] = []
    for element in elements { chosen.append(try element.word(oneOf: names)) }
    return chosen
  }
}

extension SourceNode {
  /// Reads a time that must not have a random spread such as "± 15 min".
  func moment() throws(InputError) -> Moment {
    let moment = try spreadMoment()
    guard moment.spread == .zero else { throw refused(accepted: "a time without ±") }
    return moment.moment
  }

  /// The YAML node as JSON. Unquoted numbers and truth values stay as they are; other scalars
  /// become strings.
  var json: String {
    switch content {
    case .text(let text, let isQuoted):
      if isNothing { return "null" }
      let isLiteral = !isQuoted && (text == "true" || text == "false" || isJSONNumber(text))
      return isLiteral ? text : Escaping.json(text)
    case .list(let elements): return "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .mapping(let entries):
      let members = entries.map { Escaping.json($0.key) + ":" + $0.value.json }
      return "{" + members.joined(separator: ",") + "}"
    }
  }
}

private func isJSONNumber(_ text: String) -> Bool {
  guard case .number? = try? JSONValue(Array(text.utf8)) else { return false }
  return true
}
