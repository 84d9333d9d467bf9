import EventKernel
import Foundation
import Geodesy
import Testing
import Timekeeping

@testable import World

/// Real recordings lie in the folder that ODOGRAPH_DATA names.
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
    let traces = try readDeliveries(atMost: 60)
    #expect(traces.count == 60)
    for trace in traces {
      let world = try replay(trace)
      let raw = zip(trace.points, trace.points.dropFirst())
        .reduce(0) { $0 + $1.0.coordinate.distanceMeters(to: $1.1.coordinate) }
      #expect(world.personMeters < raw * 1.02)
      #expect(world.personMeters > raw * 0.6)
      // The truth stays near what was measured: rests have a radius of 25 m.
      for point in trace.points {
        let truth = world.person.position(at: point.time)
        #expect(truth.distanceMeters(to: point.coordinate) < 60)
      }
    }
  }

  /// Lines of trajectory, seconds, metres east and north, label; about an arbitrary centre.
  private func readDeliveries(atMost count: Int) throws -> [Trace] {
    let unzip = Process()
    unzip.executableURL = URL(filePath: "/usr/bin/env")
    unzip.arguments = ["gzip", "-dc", deliveries.path]
    let pipe = Pipe()
    unzip.standardOutput = pipe
    try unzip.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    var traces: [Trace] = []
    for line in text.split(whereSeparator: \.isNewline).dropFirst() {
      let fields = line.split(separator: ",")
      guard fields.count == 5, let seconds = Double(fields[1]), let east = Double(fields[2]),
        let north = Double(fields[3])
      else { continue }
      if traces.last?.name != String(fields[0]) {
        if traces.count == count { break }
        traces.append(Trace(name: String(fields[0]), points: []))
      }
      traces[traces.count - 1].points.append(
        TracePoint(time: morning + .seconds(seconds), coordinate: spot(east, north)))
    }
    return traces
  }
}
