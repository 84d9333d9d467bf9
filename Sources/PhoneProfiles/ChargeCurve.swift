import ModelParameters

/// The charging power that the cell accepts, as a function of its charge.
///
/// At first the current is constant, so the power is constant too. Then the phone reduces the power
/// to protect the cell. In the end the voltage is constant, and the power P decays exponentially
/// with time, with a time constant τ. P then falls linearly with the energy E that the cell has
/// received (dP/dE = −1/τ). In every phase the power is therefore a linear function of the charge.
/// A formula in `Battery` gives the charge after any time.
package struct ChargeCurve: Sendable {
  /// The corners of the curve, from 0 J to the full cell. The power never rises from corner to
  /// corner, and stays above 0.
  package let corners: [Corner]

  package struct Corner: Sendable, Hashable {
    var joules: Double
    var watts: Double
  }

  /// Returns the power at a charge [W], the slope of the power over the charge [W/J], and the
  /// charge at the next corner [J].
  package func phase(at joules: Double) -> (watts: Double, slope: Double, end: Double) {
    var index = 0
    while index < corners.count - 2, corners[index + 1].joules <= joules { index += 1 }
    let (from, to) = (corners[index], corners[index + 1])
    let slope = (to.watts - from.watts) / (to.joules - from.joules)
    return (from.watts + slope * max(0, joules - from.joules), slope, to.joules)
  }
}

extension ChargeCurve {
  /// Creates the curve for a charger and a cell.
  ///
  /// The source describes a fast charger with a new cell of 12.68 Wh, as in the iPhone 14 (BAT-5).
  /// The cell gets 15 W up to 50 % and 7 W at 80 %, and is full after about 97 min. The model
  /// assumes the same times for other new cells. Powers are therefore proportional to the design
  /// capacity of the cell. A 5 W adapter gives 4.5 W up to 90 %, for every cell.
  ///
  /// Aging does not change the powers, because no source says that a charger gives less power to an
  /// aged cell. An aged cell holds less energy, so it is full sooner.
  package init(
    charger: Charger, wattHours: Double, capacityJoules: Double, draw: inout ParameterDraw
  ) {
    let scale = charger == .fast ? wattHours / 12.68 : 1
    let source = charger == .fast ? "BAT-5" : "BAT-5 (unsourced adapter)"
    let first = draw.known("battery.chargeWatts", charger == .fast ? 15 * scale : 4.5, source)
    let knee = draw.known("battery.chargeKneeShare", charger == .fast ? 0.5 : 0.9, source)
    let second = draw.known(
      "battery.chargeWattsAtTaper", charger == .fast ? 7 * scale : 4.5, source)
    let taper = draw.known("battery.chargeTaperShare", charger == .fast ? 0.8 : 0.9, source)
    let last = draw.known("battery.chargeWattsWhenFull", 0.97 * scale, source)
    self.init(corners: [
      Corner(joules: 0, watts: first),
      Corner(joules: knee * capacityJoules, watts: first),
      Corner(joules: max(taper, knee + 1e-9) * capacityJoules, watts: second),
      Corner(joules: capacityJoules, watts: last),
    ])
  }
}
