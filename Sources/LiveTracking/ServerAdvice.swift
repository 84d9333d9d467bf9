import Foundation
import TrackingEngine

extension QueueUpload.Failure {
  /// Returns why records did not reach the server, and a remedy for the user of `--server`.
  func advice(on server: String?) -> String {
    guard case .refused(let reason) = self, reason.hasPrefix("HTTP "),
      let status = Int(reason.dropFirst(5).prefix(3))
    else { return words }
    switch status {
    case 300..<400: return Self.redirection(reason, from: server)
    case 200..<300:
      return "\(reason): the path of --server is probably wrong; an Overland server answers "
        + #"{"result":"ok"}"#
    case 403:
      return "\(reason): the server does not accept this token; pass another with --token-file"
    case 404, 405, 410:
      return "\(reason): the server accepts no positions there; check the path of --server"
    default: return words
    }
  }

  private static func redirection(_ reason: String, from server: String?) -> String {
    guard let mark = reason.firstRange(of: " to ") else { return reason }
    let target = String(reason[mark.upperBound...])
    let base = server.flatMap { URL(string: $0) }
    let whole = URL(string: target, relativeTo: base)?.absoluteString ?? target
    return "\(reason[..<mark.lowerBound]): moved to \(whole); pass that address with --server"
  }
}
