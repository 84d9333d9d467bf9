import AppleProcess
import Foundation
import PhoneAPI
import Timekeeping

/// A stay at a place, which the system detected (VIS-1).
open class CLVisit: NSObject, NSCopying, @unchecked Sendable {
  package let value: Visit
  package init(_ value: Visit) { self.value = value }

  /// The time of arrival; the distant past if the system did not detect it.
  open var arrivalDate: Date {
    value.arrival <= .distantPast ? .distantPast : Date(value.arrival)
  }
  /// The time of departure; the distant future while the stay goes on.
  open var departureDate: Date {
    value.departure >= .distantFuture ? .distantFuture : Date(value.departure)
  }
  /// The place of the stay.
  open var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(value.coordinate) }
  /// The accuracy of the place in meters.
  open var horizontalAccuracy: CLLocationAccuracy { value.horizontalAccuracyMeters }

  /// Returns the visit itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The direction in which the phone points.
open class CLHeading: NSObject, NSCopying, @unchecked Sendable {
  package let value: Heading
  package init(_ value: Heading) { self.value = value }

  /// The direction from magnetic north in degrees.
  open var magneticHeading: CLLocationDirection { value.magneticDegrees }
  /// The direction from true north in degrees; negative while the phone has no position.
  open var trueHeading: CLLocationDirection { value.trueDegrees }
  /// The accuracy of the magnetic heading in degrees.
  open var headingAccuracy: CLLocationDirection { value.accuracyDegrees }
  /// The time of the measurement.
  open var timestamp: Date { Date(value.timestamp) }

  /// Returns the heading itself, which cannot change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
