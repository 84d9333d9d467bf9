import Foundation

/// A place that a geocoder found.
///
/// Stand-in: the simulated phone's geocoder finds a name alone. The other parts of an address are
/// nil, as for a place that has none.
open class CLPlacemark: NSObject, NSCopying, @unchecked Sendable {
  /// The name of the place.
  public let name: String?
  /// The position of the place.
  public let location: CLLocation?

  init(name: String, location: CLLocation) {
    self.name = name
    self.location = location
  }

  /// Creates a copy of a place.
  public init(placemark: CLPlacemark) {
    name = placemark.name
    location = placemark.location
  }

  /// The circle of the place; nil.
  open var region: CLRegion? { nil }
  /// The time zone of the place; nil.
  open var timeZone: TimeZone? { nil }
  /// The street; nil.
  open var thoroughfare: String? { nil }
  /// The number in the street; nil.
  open var subThoroughfare: String? { nil }
  /// The town; nil.
  open var locality: String? { nil }
  /// The part of the town; nil.
  open var subLocality: String? { nil }
  /// The state or province; nil.
  open var administrativeArea: String? { nil }
  /// The part of the state; nil.
  open var subAdministrativeArea: String? { nil }
  /// The postal code; nil.
  open var postalCode: String? { nil }
  /// The code of the country; nil.
  open var isoCountryCode: String? { nil }
  /// The name of the country; nil.
  open var country: String? { nil }
  /// The name of the lake or river; nil.
  open var inlandWater: String? { nil }
  /// The name of the ocean; nil.
  open var ocean: String? { nil }
  /// The names of landmarks at the place; nil.
  open var areasOfInterest: [String]? { nil }

  /// Returns the place itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The name and position of the place.
  open override var description: String {
    "\(name ?? "") @ \(location.map { "\($0)" } ?? "")"
  }
}
