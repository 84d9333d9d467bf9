import EventKernel
import Geodesy

/// What sky and network are like where one is: indoors, in the street, in a vehicle.
///
/// The rules are judgement. Sky: buildings indoors and in a cabin's hull, streets of a city, a
/// carriage's roof and windows count as `urban`, all else is open. Network: the Wi-Fi of a place
/// that has one, none in tunnels and in the air, cellular elsewhere, but poor in a fifth of the
/// countryside. Poor reception belongs to the land and not to the journey: it fills patches of some
/// 4 km, drawn from the seed, that are the same on the way there and back.
struct Surroundings {
  private let patches: CellLayout
  private let poorness: Chance
  static let poorShare = 0.2
  /// Steps at which a way is tried for a change of reception.
  static let stepMeters = 200.0

  init(chance: Chance) {
    patches = CellLayout(area: .rural, chance: chance.stream("reception"))
    poorness = chance.stream("reception.poor")
  }

  func network(at coordinate: Coordinate, in area: AreaClass) -> NetworkAvailability {
    guard case .rural = area else { return .cellular }
    let patch = patches.servingCell(at: coordinate)
    return poorness.happens(withProbability: Surroundings.poorShare, at: patch)
      ? .poorCellular : .cellular
  }

  static func sky(_ mode: MotionMode, in area: AreaClass) -> SkyView {
    switch mode {
    case .flying: .indoors
    case .train: .urban
    case .still, .walking, .running, .cycling, .automotive:
      area.pick(urban: .urban, suburban: .open, rural: .open)
    }
  }

  /// Standing at a place, or outdoors at a bare coordinate.
  func still(
    at coordinate: Coordinate, place index: Int?, of places: [Place], in area: AreaClass,
    carried: Carrying
  ) -> Circumstances {
    let place = index.map { places[$0] }
    let isIndoors = place?.isIndoors ?? false
    return Circumstances(
      mode: .still, place: index, isIndoors: isIndoors,
      sky: isIndoors ? .indoors : Surroundings.sky(.still, in: area),
      network: place?.wifiName == nil ? network(at: coordinate, in: area) : .wifi,
      carried: carried)
  }

  /// On the way at a coordinate, in a tunnel or not.
  func moving(
    _ mode: MotionMode, at coordinate: Coordinate, in area: AreaClass, isTunnel: Bool,
    carried: Carrying
  ) -> Circumstances {
    let sky = isTunnel ? SkyView.none : Surroundings.sky(mode, in: area)
    let isOffline = isTunnel || mode == .flying
    return Circumstances(
      mode: mode, sky: sky, network: isOffline ? .none : network(at: coordinate, in: area),
      carried: carried)
  }
}

/// Where along one way the circumstances change.
struct WaySections {
  struct Section {
    var startMeters: Double
    var isTunnel: Bool
    var network: NetworkAvailability
  }

  /// In order of distance, the first at 0; neighbors differ.
  private(set) var sections: [Section] = []

  var borders: [Double] { sections.dropFirst().map(\.startMeters) }

  init(
    of route: Route, mode: MotionMode, area: AreaClass, tunnels: [ClosedRange<Double>],
    surroundings: Surroundings
  ) {
    for distance in WaySections.candidates(route, area: area, tunnels: tunnels) {
      let isTunnel = tunnels.contains {
        $0.lowerBound <= distance.meters && distance.meters < $0.upperBound
      }
      let circumstances = surroundings.moving(
        mode, at: distance.coordinate, in: area, isTunnel: isTunnel, carried: .pocket)
      if let last = sections.last, last.isTunnel == isTunnel,
        last.network == circumstances.network
      {
        continue
      }
      sections.append(
        Section(
          startMeters: distance.meters, isTunnel: isTunnel, network: circumstances.network))
    }
  }

  /// Index of the section that holds at a distance; `after` is where to begin to look.
  func index(atMeters distance: Double, after index: Int) -> Int {
    var index = index
    while index + 1 < sections.count, sections[index + 1].startMeters <= distance { index += 1 }
    return index
  }

  private static func candidates(
    _ route: Route, area: AreaClass, tunnels: [ClosedRange<Double>]
  ) -> [(meters: Double, coordinate: Coordinate)] {
    var distances = [0.0]
    for tunnel in tunnels {
      for border in [tunnel.lowerBound, tunnel.upperBound]
      where border > 0 && border < route.lengthMeters { distances.append(border) }
    }
    if case .rural = area {
      var distance = Surroundings.stepMeters
      while distance < route.lengthMeters {
        distances.append(distance)
        distance += Surroundings.stepMeters
      }
    }
    distances.sort()
    var vertex = 0
    return distances.map { distance in
      while vertex + 2 < route.vertices.count,
        route.vertices[vertex + 1].distanceMeters <= distance
      { vertex += 1 }
      return (distance, route.coordinate(atMeters: distance, after: vertex))
    }
  }
}
