import PhoneAPI
import Timekeeping

/// A request to a server, with the identifiers of the records in its body.
struct Upload {
  var request: HTTPRequest
  var records: [Record.Identifier]

  /// The result of an upload, as the server's answer shows it.
  enum Verdict {
    /// The server has these records, which leave the queue; other records of the upload still wait.
    case acknowledged([Record.Identifier])
    /// The server took no record. If `retryAfter` is not nil, the queue waits at least that long.
    case refused(String, retryAfter: TimeSpan? = nil)
  }
}

/// A source that makes the requests of an upload queue and reads the answers, in one wire format.
protocol UploadSource: AnyObject {
  /// Returns the next request; nil if no record waits or sending is not possible now.
  func nextUpload() -> Upload?
  func verdict(on response: HTTPResponse, to upload: Upload) -> Upload.Verdict
  /// Called after the acknowledged records have left the queue.
  ///
  /// The source can then use the rest of the server's answer, such as requested settings.
  func acknowledged()
  /// True if the queue has to send again at once after a successful upload, because enough records
  /// still wait.
  var hasFullBatch: Bool { get }
}

extension UploadSource {
  func acknowledged() {}
}

extension HTTPResponse {
  /// The wait that the header `Retry-After` gives in seconds (RFC 9110, 10.2.3).
  ///
  /// The value is nil if the header is missing, contains a date, or asks for more than a day.
  var retryAfter: TimeSpan? {
    headers.first(named: "Retry-After").flatMap(Int64.init).flatMap {
      (0...86_400).contains($0) ? .seconds($0) : nil
    }
  }
}
