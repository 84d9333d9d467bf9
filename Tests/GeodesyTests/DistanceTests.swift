import Foundation
import Testing

@testable import Geodesy

@Suite("Distances on WGS 84")
struct DistanceTests {
  private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The line by which Vincenty's formula is usually checked, in coordinates of GDA94, whose
  /// ellipsoid (GRS 80) differs from WGS 84 by 0.1 mm in the polar radius.
  @Test("Flinders Peak to Buninyong is 54 972.271 m")
  func flindersPeak() {
    let flindersPeak = at(-(37 + 57 / 60 + 3.72030 / 3600), 144 + 25 / 60 + 29.52440 / 3600)
    let buninyong = at(-(37 + 39 / 60 + 10.15610 / 3600), 143 + 55 / 60 + 35.38390 / 3600)
    let geodesic = flindersPeak.vincentyMeters(to: buninyong) ?? .nan
    #expect(abs(geodesic - 54_972.271) < 0.001)
    // At this distance the fast formula is used, which is accurate to a part in 10⁵.
    #expect(abs(flindersPeak.distanceMeters(to: buninyong) - 54_972.271) < 0.55)
  }

  /// Lengths from Karney's `geographiclib` on WGS 84.
  @Test(
    "Long lines agree with an independent solution to a millimeter",
    arguments: [
      (40.6, -73.8, 51.6, -0.5, 5_551_759.400), (-33, -170, 52, 179.5, 9_471_756.044),
      (0, 0, 90, 0, 10_001_965.729), (0, 0, 0, 1, 111_319.491), (0, 0, 1, 0, 110_574.389),
      (89, 0, 90, 0, 111_693.865),
    ])
  func long(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double,
    meters: Double
  ) {
    let a = at(latitude, longitude)
    let b = at(otherLatitude, otherLongitude)
    #expect(abs(a.distanceMeters(to: b) - meters) < 0.001)
    #expect(abs(b.distanceMeters(to: a) - meters) < 0.001)
  }

  /// Lengths from Karney again. The fast formula is used up to half a degree.
  @Test(
    "Short lines agree to a part in 100 000",
    arguments: [
      (45.5231, -122.6765, 45.5122, -122.6587, 1844.416),
      (10, 179.9, 10, -179.9, 21_927.872), (79, 10, 79.3, 10.4, 34_535.391),
      (-60, 0, -60.4, 0.45, 51_078.767), (0, 0, 0.1, 0.1, 15_690.343),
    ])
  func short(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double,
    meters: Double
  ) {
    let found = at(latitude, longitude).distanceMeters(to: at(otherLatitude, otherLongitude))
    #expect(abs(found / meters - 1) < 1e-5)
  }

  @Test("The quick way and Vincenty's agree to a part in 10⁵ wherever the quick way is taken")
  func agreement() {
    var worst = 0.0
    for latitude in stride(from: -79.5, through: 79.5, by: 1.5) {
      for north in [-0.49, -0.1, 0, 0.001, 0.25, 0.49] {
        for east in [-0.49, -0.002, 0, 0.1, 0.49] where (north, east) != (0, 0) {
          let a = at(latitude, 179.8)
          let b = at(latitude + north, longitudeDifference(179.8 + east))
          guard let exact = a.vincentyMeters(to: b) else { continue }
          worst = max(worst, abs(a.distanceMeters(to: b) / exact - 1))
        }
      }
    }
    #expect(worst < 1e-5)
    #expect(worst > 0)
  }

  /// Half the polar circumference, 20 003 931 m, is the longest distance. The sphere's error is
  /// half a percent.
  @Test(
    "Antipodes are half the way round, and always finite",
    arguments: [
      (0, 0, 0, 180), (10, 20, -10, -160), (0, 0, 0.5, 179.7), (90, 0, -90, 0), (45, -180, -45, 0),
      (-41.32, 174.81, 40.96, -5.5),
    ])
  func antipodes(
    latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double
  ) {
    let meters = at(latitude, longitude).distanceMeters(to: at(otherLatitude, otherLongitude))
    #expect(abs(meters / 20_003_931 - 1) < 0.005)
  }

  @Test("A point is no way from itself, by whichever name of the date line or the pole")
  func nothing() {
    #expect(at(45.5, -122.7).distanceMeters(to: at(45.5, -122.7)) == 0)
    #expect(at(10, 180).distanceMeters(to: at(10, -180)) == 0)
    #expect(at(90, 0).distanceMeters(to: at(90, 123)) < 1e-6)
  }

  @Test("The course is clockwise from north")
  func course() {
    let origin = at(45, 179.999)
    #expect(origin.courseDegrees(to: at(45.001, 179.999)) == 0)
    #expect(abs(origin.courseDegrees(to: at(45, -179.999)) - 90) < 0.01)
    #expect(origin.courseDegrees(to: at(44.999, 179.999)) == 180)
    #expect(abs(origin.courseDegrees(to: at(45, 179.998)) - 270) < 0.01)
    #expect(Displacement(eastMeters: 0, northMeters: 0).courseDegrees == 0)
    // Karney's result is 131.0513°.
    let office = at(45.5122, -122.6587)
    #expect(abs(at(45.5231, -122.6765).courseDegrees(to: office) - 131.0513) < 0.01)
  }
}
