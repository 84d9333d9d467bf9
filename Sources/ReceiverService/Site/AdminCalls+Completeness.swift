import PhoneAPI
import Receiver
import Timekeeping

extension AdminCalls {
  private static let completenessDayCount = 7

  private struct Completeness: Encodable {
    struct Day: Encodable {
      var date: String
      /// The number of ten-minute intervals of the day that have begun.
      var intervals: Int
    }

    struct Participant: Encodable {
      var device: String
      /// The name of the patient; nil for a device without a patient.
      var name: String?
      /// The number of ten-minute intervals with a record, for each day.
      var filled: [Int]
    }

    /// The days, the oldest first.
    var days: [Day]
    var participants: [Participant]
  }

  /// Answers with the completeness of the seven local days that end with the newest record's day.
  ///
  /// A patient who has sent nothing is listed too, because such a patient needs attention most.
  func completeness(_ target: RequestTarget, at now: Instant) async throws -> HTTPResponse {
    let calendar = try calendar(target)
    let last = calendar.date(of: try history.newestRecord(until: now) ?? now)
    let dates = (1 - Self.completenessDayCount...0).map { last.adding(days: $0) }
    let days = dates.map { date in
      let start = calendar.startOfDay(date)
      return start..<max(start, min(calendar.startOfDay(date.adding(days: 1)), now))
    }
    let patients = try await namedPatients()
    let devices = try history.devices().map(\.name)
    let silent = patients.filter { $0.isStored && !devices.contains($0.device) }.map(\.device)
    return .json(
      Completeness(
        days: zip(dates, days).map { date, day in
          let length = day.upperBound - day.lowerBound
          let epoch = ReceivedHistory.epoch.nanoseconds
          return Completeness.Day(
            date: date.description, intervals: Int((length.nanoseconds + epoch - 1) / epoch))
        },
        participants: try (devices + silent).sorted().map { device in
          Completeness.Participant(
            device: device, name: patients.first { $0.device == device }?.name,
            filled: try history.filledEpochs(of: device, in: days))
        }))
  }

  private struct NamedPatient: Sendable {
    /// The device under which the page lists the patient's records.
    var device: String
    var name: String
    /// False for the patient of the configuration, who may not exist in fact.
    var isStored: Bool
  }

  /// Returns the patients; empty if no served contract has patients.
  private func namedPatients() async throws -> [NamedPatient] {
    let answer = try await desk.withHealth { receiver in
      let stored = try receiver.store.patients().map(\.number)
      return try receiver.patients().map { patient in
        let names = [patient.givenName, patient.familyName].filter { !$0.isEmpty }
        return NamedPatient(
          device: "Patient/\(patient.number)",
          name: names.isEmpty ? patient.email : names.joined(separator: " "),
          isStored: stored.contains(patient.number))
      }
    }
    return answer ?? []
  }
}
