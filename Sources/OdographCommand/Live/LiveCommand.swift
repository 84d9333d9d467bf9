import ArgumentParser
import Foundation
import LivePhone
import LiveTracking
import Terminal
import Text
import Timekeeping
import TrackingEngine

/// `odograph live`: runs the tracking engine on a GPS receiver of this machine.
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Track with a GPS receiver: record, detect trips, send to a server",
    discussion: CommandHelp(
      """
      Runs the engine and presets of 'odograph run' on this machine's clock. Records stay in \
      --store until a server has acknowledged them. Changed settings, the server, its token and a \
      trip that goes on belong to the store's folder: give each phone a folder of its own.

      On a terminal it shows a screen with keys: s sends now, t starts or ends a trip, i changes \
      the interval, x switches tracking off and on, q ends, ? helps. In a pipe, or with --plain, it \
      prints a line at each change. ^C, SIGTERM, or the end of the terminal or the pipe's reader \
      ends it; waiting records are kept.

      From another terminal, --send does the same: status, send-now, trip-start (or \
      trip-start:car), trip-stop, tracking-on, tracking-off, interval:30s, quit. For health data \
      also set-home:LATITUDE,LONGITUDE (and ,RADIUS), sign-in (reads a code or an invitation), \
      consents, consent:CODE, withdraw:CODE, sign-out. The exit status is 3 if that is not possible \
      now, such as trip-stop without a trip.

      The token is read from ODOGRAPH_DEVICE_TOKEN, else from --token-file (a token alone, a line \
      'device: …' as written by 'odograph serve', or the file of 'odograph login'), else from a \
      sign-in at that server.
      """,
      examples: [
        "live --preset overland-high-resolution --server http://localhost:8765/overland",
        "live --send status",
      ], page: "guide/live.md"
    ).text)

  @Option(help: ArgumentHelp("The address of gpsd", valueName: "host:port"))
  var gpsd = "localhost:2947"

  @Option(
    help: ArgumentHelp(
      "The receiver to follow, such as /dev/ttyACM0 (default: the one with the best fix)",
      valueName: "path"))
  var device: String?

  @Flag(help: "Wait for gpsd if it does not answer yet")
  var wait = false

  @Option(help: "The preset to track with, by name or path", completion: .preset)
  var preset = "overland-high-resolution"

  @Option(help: ArgumentHelp("Change a setting; repeatable", valueName: "setting=value"))
  var set: [String] = []

  @Option(
    help: ArgumentHelp("The server to send to (default: the one of --setup)", valueName: "url"))
  var server: String?

  @Option(
    help: ArgumentHelp("The file of the token, readable by its owner alone", valueName: "file"))
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "A file with an overland://setup link, readable by its owner alone; - for standard input",
      valueName: "file"))
  var setup: String?

  @Option(
    help: ArgumentHelp(
      "The SQLite file for records, in a folder for this phone alone (default: ~/.local/state/odograph/live/records.sqlite)",
      valueName: "file"))
  var store: String?

  @Option(
    help: ArgumentHelp(
      "Also record the receiver's reports: .gpx, .geojson or .jsonl",
      valueName: "file"))
  var record: String?

  @Flag(help: "Show position, track and fences on a page that only this machine can open")
  var map = false

  @Option(help: "The page's port; 0 for any free one")
  var mapPort: UInt16?

  @Option(help: "The time zone for times and dates, such as Europe/Berlin")
  var timeZone: String?

  @Flag(help: "Print a line at each change instead of a screen")
  var plain = false

  @Option(help: ArgumentHelp("The shortest time between two lines of --plain", valueName: "time"))
  var every = "10 s"

  @Option(
    help: ArgumentHelp(
      "Send this command to the odograph live that uses the store, and exit", valueName: "word"))
  var send: String?

  func run() throws {
    if let send { return try ask(LiveControl(send)) }
    // Other users of this machine must not read where the person is.
    umask(0o077)
    let interval = try lineInterval()
    let address = try GPSDAddress(option: gpsd)
    if let record, RecordingFormat(path: record) == nil {
      throw RecordingError.unknownEnding(path: record).shown
    }
    // If the reader of standard output has gone, Console reports it and the program goes on.
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
      // Only the start throws; a failed start leaves no files behind.
      claim.giveBack()
      throw error
    }
    if !isWhole { throw AlreadyReported(status: .failure) }
  }

  private func ask(_ control: LiveControl) throws {
    let folder = LiveFolder(store: store)
    let address = try ControlAddress(folder: folder.path)
    let answer = try control.send(to: address, of: folder.storePath)
    guard answer.isDone else {
      Console.remark("odograph: " + answer.text)
      throw AlreadyReported(status: .failure)
    }
    Console.write(answer.text + "\n")
    // The secret is read from standard input: other users can read the arguments of programs.
    if control == .account(.signIn(nil)) { try ask(.account(.signIn(TypedSecret.read()))) }
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
