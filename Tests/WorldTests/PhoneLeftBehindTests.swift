import EventKernel
import Geodesy
import Testing
import Timekeeping

@testable import World

@Suite("A phone left behind") struct PhoneLeftBehindTests {
  @Test("Nothing left behind: person and phone share one trajectory")
  func shared() throws {
    let world = try world(commuterLegs())
    let same = world.person.knots.withUnsafeBufferPointer { person in
      world.phone.knots.withUnsafeBufferPointer { $0.baseAddress == person.baseAddress }
    }
    #expect(same)
  }

  @Test("The phone lies at home, on its Wi-Fi, until the person comes back")
  func leftAtHome() throws {
    let world = try world([
      Leg(.stay(home), ending: .after(.hours(1))),
      Leg(.move(.walking, to: park), carried: .left),
      Leg(.stay(park), ending: .after(.hours(1))),
      Leg(.move(.walking, to: home)),
      Leg(.stay(home)),
    ])
    let away = world.person.spans[2]
    #expect(away.place == 2 && away.carried == .left, "in no pocket, whatever the leg says")
    let phone = world.phone.span(at: away.start)
    #expect(phone.mode == .still && phone.place == 0 && phone.network == .wifi)
    #expect(phone.carried == .left && phone.isIndoors)
    #expect(world.phone.position(at: away.start) == homeCoordinate)
    // The person walks home without the phone, and has it again for the last 30 m.
    let meeting = phone.end
    let back = world.person.position(at: meeting)
    #expect(abs(back.distanceMeters(to: homeCoordinate) - 30) < 0.1)
    #expect(world.person.span(at: meeting - .seconds(1 as Int64)).carried == .left)
    #expect(world.person.span(at: meeting).carried == .pocket)
    #expect(world.phone.position(at: meeting) == back)
    for second in stride(from: 0.0, to: (world.end - meeting).seconds, by: 100) {
      let time = meeting + .seconds(second)
      #expect(world.phone.position(at: time) == world.person.position(at: time))
    }
  }

  @Test("Both trajectories tile the time, wherever person and phone are")
  func tiled() throws {
    let world = try world([
      Leg(.stay(home), ending: .after(.hours(1))),
      Leg(.move(.walking, to: park), carried: .left),
      Leg(.move(.walking, to: home), carried: .left),
      Leg(.stay(home), ending: .after(.hours(1))),
      Leg(.stay(home), ending: .after(.hours(1)), carried: .left),
      Leg(.jump(to: office), ending: .after(.hours(1))),
      Leg(.jump(to: home)), Leg(.stay(home)),
    ])
    for trajectory in [world.person, world.phone] {
      #expect(trajectory.spans.first?.start == world.start)
      #expect(trajectory.spans.last?.end == world.end)
      for (a, b) in zip(trajectory.spans, trajectory.spans.dropFirst()) {
        #expect(a.end == b.start)
      }
    }
    #expect(world.phone.pathLengthMeters(from: world.start, to: world.end) < 31)
    #expect(world.person.spans.last?.carried == .pocket)
  }
}
