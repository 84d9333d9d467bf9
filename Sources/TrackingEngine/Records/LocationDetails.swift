import Foundation

/// What some location records have to tell beside their position; kept as their details.
struct LocationDetails: Codable, Hashable {
  /// When the trip began that the position belongs to, as a server is to see it.
  var tripID: String?
  /// Fixes in the phone's delivery, where that is more than one and somebody wants to know.
  var delivered: Int?

  private enum CodingKeys: String, CodingKey {
    case tripID = "trip_id"
    case delivered
  }

  /// Nil when there is nothing to tell.
  var json: String? {
    guard tripID != nil || delivered != nil else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads details of many records, of which neighbors mostly have the same.
  struct Reader {
    private var text: String?
    private var details: LocationDetails?

    mutating func callAsFunction(_ text: String?) -> LocationDetails? {
      if text != self.text {
        self.text = text
        details = text.flatMap {
          try? JSONDecoder().decode(LocationDetails.self, from: Data($0.utf8))
        }
      }
      return details
    }
  }
}
