import Scenarios
import Timekeeping

/// The faults and extra answers that a scenario gives a tracker's server, beyond its contract.
struct ServerScript {
  /// Members that the scenario adds to the server's first answer after a given time.
  struct Answer {
    var from: Instant
    var membersJSON: String
  }

  struct Fault {
    var start: Instant
    var end: Instant
    var fault: ServerFault
  }

  struct Consent {
    var at: Instant
    var answer: ConsentAnswer
    var kinds: [HealthData]
  }

  private var answers: ArraySlice<Answer> = []
  private var faults: [Fault] = []
  private var consents: ArraySlice<Consent> = []

  /// Makes the script of a tracker's server.
  ///
  /// The participant consents to all kinds of health data at `start`. Later events can change the
  /// consent.
  init(_ events: [ServerEvent] = [], from start: Instant = .distantPast) {
    consents.append(Consent(at: start, answer: .given, kinds: HealthData.allCases))
    for event in events {
      switch event.kind {
      case .answers(let json): answers.append(Answer(from: event.at, membersJSON: json))
      case .fault(let fault, let end):
        faults.append(Fault(start: event.at, end: end, fault: fault))
      case .consent(let answer, let kinds):
        consents.append(Consent(at: event.at, answer: answer, kinds: kinds))
      case .outage, .pushes: break  // simulated by the network and by the phone
      }
    }
  }

  /// Returns the server's fault at an instant; nil without a fault. If several faults overlap, the
  /// fault that began last applies.
  func fault(at instant: Instant) -> ServerFault? {
    guard !faults.isEmpty else { return nil }
    return faults.last { $0.start <= instant && instant < $0.end }?.fault
  }

  /// Returns the members to add to an answer that the server gives now. Also removes them from the
  /// script, so that they are added only once.
  mutating func takeMembers(at instant: Instant) -> String? {
    guard let next = answers.first, next.from <= instant else { return nil }
    answers.removeFirst()
    return next.membersJSON
  }

  /// Removes the participant's next consent or refusal from the script, and returns it.
  ///
  /// Returns nil if no consent or refusal is due at `instant`.
  mutating func takeConsent(at instant: Instant) -> Consent? {
    guard let next = consents.first, next.at <= instant else { return nil }
    consents.removeFirst()
    return next
  }
}
