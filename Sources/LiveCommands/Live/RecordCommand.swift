import ArgumentParser
import CommandOptions
import Foundation
import LivePhone
import LiveTracking
import Terminal
import Timekeeping

/// `odograph record`: records the reports of gpsd's receivers in a file that scenarios can replay.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a GPS receiver's reports for later runs",
    discussion: CommandHelp(
      """
      The file's ending decides the format: .gpx and .geojson hold every fix with its accuracies \
      and the satellites in view; .jsonl holds every report as gpsd prints it. An existing \
      recording continues after a gap; one that a loss of power has damaged is repaired first. A \
      loss of power costs at most one second. If the disk is full, the program says so and waits.

      From several receivers, .gpx holds the first that reports; the others hold all. --device \
      selects one. ^C, SIGTERM or the end of the terminal ends it.
      """,
      examples: ["record drive.gpx", "record drive.jsonl --device /dev/ttyACM0"],
      page: "guide/live.md"
    ).text)

  @Option(help: ArgumentHelp("The address of gpsd", valueName: "host:port"))
  var gpsd = "localhost:2947"

  @Option(
    help: ArgumentHelp("Record only this receiver, such as /dev/ttyACM0", valueName: "path"))
  var device: String?

  @Flag(help: "Wait for gpsd if it does not answer yet")
  var wait = false

  @Argument(
    help: ArgumentHelp("The file to write: .gpx, .geojson or .jsonl", valueName: "file"))
  var file: String

  func run() throws {
    // If the reader of the messages has gone, the recording goes on.
    signal(SIGPIPE, SIG_IGN)
    let address = try GPSDAddress(option: gpsd)
    let isNew = !FileManager.default.fileExists(atPath: file)
    let recording: Recording
    do { recording = try Recording(path: file) } catch { throw error.shown }
    let recorder = Recorder(recording, device: device, address: address)
    record(recorder, from: address)
    do { try recording.close() } catch { throw error.ended(file) }
    // Without a report, no new file is left behind.
    if !recording.hasReports, isNew { try? FileManager.default.removeItem(atPath: file) }
    if let reason = recorder.unreachable { throw NoGPSD(reason: reason) }
    guard recorder.hasAnswered else { return Console.remark("Ended before gpsd answered.") }
    guard recording.hasReports || !isNew else {
      return Console.remark("Ended without a position; \(file) was not kept.")
    }
    Console.remark("Ended; " + recording.summary)
  }

  /// Records until the user interrupts, an error occurs, or gpsd cannot be reached.
  private func record(_ recorder: Recorder, from address: GPSDAddress) {
    let interruption = InterruptionRequest()
    defer { interruption.end() }
    let session = GPSDSession(address: address, retries: wait ? .always : .afterFirstAnswer)
    session.start { recorder.take($0) }
    while !interruption.flag.isUp, !recorder.waitForEnd() { recorder.showStatus() }
    recorder.clearStatus()
    session.end()
    recorder.reportRest()
  }
}
