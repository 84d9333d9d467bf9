import ArgumentParser
import Foundation
import LivePhone
import LiveTracking
import Terminal
import Text
import Timekeeping
import TrackingEngine

/// `odograph live`: the tracking engine at work on a receiver of this machine.
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Track with a GPS receiver behind gpsd: record, notice trips, send to a server.",
    discussion: """
      The same engine and presets as 'odograph run', on this machine's clock. What is recorded is kept in \
      --store until a server has acknowledged it. Settings that were changed, the server and its token, and a trip \
      that goes on belong to the store's folder: two stores in one folder share them, so give each phone a folder \
      of its own.

      On a terminal (but a dumb one) it shows how things stand, and keys act: s sends now, t begins or ends a trip, i changes \
      the interval, x switches tracking off and on, q ends, ? helps. In a pipe, or with --plain, it prints a \
      line at each change. ^C, SIGTERM, the end of the terminal or of the pipe's reader ends it; what waits is kept.

      From elsewhere the same is asked with --send: status, send-now, trip-start (or trip-start:car), \
      trip-stop, tracking-on, tracking-off, interval:30s, quit. The status is 3 where it cannot be done as things \
      are, as trip-stop without a trip.

      A token is taken from ODOGRAPH_DEVICE_TOKEN, else from --token-file (a token alone, a line 'device: …' \
      as 'odograph serve' writes it, or what 'odograph login' writes), else from a sign-in at that server.
      """)

  @Option(help: ArgumentHelp("Where gpsd listens.", valueName: "host:port"))
  var gpsd = "localhost:2947"

  @Option(
    help: ArgumentHelp(
      "Which of gpsd's receivers to follow, such as /dev/ttyACM0. (default: the one that does best)",
      valueName: "path"))
  var device: String?

  @Flag(help: "Wait for a gpsd that is not there yet.")
  var wait = false

  @Option(help: "Whose behaviours and settings to track with, by name or path.")
  var preset = "overland-high-resolution"

  @Option(help: ArgumentHelp("Change a setting; may be repeated.", valueName: "setting=value"))
  var set: [String] = []

  @Option(
    help: ArgumentHelp("Where to send to. (default: what --setup once said)", valueName: "url"))
  var server: String?

  @Option(help: ArgumentHelp("Where the token is, for its owner alone.", valueName: "file"))
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "A file with an overland://setup link, for its owner alone; - for standard input.",
      valueName: "file"))
  var setup: String?

  @Option(
    help: ArgumentHelp(
      "Where to keep what is recorded, in a folder for this phone alone. (default: ~/.local/state/odograph/live/records.sqlite)",
      valueName: "file"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Write what the receiver says to a trace as well: .gpx, .geojson or .jsonl.",
      valueName: "file"))
  var record: String?

  @Flag(help: "Show position, track, fences and home on a page that this machine alone can open.")
  var map = false

  @Option(help: "The page's port; 0 for any that is free.")
  var mapPort: UInt16?

  @Option(help: "Whose clocks times and local days are told by, such as Europe/Berlin.")
  var timeZone: String?

  @Flag(help: "Print a line at each change rather than a screen.")
  var plain = false

  @Option(help: ArgumentHelp("Least time between two lines of --plain.", valueName: "time"))
  var every = "10 s"

  @Option(
    help: ArgumentHelp("Ask the odograph live that has this store, and end.", valueName: "word"))
  var send: String?

  func run() throws {
    if let send { return try ask(LiveControl(send)) }
    // Where a person is concerns nobody else on this machine.
    umask(0o077)
    let interval = try lineInterval()
    let address = try GPSDAddress(option: gpsd)
    if let record, RecordingFormat(path: record) == nil {
      throw RecordingError.unknownEnding(path: record).shown
    }
    // A reader who has gone is told by Console, and no reason to drop everything.
    signal(SIGPIPE, SIG_IGN)
    let claim = LiveFolderClaim(LiveFolder(store: store))
    let isScreen = !plain && Console.takesCommands(STDOUT_FILENO)
    let isWhole: Bool
    do {
      let plan = try LivePlan(options, claim)
      let source = GPSDSource(address: address, retries: retries, device: device)
      isWhole = try LiveRun(plan, options, source: source).run(
        isScreen ? .screen : .lines(each: interval))
    } catch {
      // Only a start fails, and it leaves nothing behind.
      claim.giveBack()
      throw error
    }
    if !isWhole { throw AlreadyTold(status: .failure) }
  }

  private func ask(_ control: LiveControl) throws {
    let folder = LiveFolder(store: store)
    let answer = try control.send(
      to: ControlAddress(folder: folder.path), of: folder.storePath)
    guard answer.isDone else {
      Console.remark("odograph: " + answer.text)
      throw AlreadyTold(status: .failure)
    }
    Console.write(answer.text + "\n")
  }

  private var options: LiveOptions {
    LiveOptions(
      gpsd: gpsd, device: device, wait: wait, preset: preset, set: set, server: server,
      tokenFile: tokenFile, setup: setup, record: record, map: map, mapPort: mapPort,
      timeZone: timeZone)
  }

  private var retries: RetryPolicy { wait ? .always : .afterFirstAnswer }

  private func lineInterval() throws(InputError) -> TimeSpan {
    guard let span = LiveControl.span(every) else {
      throw InputError(
        .commandLine, "--every is '\(printable(every))'", accepted: "a time such as 10 s or 5 min")
    }
    return span
  }
}
