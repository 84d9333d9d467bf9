import Documents
import TestSupport
import Testing
import Text

@testable import Scenarios

@Suite("Values of the phone's model")
struct ModelValueTests {
  private func value(
    _ name: String, _ text: String, _ range: ClosedRange<Double>?
  ) throws(InputError) -> Double {
    let node = SourceNode(
      name: name, content: .text(text, isQuoted: false),
      location: SourceLocation(file: "d", line: 1))
    return try ModelValue(name, range: range).read(node)
  }

  static let fine: [(name: String, text: String, range: ClosedRange<Double>, value: Double)] = [
    ("processor.awakeIdleWatts", "150 mW", 0.05...0.5, 0.15),
    ("processor.awakeIdleWatts", "0.15", 0.05...0.5, 0.15),
    ("processor.awakeIdleWatts", "0 W", 0.05...0.5, 0),
    ("modem.wattsPerMegabitPerSecond", "870 mW", 0.4...0.9, 0.87),
    ("battery.designJoules", "12.41 Wh", 44_676...44_676, 44_676),
    ("battery.healthShare", "80 %", 0.8...1, 0.8), ("battery.healthShare", "0.8", 0.8...1, 0.8),
    ("refresh.batteryLevelMin", "30 %", 0.2...0.2, 0.3),
    ("network.transferFailuresPerSecond", "0", 0.001...0.01, 0),
    ("refresh.gnssSecondsHalvingLaunches", "5 min", 60...600, 300),
    ("restart.updateHourMin", "3", 2...2, 3), ("motion.historyDays", "7 d", 7...7, 7),
    ("reduced.radiusMeters", "5 km", 1000...20_000, 5000),
    ("network.lookUpBytes", "2 kB", 1000...1000, 2000),
    ("processor.awakeShareHundredMeters", "90 %", 0.8...1, 0.9),
  ]

  @Test(
    "A parameter is given in the unit that its name tells, or bare in SI", arguments: fine.indices)
  func values(_ index: Int) throws {
    let row = ModelValueTests.fine[index]
    let found = try value(row.name, row.text, row.range)
    #expect(abs(found - row.value) < 1e-9)
  }

  @Test(
    "Another unit, a sign, or twenty times beyond what sources leave is refused",
    arguments: ["150", "150 mAh", "-150 mW", "90 s", "11 W", "1e9 W", "80 %"])
  func refusals(_ text: String) {
    #expect(
      message { try value("processor.awakeIdleWatts", text, 0.05...0.5) }
        == "d:1: 'processor.awakeIdleWatts' is '\(text)'; accepted: a power such as 150 mW, from 0 W to "
        + "10 W (the sources give 50 mW to 500 mW)")
  }

  @Test("A share stays one, and what takes time cannot take none")
  func bounds() {
    #expect(
      message { try value("battery.healthShare", "180 %", 0.8...1) }
        == "d:1: 'battery.healthShare' is '180 %'; accepted: a share such as 80 %, from 20 % to 100 % "
        + "(the sources give 80 % to 100 %)")
    #expect(
      message { try value("processor.awakeShareHundredMeters", "12.9", 0.8...1) }
        == "d:1: 'processor.awakeShareHundredMeters' is '12.9'; accepted: a share such as 80 %, from "
        + "0 % to 100 % (the sources give 80 % to 100 %)")
    #expect(
      message { try value("network.fixIntervalSeconds", "0 s", 5...8) }
        == "d:1: 'network.fixIntervalSeconds' is '0 s'; accepted: a duration such as 90 s, 45 min or 8 h "
        + "15 min, from 0.25 s to 160 s (the sources give 5 s to 8 s)")
  }
}
