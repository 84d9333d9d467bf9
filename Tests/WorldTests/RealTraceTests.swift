import EventKernel
import Foundation
import Geodesy
import Testing
import Timekeeping

@testable import World

/// The folder of real recordings, from ODOGRAPH_DATA.
private let dataFolder =
  ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
private let deliveries = URL(filePath: dataFolder).appending(path: "goal-foot-drive/goal.csv.gz")

@Suite("Real recordings") struct RealTraceTests {
  @Test(
    "Delivery rounds keep their length but for the scatter of their stops",
    .enabled(
      if: FileManager.default.fileExists(atPath: deliveries.path),
      "skipped: no recordings in ODOGRAPH_DATA"))
  func deliveryRounds() throws {
    let rounds = try readDeliveries(atMost: 120)
    #expect(rounds.count == 120)
    for (trace, drivingPoints) in rounds {
      let world = try replay(trace)
      let raw = zip(trace.points, trace.points.dropFirst())
        .reduce(0) { $0 + $1.0.coordinate.distanceMeters(to: $1.1.coordinate) }
      #expect(world.personMeters < raw * 1.02)
      // Drivers who drive nearly all the time hardly rest. On foot, at a doorstep, much of the way
      // is scatter.
      if Double(drivingPoints) > 0.9 * Double(trace.points.count) {
        #expect(world.personMeters > raw * 0.9)
      }
      // Rests have a radius of 25 m, and excursions from them 50 m. Rests that are joined across a
      // leap are 100 m apart.
      for point in trace.points {
        let truth = world.person.position(at: point.time)
        #expect(truth.distanceMeters(to: point.coordinate) < 100)
      }
    }
  }

  /// Reads lines of trajectory, seconds, meters east and north, and label, around an arbitrary
  /// center.
  private func readDeliveries(atMost count: Int) throws -> [(trace: Trace, drivingPoints: Int)] {
    let unzip = Process()
    unzip.executableURL = URL(filePath: "/usr/bin/env")
    unzip.arguments = ["gzip", "-dc", deliveries.path]
    let pipe = Pipe()
    unzip.standardOutput = pipe
    try unzip.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    var rounds: [(trace: Trace, drivingPoints: Int)] = []
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let fields = line.split(separator: ",")
      guard fields.count == 5, let seconds = Double(fields[1]), let east = Double(fields[2]),
        let north = Double(fields[3])
      else { continue }
      if rounds.last?.trace.name != String(fields[0]) {
        if rounds.count == count { break }
        rounds.append((Trace(name: String(fields[0]), points: []), 0))
      }
      let last = rounds.count - 1
      rounds[last].trace.points.append(
        TracePoint(time: morning + .seconds(seconds), coordinate: spot(east, north)))
      if fields[4] == "Driving" { rounds[last].drivingPoints += 1 }
    }
    return rounds
  }
}
