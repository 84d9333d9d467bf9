import Geodesy
import PhoneAPI
import ReceiverMemory
import Timekeeping

@testable import Receiver

/// A record in a tracker's form, and the body around such records.
struct WrittenRecord {
  var timestamp = "\"2026-03-02T14:30:00Z\""
  var coordinates = "[-122.6765,45.5231]"
  var properties = ""

  var json: String {
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":\#(coordinates)},"#
      + #""properties":{"timestamp":\#(timestamp)\#(properties)}}"#
  }

  /// Returns a record with the second of this number after 14:30:00.
  static func numbered(_ number: Int, properties: String = "") -> WrittenRecord {
    let instant = ReceiverTesting.halfPastTwo + .seconds(Int64(number))
    return WrittenRecord(timestamp: "\"\(instant.iso8601())\"", properties: properties)
  }
}

enum ReceiverTesting {
  /// 2026-03-02T14:30:00Z: day 20 514 since 1970, second 52 200.
  static let halfPastTwo = Instant(nanoseconds: (20_514 * 86_400 + 52_200) * 1_000_000_000)

  static func post(
    _ body: String, token: String? = "secret", method: String = "POST"
  ) -> HTTPRequest {
    let headers = token.map { [HTTPHeader("authorization", "Bearer \($0)")] } ?? []
    return HTTPRequest(
      method: method, url: "https://receiver.example/input", headers: headers,
      body: Array(body.utf8))
  }

  static func batch(_ records: [WrittenRecord]) -> HTTPRequest {
    post("{\"locations\":[" + records.map(\.json).joined(separator: ",") + "]}")
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension Receiver {
  /// Makes a receiver in memory. Without a token it is open.
  convenience init(
    contract: ReceiverContract, accessToken: String?, keepsRecords: Bool = false,
    remembersAtLeast: Int = 262_144
  ) {
    self.init(
      contract: contract,
      configuration: ReceiverConfiguration(
        isOpen: accessToken == nil, accessToken: accessToken),
      store: InMemoryReceiverStore(
        keepsRecords: keepsRecords, remembersAtLeast: remembersAtLeast))
  }

  var memory: InMemoryReceiverStore? { store as? InMemoryReceiverStore }
  var records: [ReceivedRecord] { memory?.records ?? [] }
}
