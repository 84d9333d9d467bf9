import Foundation
import Geodesy
import Testing

@Suite("Local scale")
struct LocalScaleTests {
  /// A degree of latitude is 110 574.3 m at the equator and 111 694.0 m at the pole; one of
  /// longitude at the equator is π/180 of the equatorial radius, 111 319.5 m.
  @Test("A degree is as long as WGS 84 says")
  func degrees() {
    #expect(abs(LocalScale(latitude: 0).metersPerDegreeNorth - 110_574.3) < 0.1)
    #expect(abs(LocalScale(latitude: 90).metersPerDegreeNorth - 111_694.0) < 0.1)
    #expect(abs(LocalScale(latitude: 0).metersPerDegreeEast - 111_319.49) < 0.01)
    #expect(LocalScale(latitude: 90).metersPerDegreeEast < 0.01)
    #expect(LocalScale(latitude: 90).metersPerDegreeEast > 0)
    #expect(
      LocalScale(latitude: -37).metersPerDegreeEast == LocalScale(latitude: 37).metersPerDegreeEast)
  }

  @Test(
    "Within 10 km of its latitude a scale errs by less than a part in 500 at mid latitudes",
    arguments: [-45.0, -30, 0, 30, 40, 45])
  func errorBound(latitude: Double) {
    let scale = LocalScale(latitude: latitude)
    for (north, east) in [(0.0899, 0.0), (-0.0899, 0.0), (0.0899, 0.1), (-0.0899, 0.02)] {
      let a = Coordinate(latitude: latitude + north, longitude: 10)
      let b = Coordinate(latitude: latitude + north + 0.001, longitude: 10.01 + east)
      #expect(abs(scale.distanceMeters(a, b) / a.distanceMeters(to: b) - 1) < 1.0 / 500)
    }
  }

  /// The eastward scale has an error of tan(latitude) · 0.02°: 3.5e-4 at 45°, 6.0e-4 at 60°.
  @Test("Within its reach a scale errs by less than a part in 1500 up to 60°")
  func reach() {
    for latitude in stride(from: -60.0, through: 60, by: 5) {
      let scale = LocalScale(latitude: latitude - LocalScale.reachDegrees)
      let a = Coordinate(latitude: latitude, longitude: 10)
      let b = Coordinate(latitude: latitude, longitude: 10.02)
      #expect(abs(scale.distanceMeters(a, b) / a.distanceMeters(to: b) - 1) < 1.0 / 1500)
    }
  }

  @Test("A displacement applied and measured again is the same, across the date line too")
  func roundTrip() {
    for longitude in [-180.0, -179.9999, -122.6765, 0, 179.99999, 180] {
      for latitude in [-80.0, -33, 0, 45.5, 80] {
        let scale = LocalScale(latitude: latitude)
        let origin = Coordinate(latitude: latitude, longitude: longitude)
        for (east, north) in [(100.0, 0.0), (-2000, 350), (12.5, -999), (0, 0)] {
          let moved = scale.coordinate(
            origin, moved: Displacement(eastMeters: east, northMeters: north))
          let back = scale.displacement(from: origin, to: moved)
          #expect(moved.isValid)
          #expect(abs(back.eastMeters - east) < 1e-6 && abs(back.northMeters - north) < 1e-6)
        }
      }
    }
  }

  @Test("Halfway across the date line lies on the date line")
  func interpolation() {
    let west = Coordinate(latitude: 10, longitude: 179)
    let east = Coordinate(latitude: 12, longitude: -179)
    let middle = west.interpolated(to: east, share: 0.5)
    #expect(middle.latitude == 11)
    #expect(abs(middle.longitude) == 180)
    #expect(west.interpolated(to: east, share: 0.75).longitude == -179.5)
    #expect(west.interpolated(to: east, share: 0) == west)
  }

  @Test("A difference of longitudes is turned by 360° from the first number beyond 180° on")
  func turned() {
    #expect(longitudeDifference(180) == 180 && longitudeDifference(-180) == -180)
    #expect(longitudeDifference(180.0.nextUp) == 180.0.nextUp - 360)
    #expect(longitudeDifference(-180.0.nextUp) == 360 - 180.0.nextUp)
    #expect(longitudeDifference(359.5) == -0.5 && longitudeDifference(-359.5) == 0.5)
    #expect(longitudeDifference(.nan).isNaN)
  }

  @Test("Only coordinates on the globe are valid")
  func validity() {
    #expect(Coordinate(latitude: -90, longitude: 180).isValid)
    for (latitude, longitude) in [
      (90.001, 0), (0, -180.001), (.nan, 0), (0, .infinity), (-.infinity, .nan),
    ] {
      #expect(!Coordinate(latitude: latitude, longitude: longitude).isValid)
    }
  }
}
