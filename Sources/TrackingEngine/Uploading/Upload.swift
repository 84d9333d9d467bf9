import PhoneAPI
import Timekeeping

/// A request with what it carries, and what its answer is good for.
struct Upload {
  var request: HTTPRequest
  var records: [Record.Identifier]

  enum Verdict {
    /// Those records have arrived and leave the queue; the others of the upload wait on.
    case acknowledged([Record.Identifier])
    /// Nothing has arrived. A server that asks for patience is given it.
    case refused(String, retryAfter: TimeSpan? = nil)
  }
}

/// Says what an upload queue sends, and reads the answers: one a wire format.
protocol UploadSource: AnyObject {
  /// The next request, or nil when nothing waits or nothing may be sent now.
  func nextUpload() -> Upload?
  func verdict(on response: HTTPResponse, to upload: Upload) -> Upload.Verdict
  /// What a verdict called acknowledged has left the store; the time to heed what else was answered.
  func acknowledged()
  /// After an upload of which everything arrived: whether enough waits for the next at once.
  var hasFullBatch: Bool { get }
}

extension UploadSource {
  func acknowledged() {}
}

extension HTTPResponse {
  /// Seconds of a `Retry-After` header (RFC 9110, 10.2.3); its form as a date is not heeded.
  var retryAfter: TimeSpan? {
    headers.first(named: "Retry-After").flatMap(Int64.init).flatMap {
      (0...86_400).contains($0) ? .seconds($0) : nil
    }
  }
}
