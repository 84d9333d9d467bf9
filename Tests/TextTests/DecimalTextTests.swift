import Foundation
import Testing

@testable import Text

@Suite("Numbers with decimals")
struct DecimalTextTests {
  /// 0.15 is a little less than its digits say, 0.25 is exact, and 0.35 is a little less, although
  /// ten times 0.15 and 0.35 are 1.5 and 3.5 as doubles.
  @Test(
    "A number is rounded as it is, not as its product with a power of ten, and halves to even",
    arguments: [
      (0.15, 1, "0.1"), (0.25, 1, "0.2"), (0.35, 1, "0.3"), (0.75, 1, "0.8"), (2.5, 0, "2"),
      (3.5, 0, "4"), (-0.04, 1, "-0.0"), (9.9951, 2, "10.00"), (0.05, 3, "0.050"),
      (1e300, 0, String(format: "%.0f", 1e300)), (.infinity, 1, "inf"), (0.1, 12, "0.100000000000"),
    ] as [(Double, Int, String)])
  func rounding(value: Double, decimals: Int, expected: String) {
    #expect(decimalText(value, decimals) == expected)
  }

  @Test("It agrees with C for numbers of all sizes, and for halves", arguments: 0...9)
  func peer(decimals: Int) {
    var state: UInt64 = 1
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    for index in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var value = Double(Int64(bitPattern: state) >> 12) / Double(UInt64(1) << (state >> 58))
      if index.isMultiple(of: 2) { value = ((value * scale).rounded() + 0.5) / scale }
      #expect(decimalText(value, decimals) == String(format: "%.\(decimals)f", value), "\(value)")
    }
  }
}
