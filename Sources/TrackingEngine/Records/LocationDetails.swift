import Foundation

/// The details of location records that contain more than a position.
struct LocationDetails: Codable, Hashable {
  /// The start of the trip that the position belongs to, in the form that servers expect.
  var tripID: String?
  /// The number of fixes in the phone's delivery, with the quirk `oldStats`, if more than one.
  var delivered: Int?

  private enum CodingKeys: String, CodingKey {
    case tripID = "trip_id"
    case delivered
  }

  /// The details in JSON; nil if there are none.
  var json: String? {
    guard tripID != nil || delivered != nil else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A reader for the details of many records; it decodes equal neighbors only once.
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
