import EventKernel
import Geodesy
import Maps
import Routes
import Scenarios
import Simulation
import Text

/// The places and routes of a study's participants.
struct StudyRoutes {
  let study: StudyDocument
  let planner: RoutePlanner

  /// Finds the places and routes of all participants.
  func file() throws(InputError) -> RouteFile {
    let study = study
    var file = try planner.plan(participants: study.participants) {
      (number, attempt, town) throws(InputError) in
      try StudyRoutes.participant(number, attempt, town, study)
    }
    file.origin.plan = study.placement
    return file
  }

  /// Returns a remark if the town has no places at the distances of the plan.
  func remarks(on file: RouteFile) throws(InputError) -> [String] {
    var (wished, drawn): ([Double], [Double]) = ([], [])
    for number in 1...study.participants {
      for wish in try study.placeWishes(of: number) {
        guard let anchor = wish.anchor, let near = file.place(anchor.address),
          let place = file.place(wish.address)
        else { continue }
        wished.append(anchor.meters)
        drawn.append(place.coordinate.distanceMeters(to: near.coordinate))
      }
    }
    // A place is off if it is nearer or farther than the plan says by half, and by 500 m at least.
    let off = zip(wished, drawn).filter { abs($0 - $1) > max(500, $0 / 2) }
    guard off.count * 10 > wished.count else { return [] }
    func kilometers(_ meters: [Double]) -> String {
      "\((meters.sorted()[meters.count / 2] / 100).rounded() / 10) km"
    }
    return [
      "odograph: warning: \(off.count) of \(wished.count) places are not as far from the nearest "
        + "place before them as the plan says: "
        + "the median of these is \(kilometers(off.map(\.1))) in this town, and "
        + "\(kilometers(off.map(\.0))) by the plan."
    ]
  }

  private static func participant(
    _ number: Int, _ attempt: Int, _ town: Town, _ study: StudyDocument
  ) throws(InputError) -> RoutePlanner.Participant {
    let chance = SeededRandom(seed: study.seed(of: number)).stream("town").stream(attempt)
    var positions: TownPositions = [:]
    var places: [MappedPlace] = []
    for wish in try study.placeWishes(of: number) {
      let anchor = wish.anchor.flatMap { anchor in
        positions[anchor.address].map { (position: $0, meters: anchor.meters) }
      }
      guard
        let position = town.place(
          wish.name, from: anchor, besides: places.map(\.coordinate),
          chance: chance.stream(wish.name))
      else {
        throw InputError(
          study.map?.location ?? .commandLine, "the map has no building for '\(wish.name)'",
          accepted: "an extract of a town")
      }
      positions[wish.address] = position
      places.append(MappedPlace(address: wish.address, coordinate: position))
    }
    let participant = try study.planned(number, at: positions, vocabulary: .simulatedPhone)
    return RoutePlanner.Participant(
      places: places, moves: participant.scenario.moves.map(RoutePlanner.Move.init))
  }
}

extension RoutePlanner.Move {
  init(_ move: PlannedMove) {
    self.init(request: move.request, name: move.name, location: move.location)
  }
}
