import PhoneAPI
import Timekeeping

/// A request, with the identifiers of the records that it contains.
struct Upload {
  var request: HTTPRequest
  var records: [Record.Identifier]

  /// The result of a request, from the server's answer.
  enum Verdict {
    /// These records have arrived and leave the queue; the others of the upload still wait.
    case acknowledged([Record.Identifier])
    /// Nothing has arrived. If the server gives a time to wait, the queue waits at least that long.
    case refused(String, retryAfter: TimeSpan? = nil)
  }
}

/// A source of requests for an upload queue, which also reads the answers; one per wire format.
protocol UploadSource: AnyObject {
  /// Returns the next request; nil if nothing waits or nothing may be sent now.
  func nextUpload() -> Upload?
  func verdict(on response: HTTPResponse, to upload: Upload) -> Upload.Verdict
  /// The acknowledged records have left the queue; the source can now use the rest of the answer.
  func acknowledged()
  /// True if, after a complete upload, enough records wait to send again at once.
  var hasFullBatch: Bool { get }
}

extension UploadSource {
  func acknowledged() {}
}

extension HTTPResponse {
  /// The seconds of a `Retry-After` header (RFC 9110, 10.2.3); its date form is ignored.
  var retryAfter: TimeSpan? {
    headers.first(named: "Retry-After").flatMap(Int64.init).flatMap {
      (0...86_400).contains($0) ? .seconds($0) : nil
    }
  }
}
