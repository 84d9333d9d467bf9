import Scenarios
import Timekeeping

/// The text of an event at the scenario's server, on one line.
struct ServerText {
  let line: String

  init(_ event: ServerEvent, clock: (Instant) -> String) {
    func span(_ end: Instant, _ text: String) -> String {
      "\(clock(event.at)) to \(clock(end)): \(text)"
    }
    switch event.kind {
    case .outage(let end): line = span(end, "does not answer")
    case .answers(let json): line = "\(clock(event.at)): answers \(json)"
    case .pushes(let kind, let payload):
      let content = payload.sorted { $0.key < $1.key }.map { " \($0.key): \($0.value)" }
      line = "\(clock(event.at)): sends a \(kind.rawValue) push\(content.joined())"
    case .fault(let fault, let end): line = span(end, ServerText.deed(fault))
    case .consent(let answer, let kinds):
      let codes = kinds.map(\.rawValue).joined(separator: ", ")
      line = "\(clock(event.at)): consent to \(codes) is \(answer.rawValue)"
    }
  }

  private static func deed(_ fault: ServerFault) -> String {
    switch fault {
    case .status(let status, let retryAfter):
      "refuses everything with \(status)"
        + (retryAfter.map { ", Retry-After \($0)" } ?? "")
    case .delay(let delay): "answers after \(delay)"
    case .refusesEntry(let position): "refuses entry \(position) of each batch"
    case .fails(.errorWith200): "answers everything with an error and HTTP 200"
    case .fails(.garbage): "another system answers with its own page and HTTP 200"
    case .fails(.redirect): "redirects every request to another address"
    case .fails(.cutShort): "accepts everything and sends half of the answer"
    case .fails(.breaksOff): "accepts everything and closes the connection before the answer"
    case .fails(.hangs): "accepts everything and never answers"
    }
  }
}
