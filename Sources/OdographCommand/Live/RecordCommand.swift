import ArgumentParser
import Foundation
import LivePhone
import LiveTracking
import Terminal
import Timekeeping

/// `odograph record`: what the receivers of a gpsd say, in a file that scenarios replay.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record what a GPS receiver behind gpsd says, for scenarios to replay.",
    discussion: """
      The file's name says how it is written: .gpx and .geojson hold every fix with its accuracies and the \
      view of the sky, .jsonl holds every report, with a fix or without, as gpsd prints them. A recording \
      that is there is gone on with, after a gap, and mended first where a loss of power has torn it. At most \
      a second is lost with the power. A disk that is full is told, and waited for.

      Of several receivers .gpx has the first that is heard, the others have them all; --device names one. \
      ^C, SIGTERM or the terminal's end ends it.
      """)

  @Option(help: ArgumentHelp("Where gpsd listens.", valueName: "host:port"))
  var gpsd = "localhost:2947"

  @Option(
    help: ArgumentHelp("Record this receiver alone, such as /dev/ttyACM0.", valueName: "path"))
  var device: String?

  @Flag(help: "Wait for a gpsd that is not there yet.")
  var wait = false

  @Argument(
    help: ArgumentHelp("Where to write: .gpx, .geojson or .jsonl.", valueName: "file"))
  var file: String

  func run() throws {
    // What it says on the way may find no reader; what it records goes on.
    signal(SIGPIPE, SIG_IGN)
    let address = try GPSDAddress(option: gpsd)
    let isNew = !FileManager.default.fileExists(atPath: file)
    let recording: Recording
    do { recording = try Recording(path: file) } catch { throw error.shown }
    let recorder = Recorder(recording, device: device, address: address)
    record(recorder, from: address)
    do { try recording.close() } catch { throw error.ended(file) }
    // Nothing began, and nothing is left behind.
    if !recording.hasReports, isNew { try? FileManager.default.removeItem(atPath: file) }
    if let reason = recorder.unreachable { throw NoGPSD(reason: reason) }
    guard recorder.hasAnswered else { return Console.remark("Ended before gpsd had answered.") }
    guard recording.hasReports || !isNew else {
      return Console.remark("Ended; no position came, and \(file) was not kept.")
    }
    Console.remark("Ended; " + recording.summary)
  }

  /// Returns when a signal, a failure or gpsd's absence has ended it.
  private func record(_ recorder: Recorder, from address: GPSDAddress) {
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let session = GPSDSession(address: address, retries: wait ? .always : .afterFirstAnswer)
    session.start { recorder.take($0) }
    while !interruption.flag.isUp, !recorder.waitForEnd() { recorder.showStatus() }
    recorder.clearStatus()
    session.end()
    recorder.tellRest()
  }
}
