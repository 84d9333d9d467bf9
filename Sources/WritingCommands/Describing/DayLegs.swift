import Foundation
import Text
import Timekeeping
import World

/// The text on the legs of the person's day: stays and moves, with local times.
///
/// A leg is a series of spans of the simulated world that differ only in their surroundings.
struct DayLegs {
  private struct Leg {
    var start: Instant
    var end: Instant
    var mode: MotionMode
    var place: Int?
    var isTruthKnown: Bool
  }

  private let world: World

  init(_ world: World) { self.world = world }

  var lines: [String] {
    var date: CivilDate?
    let lines = legs.enumerated().flatMap { index, leg -> [String] in
      let (day, _) = world.clocks.fields(of: leg.start)
      defer { date = day }
      return (day == date ? [] : ["\(day)"]) + [line(leg, at: index)]
    }
    return shortened(lines)
  }

  private var legs: [Leg] {
    var legs: [Leg] = []
    for span in world.person.spans {
      if let last = legs.last, last.end == span.start, last.mode == span.mode,
        last.place == span.place, last.isTruthKnown == span.isTruthKnown
      {
        legs[legs.count - 1].end = span.end
      } else {
        legs.append(
          Leg(
            start: span.start, end: span.end, mode: span.mode, place: span.place,
            isTruthKnown: span.isTruthKnown))
      }
    }
    return legs
  }

  /// Returns the line for a leg, such as "07:41–07:52  drive 3.2 km to office".
  private func line(_ leg: Leg, at index: Int) -> String {
    let times = "\(world.clocks.clock(leg.start))–\(world.clocks.clock(leg.end))  "
    guard leg.isTruthKnown else { return times + "not recorded, not judged" }
    guard leg.mode.isMoving else { return times + "stay" + place(leg.place, preposition: "at") }
    let meters = world.person.pathLengthMeters(from: leg.start, to: leg.end)
    let next = index + 1 < legs.count ? legs[index + 1].place : nil
    return times + "\(leg.mode.verb) \(distance(meters))" + place(next, preposition: "to")
  }

  private func place(_ index: Int?, preposition: String) -> String {
    guard let index, world.places.indices.contains(index) else { return "" }
    return " \(preposition) \(world.places[index].name)"
  }
}
