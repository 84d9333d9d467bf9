import EventKernel
import Foundation
import Geodesy
import Text

/// The places and legs of a day, and its surroundings.
struct StormCourse {
  private(set) var lines: [String] = []
  /// The names of places that the day visits.
  private(set) var visited = ["home"]
  private var dice: Dice
  private let time: StormTime
  private var places: [(name: String, at: Coordinate)] = []
  private var legs: [[(String, String)]] = []
  private var here: Coordinate
  private var elapsedMinutes = 0.0

  init(_ chance: SeededRandom, time: StormTime) {
    dice = Dice(chance)
    self.time = time
    here = Self.start(&dice)
    places.append(("home", here))
    drawLegs()
    lines = worldLines() + placeLines() + ["day:"] + legs.map { "  - " + mapping($0) }
  }

  private static func start(_ dice: inout Dice) -> Coordinate {
    let spots: [(Double, Double)] = [
      (45.5231, -122.6765), (52.52, 13.405), (-33.86, 151.21), (0, 0), (89, 0), (-89, 0),
      (88.9995, 12), (-88.99, -170), (89.5, 12), (64.7, 180), (-16.8, -180), (51.9, 179.9999),
      (-18.1, -179.9995), (0.0001, 179.99),
    ]
    if dice.happens(0.35) { return at(spots[dice.whole(3...(spots.count - 1))]) }
    if dice.happens(0.5) { return at(spots[dice.whole(0...2)]) }
    return Coordinate(latitude: dice.number(-85...85), longitude: dice.number(-180...180))
  }

  private static func at(_ pair: (Double, Double)) -> Coordinate {
    Coordinate(latitude: pair.0, longitude: pair.1)
  }

  // MARK: Legs

  private struct Mode {
    var verb: String
    var meters: ClosedRange<Double>
    /// The usual speed in km/h, from which the time of a trip is estimated.
    var usual: Double
    var speeds: ClosedRange<Double>
  }

  private static let modes: [Mode] = [
    Mode(verb: "walk", meters: 60...4000, usual: 4, speeds: 2...7),
    Mode(verb: "run", meters: 300...9000, usual: 9, speeds: 6...15),
    Mode(verb: "cycle", meters: 300...15000, usual: 14, speeds: 8...30),
    Mode(verb: "drive", meters: 300...60000, usual: 35, speeds: 15...110),
    Mode(verb: "train", meters: 2000...150_000, usual: 60, speeds: 40...180),
    Mode(verb: "fly", meters: 200_000...7_000_000, usual: 650, speeds: 500...900),
  ]

  private mutating func drawLegs() {
    let count = dice.pick([0, 1, 2, 3, 5, 8])
    let minutes = Double(min(time.minutes, 1440))
    stay("home", minutes: count == 0 ? nil : dice.number(0.02...0.3) * minutes)
    for _ in 0..<count {
      guard elapsedMinutes < 0.6 * minutes else { break }
      move(by: dice.pick([0, 0, 0, 1, 2, 2, 3, 3, 3, 3, 4, 5].map { Self.modes[$0] }))
      stay(nil, minutes: dice.magnitude(0.5...(0.25 * minutes + 1)))
    }
    let isBackNeeded = time.days > 1 || dice.happens(0.5)
    if isBackNeeded, here != places[0].at { moveHome() }
    if legs.count > 1, dice.happens(0.9) { stay(nil, minutes: nil) }
  }

  private var hereText: String {
    places.first { $0.at == here }?.name ?? text(here)
  }

  private mutating func stay(_ place: String?, minutes: Double?) {
    var leg = [("stay", place ?? hereText)]
    if let minutes {
      elapsedMinutes += minutes
      if dice.happens(0.8) {
        leg.append(("for", "\(max(1, Int(minutes * 60))) s"))
      } else {
        let spread = dice.happens(0.3) ? " ± \(dice.whole(1...10)) min" : ""
        leg.append(("until", clock(time.startMinute + Int(elapsedMinutes * 1.2) + 15) + spread))
      }
    }
    legs.append(leg + surroundings(isMove: false))
  }

  private mutating func move(by mode: Mode) {
    let meters = dice.magnitude(mode.meters)
    let isBack = places.count > 1 && dice.happens(0.2)
    var there = isBack ? dice.pick(places).at : offset(here, meters)
    if there == here { there = offset(here, meters) }
    if !isBack, dice.happens(0.7) {
      let name = ["office", "shop", "park", "Käse & \\\"Co\\\"", "5", "on"][
        min(places.count - 1, 5)]
      let word = name.allSatisfy(\.isLetter) && name != "on" ? name : "\"\(name)\""
      if !places.contains(where: { $0.name == word }) { places.append((word, there)) }
    }
    append(mode, to: there)
  }

  private mutating func moveHome() {
    let meters = here.distanceMeters(to: places[0].at)
    let mode = Self.modes.first { meters < $0.meters.upperBound && $0.verb != "run" }
    append(mode ?? Self.modes[5], to: places[0].at)
  }

  private mutating func append(_ mode: Mode, to there: Coordinate) {
    let meters = here.distanceMeters(to: there)
    if dice.happens(0.03) {
      legs.append([("jump", word(there))] + surroundings(isMove: false))
    } else {
      legs.append(way(mode, to: there, meters: meters))
      elapsedMinutes += meters / 1000 / mode.usual * 60
    }
    if let name = places.first(where: { $0.at == there })?.name, !visited.contains(name) {
      visited.append(name)
    }
    here = there
  }

  private mutating func way(
    _ mode: Mode, to there: Coordinate, meters: Double
  ) -> [(String, String)] {
    var leg = [(mode.verb, word(there))]
    if mode.verb != "fly", dice.happens(0.3) {
      let share = dice.number(0.1...0.9)
      let middle = offset(here.interpolated(to: there, share: share), 0.05 * meters)
      leg.append(("via", listed([text(middle)])))
    }
    if dice.happens(0.3) {
      leg.append(("speed", "\(plain(dice.number(mode.speeds), digits: 1)) km/h"))
    }
    if mode.verb != "fly", meters > 200, dice.happens(0.2) {
      let from = dice.number(0.1...0.5) * meters
      let length = dice.number(0.05...0.4) * meters
      leg.append(("tunnels", "[{ from: \(Int(from)) m, for: \(Int(length) + 1) m }]"))
    }
    if mode.verb == "fly", time.days == 1, dice.happens(0.4) {
      leg.append(("timeZone", dice.pick(StormTime.zoneNames)))
    }
    return leg + surroundings(isMove: true)
  }

  private mutating func surroundings(isMove: Bool) -> [(String, String)] {
    var entries: [(String, String)] = []
    if dice.happens(0.2) {
      entries.append(("carried", dice.pick(["pocket", "bag", "hand", "mount", "table", "left"])))
    }
    if dice.happens(0.1) { entries.append(("area", dice.pick(["urban", "suburban", "rural"]))) }
    if dice.happens(0.15) {
      entries.append(("sky", dice.pick(["open", "urban", "indoors", "none"])))
    }
    if dice.happens(0.15) {
      entries.append(("network", dice.pick(["none", "poorCellular", "cellular", "wifi"])))
    }
    return entries
  }

  // MARK: Places

  private func worldLines() -> [String] {
    var dice = dice
    var entries = [("area", dice.pick(["urban", "suburban", "rural"]))]
    if dice.happens(0.1) {
      entries.append(("network", dice.pick(["none", "poorCellular", "cellular"])))
    }
    return ["world: " + mapping(entries)]
  }

  private func placeLines() -> [String] {
    var dice = dice
    return ["places:"]
      + places.map { place in
        var entries = [("at", text(place.at))]
        if dice.happens(0.7) {
          let radius = dice.happens(0.1) ? dice.pick([1, 100_000]) : dice.whole(10...200)
          entries.append(("radius", "\(radius) m"))
        }
        if dice.happens(0.3) { entries.append(("indoors", dice.pick(["true", "false"]))) }
        if dice.happens(0.5) { entries.append(("wifi", dice.pick(["Net", "\"Ünet: #1\""]))) }
        if dice.happens(0.2) { entries.append(("wifiKnown", dice.pick(["true", "false"]))) }
        if dice.happens(0.3) { entries.append(("charger", "true")) }
        return "  \(place.name): \(mapping(entries))"
      }
  }

  private func word(_ coordinate: Coordinate) -> String {
    places.first { $0.at == coordinate }?.name ?? text(coordinate)
  }

  private func text(_ coordinate: Coordinate) -> String {
    "[\(plain(coordinate.latitude)), \(plain(coordinate.longitude))]"
  }

  /// Returns a coordinate, rounded as it is written, so that a place is where its text says.
  private mutating func offset(_ origin: Coordinate, _ meters: Double) -> Coordinate {
    let angle = dice.number(0...(2 * .pi))
    let east = max(cos(origin.latitude * .pi / 180), 1e-4) * 111_320
    let latitude = origin.latitude + meters * cos(angle) / 111_320
    let longitude = (origin.longitude + meters * sin(angle) / east).remainder(dividingBy: 360)
    func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
    // Readers refuse places nearer to a pole.
    return Coordinate(
      latitude: rounded(min(89, max(-89, latitude))), longitude: rounded(longitude))
  }
}
