import ModelParameters

/// The cellular technologies that the phone can use.
///
/// A scenario chooses one with `phone: { readings: { cellular: lte } }`.
package enum CellularTechnology: String, PhoneVariant {
  package static let names = allNames

  case gsm
  case threeG = "3g"
  case lte
  /// The first LTE phones. The connection stays open for some time after a transfer. For most of
  /// this time, these phones drew full power.
  case lte2011 = "lte-2011"
  case fiveG = "5g"

  package var words: String {
    switch self {
    case .gsm: "GSM"
    case .threeG: "3G"
    case .lte, .lte2011: "LTE"
    case .fiveG: "5G"
    }
  }
}

/// The variants of the end of a 3G connection's tail; see `CellularFigures`.
///
/// After the low-power stage (FACH), either the connection ends, or the network keeps it in a stage
/// of even lower power (CELL_PCH).
package enum PagingChannel: String, PhoneVariant {
  package static let names = allNames

  case idle
  case cellPCH = "cell-pch"
}

/// The values of one cellular technology. Powers are in addition to the phone's base power.
///
/// A transfer has three phases: promotion (the channel is set up), a burst, and a tail in which the
/// channel stays open for more data. On 3G the tail has a stage of high power (DCH), then a stage
/// of low power (FACH). Promotion from FACH is shorter than from no connection. On some networks
/// the tail has a third stage (CELL_PCH) of some minutes, in which the phone only waits for calls
/// of the network. On 3G, small transfers use FACH alone.
package struct CellularFigures {
  package var promotionSeconds: Figure
  package var promotionWatts: Figure
  package var burstWatts: Figure
  package var wattsPerMegabitUp: Figure
  package var wattsPerMegabitDown: Figure
  package var bitsPerSecondUp: Figure
  package var bitsPerSecondDown: Figure
  package var tailWatts: Figure
  package var tailSeconds: Figure
  package var lowTailWatts = Figure.known(0, "no second stage")
  package var lowTailSeconds = Figure.known(0, "no second stage")
  package var lowPromotionSeconds = Figure.known(0, "no second stage")
  package var lowPromotionWatts = Figure.known(0, "no second stage")
  package var pagingWatts = Figure.known(0, "no third stage")
  package var pagingSeconds = Figure.known(0, "no third stage")
  package var pagingPromotionSeconds = Figure.known(0, "no third stage")
  package var sharedChannelBytesMax = Figure.known(0, "no second stage")

  package static func of(_ technology: CellularTechnology) -> CellularFigures {
    switch technology {
    case .gsm: gsm
    case .threeG: threeG
    case .lte, .fiveG: lte
    case .lte2011: lte2011
    }
  }

  /// The values of LTE: 3.3 J for a small upload (RAD-13).
  private static let lte = CellularFigures(
    promotionSeconds: .known(0.2, "RAD-13"), promotionWatts: .known(0.8, "RAD-13"),
    burstWatts: .known(1.0, "RAD-13"), wattsPerMegabitUp: .known(0.44, "RAD-1"),
    wattsPerMegabitDown: .known(0.052, "RAD-1"), bitsPerSecondUp: .known(5e6, "RAD-13"),
    bitsPerSecondDown: .known(20e6, "unsourced"),
    tailWatts: .ranged(0.1...0.58, "RAD-13, RAD-11, RAD-12"),
    tailSeconds: .ranged(5...12, "RAD-4, RAD-18"))

  /// The values of early LTE: 11.5 J for a small upload (RAD-2). In the tail, the radio draws
  /// 1.68 W for 2 ms in every 40 ms, and 1.06 W for the rest of the time.
  private static let lte2011 = CellularFigures(
    promotionSeconds: .known(0.26, "RAD-1"), promotionWatts: .known(1.21, "RAD-1"),
    burstWatts: .ranged(1.2...1.288, "RAD-1, RAD-3"), wattsPerMegabitUp: .known(0.438, "RAD-1"),
    wattsPerMegabitDown: .known(0.052, "RAD-1"), bitsPerSecondUp: .known(5e6, "unsourced"),
    bitsPerSecondDown: .known(10e6, "unsourced"),
    tailWatts: .known(1.06 + (1.68 - 1.06) * 2 / 40, "RAD-1, RAD-2"),
    tailSeconds: .ranged(10.1...11.6, "RAD-1, RAD-3"))

  /// The values of 3G. A small upload typically takes 8.8 J, in a range of 5 to 12 J (RAD-6).
  ///
  /// A transfer of at most 151 bytes uses FACH alone (RAD-7). A keep-alive fits into 151 bytes, but
  /// the headers of a request do not. DCH draws 0.57 to 0.9 W, and CELL_PCH draws 1 to 2 % of this
  /// power (RAD-10).
  private static let threeG = CellularFigures(
    promotionSeconds: .ranged(1.5...4, "RAD-5, RAD-6"), promotionWatts: .known(0.53, "RAD-5"),
    burstWatts: .ranged(0.57...0.9, "RAD-5, RAD-7, RAD-8"),
    wattsPerMegabitUp: .known(0, "RAD-5"), wattsPerMegabitDown: .known(0, "RAD-5"),
    bitsPerSecondUp: .known(384e3, "unsourced"), bitsPerSecondDown: .known(1e6, "unsourced"),
    tailWatts: .ranged(0.57...0.9, "RAD-5, RAD-7, RAD-8, RAD-9"),
    tailSeconds: .ranged(4...5, "RAD-5, RAD-7, RAD-8"),
    lowTailWatts: .ranged(0.33...0.4, "RAD-5, RAD-7, RAD-8, RAD-10"),
    lowTailSeconds: .ranged(6...12, "RAD-5, RAD-7"),
    lowPromotionSeconds: .known(1.5, "RAD-5"), lowPromotionWatts: .known(0.55, "RAD-5"),
    pagingWatts: .ranged(0.006...0.018, "RAD-10"),
    pagingSeconds: .ranged(300...1800, "unsourced"),
    pagingPromotionSeconds: .ranged(0.2...1, "unsourced"),
    sharedChannelBytesMax: .known(151, "RAD-7"))

  /// The values of GSM: 1.7 J at the start of a transfer, 0.036 J for each kilobyte (at 40 kbit/s),
  /// and a tail of 6 s at 0.25 W (RAD-17).
  private static let gsm = CellularFigures(
    promotionSeconds: .known(2, "RAD-17 (unsourced)"),
    promotionWatts: .known(0.85, "RAD-17 (unsourced)"), burstWatts: .known(0, "RAD-17 (unsourced)"),
    wattsPerMegabitUp: .known(4.5, "RAD-17 (unsourced)"),
    wattsPerMegabitDown: .known(4.5, "RAD-17 (unsourced)"),
    bitsPerSecondUp: .known(40e3, "unsourced"), bitsPerSecondDown: .known(40e3, "unsourced"),
    tailWatts: .known(0.25, "RAD-17 (unsourced)"), tailSeconds: .known(6, "RAD-17 (unsourced)"))
}
