import Foundation

/// Another simulator's hold model: a program that prints events per second and the last instant.
struct Peer {
  var name: String
  var command: [String]
  /// The number of events. Slower simulators have fewer, so that a round takes about half a second.
  var events: Int

  static let simPy = Peer(
    name: "SimPy", command: [".build/compare/venv/bin/python", "Benchmarks/compare/hold_simpy.py"],
    events: 250_000)
  static let ns3 = Peer(
    name: "ns-3's default scheduler", command: [".build/compare/hold_ns3"], events: 2_500_000)

  /// Runs the program and returns its figures; nil if it is not available.
  func run(pending: Int) -> HoldModel.Outcome? {
    guard FileManager.default.isExecutableFile(atPath: command[0]) else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = command.dropFirst() + ["\(pending)", "\(events)"]
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let words = text.split(whereSeparator: \.isWhitespace)
    guard process.terminationStatus == 0, words.count == 2, let speed = Double(words[0]),
      let instant = Int64(words[1])
    else { return nil }
    return HoldModel.Outcome(eventsPerSecond: speed, lastInstantNanoseconds: instant)
  }
}
