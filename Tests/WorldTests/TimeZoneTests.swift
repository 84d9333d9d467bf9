import Geodesy
import Testing
import Timekeeping

@testable import World

@Suite("Travelling between time zones") struct TimeZoneTests {
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
}
