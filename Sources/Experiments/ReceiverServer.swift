import Foundation
import PhoneAPI
import Receiver
import SimulatedPhone
import Timekeeping

/// Extra members that a server puts into its first answer from some time on.
struct ScriptedAnswer {
  var from: Instant
  var membersJSON: String
}

/// The receiver as the far end of the simulated network.
final class ReceiverServer: SimulatedServer {
  private let receiver: Receiver
  private var script: [ScriptedAnswer]

  init(receiver: Receiver, script: [ScriptedAnswer]) {
    self.receiver = receiver
    self.script = script
  }

  func respond(to request: HTTPRequest, at instant: Instant) -> HTTPResponse {
    var response = receiver.handle(request, at: instant)
    if let next = script.first, next.from <= instant, response.isSuccess {
      script.removeFirst()
      response.body = merging(next.membersJSON, into: response.body)
    }
    return response
  }

  /// The receiver's own object with the scripted members added; unchanged if either is no object.
  private func merging(_ json: String, into body: [UInt8]) -> [UInt8] {
    guard
      let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
      let members = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any],
      let merged = try? JSONSerialization.data(
        withJSONObject: object.merging(members) { $1 }, options: [.sortedKeys])
    else { return body }
    return [UInt8](merged)
  }
}
