import Geodesy
import Scenarios
import Simulation
import Testing
import Timekeeping
import World

@testable import Experiments

@Suite("Errors of fixes, as field studies state them")
struct PositionErrorsTests {
  /// Returns the errors of fixes that lie off a person who walks north. There is one fix a second.
  private func errors(east: [Double], north: Double = 0) throws -> PositionErrors {
    let world = try SimulatedDay(scenario: try WhyTests.walk(), seed: 1).world
    let fixes = east.enumerated().map { index, east in
      let time = world.start + .seconds(600 + Int64(index))
      let truth = world.place(at: time)
      let coordinate = LocalScale(latitude: truth.latitude)
        .coordinate(truth, moved: Displacement(eastMeters: east, northMeters: north))
      return ValidationRun.Fix(
        time: time, accuracyMeters: 5, coordinate: coordinate, isFromSatellites: true)
    }
    return PositionErrors(of: fixes, from: world.person)
  }

  private func figure(_ errors: PositionErrors, _ measure: ValidationMeasure) throws -> Double {
    try #require(errors.figure(of: measure))
  }

  @Test("Median, mean, root mean square and 95 % are those of the distances from the person")
  func distances() throws {
    let errors = try errors(east: [0, 4, -4, 8, 14])
    #expect(abs(try figure(errors, .satelliteErrorMedianMeters) - 4) < 0.01)
    #expect(abs(try figure(errors, .satelliteErrorMeanMeters) - 6) < 0.01)
    // √((0 + 16 + 16 + 64 + 196) / 5)
    #expect(abs(try figure(errors, .satelliteErrorRootMeanSquareMeters) - 7.64) < 0.01)
    #expect(abs(try figure(errors, .satelliteErrorPercentile95Meters) - 14) < 0.01)
    #expect(try figure(errors, .satelliteWithin10MetersShare) == 0.8)
  }

  @Test("An error along the person's way is none across it")
  func across() throws {
    let errors = try errors(east: [3, -6], north: 40)
    #expect(try figure(errors, .satelliteAcrossWithin5MetersShare) == 0.5)
    #expect(try figure(errors, .satelliteWithin10MetersShare) == 0)
  }

  @Test("Without fixes there is no figure")
  func none() throws {
    let errors = try errors(east: [])
    #expect(errors.figure(of: .satelliteErrorMedianMeters) == nil)
    #expect(errors.figure(of: .satelliteAcrossWithin5MetersShare) == nil)
  }
}
