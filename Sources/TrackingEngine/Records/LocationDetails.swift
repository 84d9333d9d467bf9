import Foundation

/// The details of a location record: its trip, and the size of the delivery with its fix.
struct LocationDetails: Codable {
  /// The start time of the position's trip in ISO 8601; nil outside trips.
  ///
  /// Servers use this text as the identifier of the trip.
  var tripID: String?
  /// The number of fixes in the phone's delivery, if more than one; only under the quirk
  /// `oldStats`.
  var delivered: Int?

  private enum CodingKeys: String, CodingKey {
    case tripID = "trip_id"
    case delivered
  }

  /// The details in JSON; nil if all details are nil.
  var json: String? {
    guard tripID != nil || delivered != nil else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A reader for the details of many records, which decodes equal texts in a row only once.
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
