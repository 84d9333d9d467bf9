import PhoneAPI
import Text
import Timekeeping

extension Receiver {
  /// Answers a FHIR batch with status 200. Each entry of the batch is accepted or refused
  /// independently.
  func answerBundle(
    _ request: HTTPRequest, from patient: Patient, at instant: Instant,
    _ dialect: HealthExchangeDialect
  ) throws -> HTTPResponse {
    guard request.method == "POST" else { return refusal(405, "POST is expected") }
    let entries: [JSONValue]
    do throws(Malformed) {
      entries = try bundleEntries(request.body, dialect)
    } catch {
      return refusal(400, answering: dialect.outcome(error.reason))
    }
    let intake = ObservationIntake(
      patient: patient, dialect: dialect, consented: try consentedCodes(of: patient),
      arrivedAt: instant)
    var answers: [String] = []
    for (index, entry) in entries.enumerated() {
      let outcome =
        refusedEntry == index + 1
        ? .refused(422, "the server does not like this entry") : try take(entry, intake)
      answers.append(outcome.json(dialect))
      if case .refused = outcome { noteRefusal() }
    }
    let text =
      #"{"resourceType":"Bundle","type":"batch-response","entry":["#
      + answers.joined(separator: ",") + "]}"
    return .json(200, text)
  }

  private func bundleEntries(
    _ body: [UInt8], _ dialect: HealthExchangeDialect
  ) throws(Malformed) -> [JSONValue] {
    let bundle = try JSONValue(body)
    guard bundle["resourceType"]?.string == "Bundle" else {
      throw Malformed(reason: "resourceType is not Bundle")
    }
    guard bundle["type"]?.string == "batch" else {
      throw Malformed(reason: "the bundle's type is not batch")
    }
    guard let entries = bundle["entry"]?.elements else {
      throw Malformed(reason: "entry is not an array")
    }
    if dialect == .jupyterHealth {
      for (index, entry) in entries.enumerated()
      where entry["resource"]?["valueAttachment"]?["data"]?.string == nil {
        throw Malformed(reason: "entry[\(index)] has no valueAttachment.data")
      }
    }
    return entries
  }

  /// Stores the observation of an entry. If the observation contains a position, stores it also as
  /// a record.
  private func take(_ entry: JSONValue, _ intake: ObservationIntake) throws -> EntryOutcome {
    do {
      let resource = try intake.resource(entry)
      let known = try known(intake.identifiers(resource))
      if let (identifier, _) = known, intake.dialect == .jupyterHealth {
        return .refused(
          409, "there is one with system=\(identifier.system) value=\(identifier.value)")
      }
      let observation = try intake.observation(resource)
      if let record = observation.position(keepingSource: store.keepsSources) {
        try keep([record])
      }
      guard let (_, number) = known else { return .created(try store.insert(observation)) }
      try store.replace(number, with: observation)
      return .replaced(number)
    } catch let refusal as ObservationIntake.Refusal {
      return .refused(refusal.status, refusal.reason)
    }
  }

  private func known(
    _ identifiers: [Observation.Identifier]
  ) throws -> (Observation.Identifier, Int64)? {
    for identifier in identifiers {
      if let number = try store.observation(identifier) { return (identifier, number) }
    }
    return nil
  }
}

/// The outcome of one entry of a batch.
private enum EntryOutcome {
  case created(Int64)
  case replaced(Int64)
  case refused(Int, String)

  func json(_ dialect: HealthExchangeDialect) -> String {
    switch self {
    case .created(let number): entry("201 Created", number)
    case .replaced(let number): entry("200 OK", number)
    case .refused(let status, let reason):
      #"{"response":{"status":"\#(status) \#(phrase(status))","#
        + #""outcome":\#(dialect.outcome(reason))}}"#
    }
  }

  private func entry(_ status: String, _ number: Int64) -> String {
    #"{"resource":{"resourceType":"Observation","id":"\#(number)"},"#
      + #""response":{"status":"\#(status)"}}"#
  }

  private func phrase(_ status: Int) -> String {
    switch status {
    case 403: "Forbidden"
    case 409: "Conflict"
    case 422: "Unprocessable Entity"
    default: "Bad Request"
    }
  }
}
