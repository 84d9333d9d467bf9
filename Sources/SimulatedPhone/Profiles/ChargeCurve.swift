/// How fast a charger fills the cell, as a function of what is in it.
///
/// At first the current is constant, so the power is too. Then the phone takes it back to spare the
/// cell, and in the end the voltage is held and the current decays exponentially with time. Power that
/// decays with time constant τ falls linearly with the energy that it brings (dP/dE = −1/τ), so that
/// every phase is one straight line of power over charge, and what is in the cell after any time has a
/// closed form: see `Battery`.
package struct ChargeCurve: Sendable, Hashable {
  /// Corners, the first at 0 J and the last at the full cell; power never rises, and stays above 0.
  let corners: [Corner]

  struct Corner: Sendable, Hashable {
    var joules: Double
    var watts: Double
  }

  /// Power at a charge, and how it changes with the charge up to the next corner [W, W/J, J].
  func phase(at joules: Double) -> (watts: Double, slope: Double, end: Double) {
    var index = 0
    while index < corners.count - 2, corners[index + 1].joules <= joules { index += 1 }
    let (from, to) = (corners[index], corners[index + 1])
    let slope = (to.watts - from.watts) / (to.joules - from.joules)
    return (from.watts + slope * max(0, joules - from.joules), slope, to.joules)
  }
}

extension ChargeCurve {
  /// 15 W to half, 7 W at 80 %, full after about 97 min, for the new cell of 12.68 Wh; times are taken to
  /// be alike for other new cells, and so powers go with their size. A 5 W adapter gives 4.5 W to 90 %.
  ///
  /// Powers go with the size by design, not with what age has left of it: no source says that a charger
  /// gives an aged cell less. It holds less, and so is full sooner.
  init(
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
