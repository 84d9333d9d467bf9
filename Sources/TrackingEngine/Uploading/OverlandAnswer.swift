import Foundation
import PhoneAPI

/// Whether a server's answer lets the records of a batch be forgotten.
enum OverlandAnswer {
  private struct Body: Decodable { var result: String? }

  /// A 2xx status is not enough by itself: servers are known to answer 200 with an error inside.
  static func acknowledges(_ response: HTTPResponse, acceptsAnyHTTP2xx: Bool) -> Bool {
    guard response.isSuccess else { return false }
    if acceptsAnyHTTP2xx { return true }
    let body = try? JSONDecoder().decode(Body.self, from: Data(response.body))
    return body?.result == "ok"
  }
}
