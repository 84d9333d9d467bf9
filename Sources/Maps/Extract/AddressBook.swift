import Geodesy
import Text

/// The addresses and names of a map, which a scenario may give in place of a position.
struct AddressBook: Sendable {
  /// Objects with one name within this distance are one place, such as a shop and its building.
  private static let apartMeters = 250.0

  private var positions: [String: [Coordinate]] = [:]
  /// The addresses and names as the map writes them, for suggestions.
  private var written: [String: String] = [:]

  init(_ points: [MapObjects.NamedPoint]) {
    for point in points {
      for text in AddressBook.texts(point) {
        let key = AddressBook.key(text)
        written[key] = written[key] ?? text
        if positions[key, default: []].allSatisfy({
          $0.distanceMeters(to: point.coordinate) > AddressBook.apartMeters
        }) {
          positions[key, default: []].append(point.coordinate)
        }
      }
    }
  }

  /// Returns the position of an address or name.
  ///
  /// - Throws: `InputError` if the map has no such place, or several.
  func position(of text: String, at location: SourceLocation) throws(InputError) -> Coordinate {
    let key = AddressBook.key(text)
    let found = positions[key] ?? []
    if found.count == 1 { return found[0].rounded }
    guard let first = found.first else {
      let near = nearestSpelling(to: key, among: positions.keys.sorted())
      throw InputError(
        location, "the map has no place \(quoted(text))",
        accepted: "an address or name of the map, such as 'Main Street 5, Town', or "
          + "[latitude, longitude]",
        suggestion: near.flatMap { written[$0] })
    }
    let second = found[1]
    throw InputError(
      location,
      "the map has \(found.count) places \(quoted(text)), such as \(AddressBook.text(first)) and "
        + AddressBook.text(second),
      accepted: "an address with the town, or [latitude, longitude]")
  }

  private static func text(_ position: Coordinate) -> String {
    "[\(position.rounded.latitude), \(position.rounded.longitude)]"
  }

  /// The texts by which a person may name an object.
  private static func texts(_ point: MapObjects.NamedPoint) -> [String] {
    var texts: [String] = []
    if let name = point.name {
      texts.append(name)
      if let city = point.city { texts.append("\(name), \(city)") }
    }
    guard let number = point.houseNumber, let street = point.street else { return texts }
    for text in ["\(street) \(number)", "\(number) \(street)"] {
      texts.append(text)
      if let city = point.city {
        texts.append("\(text), \(city)")
        if let postcode = point.postcode { texts.append("\(text), \(postcode) \(city)") }
      }
    }
    return texts
  }

  /// Returns a text without differences that do not matter: case, commas and repeated spaces.
  private static func key(_ text: String) -> String {
    text.lowercased().split { $0.isWhitespace || $0 == "," }.joined(separator: " ")
  }
}
