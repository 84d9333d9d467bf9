import Geodesy
import Testing
import Timekeeping

@testable import World

@Suite("Traveling between time zones") struct TimeZoneTests {
  @Test("The clocks change on arrival, for person and phone alike")
  func arrival() throws {
    let berlin = try #require(LocalCalendar(identifier: "Europe/Berlin"))
    let world = try world([
      Leg(.stay(home), ending: .after(.hours(1))),
      Leg(.move(.flying, to: .coordinate(spot(600_000, 0))), calendar: berlin),
      Leg(.stay(.coordinate(spot(600_000, 0)))),
    ])
    let change = try #require(world.clocks.changes.first)
    #expect(world.clocks.changes.count == 1)
    #expect(change.at == world.person.spans.last?.start)
    #expect(world.clocks.fields(of: change.at - .seconds(1 as Int64)).time.hour == 8)
    #expect(world.clocks.calendar(at: change.at) == berlin)
    #expect(world.calendar == .utc)
  }

  @Test("What a leg says of sky and network holds for it; a tunnel keeps neither")
  func skyAndNetwork() throws {
    let world = try world([
      Leg(.stay(office), ending: .after(.hours(1)), sky: SkyView.none, network: .poorCellular),
      Leg(
        .move(.train, to: .coordinate(spot(60_000, 0))), tunnels: [10_000...20_000],
        network: .wifi),
      Leg(.move(.flying, to: .coordinate(spot(900_000, 0))), sky: .urban),
    ])
    let spans = world.phone.spans
    #expect(spans[0].sky == .none && spans[0].network == .poorCellular)
    #expect(spans[1].network == .wifi && spans[1].sky == .urban)
    #expect(spans[2].network == .none && spans[2].sky == .none)
    let flight = spans.filter { $0.mode == .flying }
    #expect(!flight.isEmpty && flight.allSatisfy { $0.sky == .urban && $0.network == .none })
  }
}
