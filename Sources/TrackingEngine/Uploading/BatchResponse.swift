import Foundation
import PhoneAPI

/// The answer to a FHIR batch: the outcome of each entry, in the order of the request.
struct BatchResponse {
  enum Outcome: Equatable {
    case taken
    /// The server refused the entry because the user has not consented to this kind of data.
    case notConsented(String)
    case refused(String)
  }

  let outcomes: [Outcome]

  /// Reads an answer; nil if it is not a batch response with exactly `count` entries.
  init?(_ response: HTTPResponse, entries count: Int) {
    guard
      let bundle = try? JSONDecoder().decode(Bundle.self, from: Data(response.body)),
      bundle.resourceType == "Bundle", bundle.type == "batch-response",
      bundle.entry.count == count
    else { return nil }
    outcomes = bundle.entry.map(\.response.meaning)
  }

  private struct Bundle: Decodable {
    var resourceType: String
    var type: String
    var entry: [Entry]
  }

  private struct Entry: Decodable {
    var response: Answer
  }

  private struct Answer: Decodable {
    var status: String
    var outcome: OperationOutcome?

    /// The outcome of this entry. The status 409 (conflict) means that the server already has the
    /// record.
    var meaning: Outcome {
      switch status.prefix(3) {
      case "409": .taken
      case "403": .notConsented(reported)
      case let code where code.first == "2": .taken
      default: .refused(reported)
      }
    }

    private var reported: String {
      let issue = outcome?.issue?.first
      return status + ((issue?.details?.text ?? issue?.diagnostics).map { ": " + $0 } ?? "")
    }
  }

  /// The error of an entry. Each generation of the server puts the error text in a different
  /// member.
  private struct OperationOutcome: Decodable {
    struct Issue: Decodable {
      struct Details: Decodable { var text: String? }
      var details: Details?
      var diagnostics: String?
    }

    var issue: [Issue]?
  }
}
