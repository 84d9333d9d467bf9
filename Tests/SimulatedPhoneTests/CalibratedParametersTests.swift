import EventKernel
import ModelParameters
import PhoneProfiles
import Testing

@testable import SimulatedPhone

@Suite("A calibrated phone")
struct CalibratedParametersTests {
  /// Draws by which a test recognizes their index: the n-th draw of each parameter is n of its own
  /// thousandths.
  private static let draws = CalibratedParameters([
    .init("battery.healthShare", values: numbers(0.8), outcome: .moved),
    .init("processor.awakeIdleWatts", values: numbers(0.1), outcome: .undecided),
    .init("battery.restartShare", values: numbers(0.03), outcome: .moved),
    .init("gnss.hotStartSeconds", values: numbers(2), outcome: .moved),
  ])

  private static func numbers(_ first: Double) -> [Double] {
    (0..<100).map { first + Double($0) / 1000 }
  }

  private func phone(
    seed: UInt64, modelSeed: UInt64? = nil, fixed: [String: Double] = [:],
    calibrated: CalibratedParameters? = draws
  ) -> PhoneModel {
    PhoneModel(
      device: DeviceProfile.all[0], system: OperatingSystemProfile.all[3],
      chance: SeededRandom(seed: seed), ignorance: modelSeed.map(SeededRandom.init(seed:)),
      fixed: fixed, calibrated: calibrated)
  }

  private func parameter(_ name: String, of phone: PhoneModel) throws -> ModelParameter {
    try #require(phone.parameters.first { $0.name == name })
  }

  /// Returns the index of the draw in which all parameters have their values; nil if they differ.
  private func index(of phone: PhoneModel) throws -> Int? {
    let indexes = try Self.draws.parameters.map { draws in
      draws.values.firstIndex(of: try parameter(draws.name, of: phone).value)
    }
    return Set(indexes).count == 1 ? indexes[0] : nil
  }

  @Test("All calibrated parameters come from one draw, which the seed chooses")
  func joint() throws {
    let indexes = try (1...200).map { try #require(try index(of: phone(seed: $0))) }
    // 100 draws and 200 seeds: 100 × (1 − e^−2) = 86 different draws are expected.
    #expect((75...97).contains(Set(indexes).count))
    #expect(try index(of: phone(seed: 7)) == indexes[6])
  }

  @Test("Two days of one model seed have the same draw, traits included")
  func sharedDraw() throws {
    let first = try index(of: phone(seed: 1, modelSeed: 9))
    #expect(first != nil)
    #expect(try index(of: phone(seed: 2, modelSeed: 9)) == first)
    // A model seed alone gives the draw of the day whose seed it is.
    #expect(try index(of: phone(seed: 9)) == first)
  }

  @Test("Parameters that the profile does not name keep their values")
  func others() {
    let names = Set(Self.draws.parameters.map(\.name))
    for seed in UInt64(1)...20 {
      let usual = phone(seed: seed, calibrated: nil).parameters
      let calibrated = phone(seed: seed).parameters
      #expect(usual.map(\.name) == calibrated.map(\.name))
      #expect(
        usual.filter { !names.contains($0.name) } == calibrated.filter { !names.contains($0.name) })
    }
  }

  @Test("A calibrated parameter says so, with the ends of its draws")
  func described() throws {
    let phone = phone(seed: 3)
    let health = try parameter("battery.healthShare", of: phone)
    #expect(health.calibration == .moved && health.isCalibrated && !health.isFixed)
    #expect(health.low == 0.8 && health.high == 0.8 + 99.0 / 1000)
    #expect(try parameter("processor.awakeIdleWatts", of: phone).calibration == .undecided)
    #expect(try parameter("gnss.tailSeconds", of: phone).calibration == nil)
    let usual = self.phone(seed: 3, calibrated: nil).parameters
    #expect(usual.allSatisfy { !$0.isCalibrated })
  }

  @Test("The battery has the health of the draw")
  func applied() throws {
    let phone = phone(seed: 5)
    let health = try parameter("battery.healthShare", of: phone).value
    let design = try parameter("battery.designJoules", of: phone).value
    #expect(phone.device.battery.capacityJoules == design * health)
  }

  @Test("A value of the scenario overrides the draw")
  func fixed() throws {
    let phone = phone(seed: 3, fixed: ["battery.healthShare": 0.5])
    let health = try parameter("battery.healthShare", of: phone)
    #expect(health.value == 0.5 && health.isFixed && !health.isCalibrated)
    #expect(health.low == 0.8 && health.high == 1)
    #expect(try parameter("processor.awakeIdleWatts", of: phone).isCalibrated)
  }

  @Test("Another unit has traits of its own, and the rest of the calibration")
  func anotherUnit() throws {
    let another = CalibratedParameters(Self.draws.parameters, isOfAnotherUnit: true)
    for seed in UInt64(1)...20 {
      let other = phone(seed: seed, calibrated: another)
      let usual = phone(seed: seed, calibrated: nil)
      #expect(
        try parameter("battery.healthShare", of: other)
          == parameter("battery.healthShare", of: usual))
      // Its power is the calibrated one within a tenth.
      let ratio =
        try parameter("processor.awakeIdleWatts", of: other).value
        / parameter("processor.awakeIdleWatts", of: phone(seed: seed)).value
      #expect((0.9...1.1).contains(ratio) && ratio != 1)
    }
  }
}
