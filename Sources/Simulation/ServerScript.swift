import Scenarios
import Timekeeping

/// What a scenario makes a tracker's server do beside what its contract says.
struct ServerScript {
  /// Extra members that the first answer from some time on has.
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

  /// Whose participant consents to everything from the start.
  ///
  /// - Parameter events: in order of time.
  init(_ events: [ServerEvent] = [], from start: Instant = .distantPast) {
    consents.append(Consent(at: start, answer: .given, kinds: HealthData.allCases))
    for event in events {
      switch event.kind {
      case .answers(let json): answers.append(Answer(from: event.at, membersJSON: json))
      case .fault(let fault, let end):
        faults.append(Fault(start: event.at, end: end, fault: fault))
      case .consent(let answer, let kinds):
        consents.append(Consent(at: event.at, answer: answer, kinds: kinds))
      case .outage, .pushes: break  // the network's, and the phone's
      }
    }
  }

  /// The latest begun of those that last; nil on a good day.
  func fault(at instant: Instant) -> ServerFault? {
    guard !faults.isEmpty else { return nil }
    return faults.last { $0.start <= instant && instant < $0.end }?.fault
  }

  /// The extra members of an answer that is given now, which then are given.
  mutating func takeMembers(at instant: Instant) -> String? {
    guard let next = answers.first, next.from <= instant else { return nil }
    answers.removeFirst()
    return next.membersJSON
  }

  /// The next answer to the studies that was given by now, which then is told.
  mutating func takeConsent(at instant: Instant) -> Consent? {
    guard let next = consents.first, next.at <= instant else { return nil }
    consents.removeFirst()
    return next
  }
}
