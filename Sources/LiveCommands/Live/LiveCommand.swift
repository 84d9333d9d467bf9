import ArgumentParser
import CommandOptions
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
      trip-start:car), trip-stop, tracking-on, tracking-off, interval:30s, quit. It also changes \
      a setting with set:NAME=VALUE, and lists those that differ from the preset with settings. \
      For health data also set-home:LATITUDE,LONGITUDE (and ,RADIUS), sign-in (reads a code or \
      an invitation), consents, consent:CODE, withdraw:CODE, sign-out. The exit status is 3 if \
      that is not possible now, such as trip-stop without a trip.

      With --sensors, another device such as a phone with a sensor app supplies acceleration, \
      battery, steps, air pressure and, with --gpsd none, the position. It sends lines of JSON to \
      a TCP port, requests to an HTTP port, or messages to an MQTT broker. A port that other \
      machines can reach needs a token, from ODOGRAPH_SENSOR_TOKEN or --sensor-token-file.

      --simulate-phone runs a simulated phone with the same preset on the receiver's positions, \
      30 s behind: what would iOS have delivered, suspended and cost on this walk? Its records go \
      to no server. Its person acts by --send phone:open, phone:leave, phone:force-quit, \
      phone:reboot, phone:unlock, phone:plug-in and phone:unplug.

      Notifications go to the desktop by gdbus or notify-send, or to the program of \
      --notify-command. They are also shown after odograph live has ended: a second process waits \
      until they are due.

      The token is read from ODOGRAPH_DEVICE_TOKEN, else from --token-file (a token alone, a line \
      'device: …' as written by 'odograph serve', or the file of 'odograph login'), else from a \
      sign-in at that server.
      """,
      examples: [
        "live --preset overland-high-resolution --server http://localhost:8765/overland",
        "live --send status",
        "live --gpsd none --sensors http://127.0.0.1:5555",
      ], page: "guide/live.md"
    ).text)

  @Option(
    help: ArgumentHelp(
      "The address of gpsd; none for the positions of --sensors", valueName: "host:port"))
  var gpsd = "localhost:2947"

  @Option(
    help: ArgumentHelp(
      "The receiver to follow, such as /dev/ttyACM0 (default: the one with the best fix)",
      valueName: "path"))
  var device: String?

  @Flag(help: "Wait for gpsd if it does not answer yet")
  var wait = false

  @Option(
    help: ArgumentHelp(
      "Another device's sensors: tcp:// or http://host:port to listen, or mqtt://broker/topic",
      valueName: "address"))
  var sensors: String?

  @Option(
    help: ArgumentHelp(
      "The file of the token that a sender to --sensors needs, readable by its owner alone",
      valueName: "file"))
  var sensorTokenFile: String?

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

  @Option(
    help: ArgumentHelp(
      "Show notifications with this program, called with title and text (default: the desktop)",
      valueName: "program"))
  var notifyCommand: String?

  @Flag(help: .hidden)
  var keepNotifications = false

  @Option(help: "The time zone for times and dates, such as Europe/Berlin")
  var timeZone: String?

  @Option(
    help: ArgumentHelp(
      "Run a simulated phone on the receiver's positions beside the tracker, such as iphone-14, "
        + "iphone-14/ios-18 or my-phone.yaml", valueName: "profile[/system]"))
  var simulatePhone: String?

  @Option(
    help: ArgumentHelp(
      "The new folder for the simulated phone's walk, which 'odograph run' can run "
        + "(default: one beside the store)",
      valueName: "folder"))
  var simulateOutput: String?

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
    if keepNotifications {
      return try NotificationKeeper.run(LiveFolder(store: store), command: notifyCommand)
    }
    let interval = try lineInterval()
    let sensorOptions = try SensorOptions(sensors: sensors, tokenFile: sensorTokenFile)
    let source = try locationSource(sensorOptions)
    if let record, RecordingFormat(path: record) == nil {
      throw RecordingError.unknownEnding(path: record).shown
    }
    // If the reader of standard output has gone, Console reports it and the program goes on.
    signal(SIGPIPE, SIG_IGN)
    let options = try options()
    let claim = LiveFolderClaim(LiveFolder(store: store))
    let isScreen = !plain && Console.takesCommands(STDOUT_FILENO)
    let isWhole: Bool
    do {
      var options = options
      options.sensors = sensorOptions
      let plan = try LivePlan(options, claim)
      isWhole = try LiveRun(plan, options, source: source).run(
        isScreen ? .screen : .lines(each: interval))
    } catch {
      // Only the start throws; a failed start leaves no files behind.
      claim.giveBack()
      throw error
    }
    if !isWhole { throw AlreadyReported(status: .failure) }
  }

  /// Returns gpsd as the source of positions; nil for the sensor feed.
  private func locationSource(_ sensors: SensorOptions?) throws(InputError) -> GPSDSource? {
    guard gpsd == LiveOptions.noGPSD else {
      let address = try GPSDAddress(option: gpsd)
      return GPSDSource(address: address, retries: retries, device: device)
    }
    guard sensors != nil else {
      throw InputError(
        .commandLine, "--gpsd none is given without --sensors, so there are no positions",
        accepted: "--sensors with a device that sends its location, or the address of a gpsd")
    }
    return nil
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

  private func options() throws(InputError) -> LiveOptions {
    var options = LiveOptions(
      gpsd: gpsd, device: device, wait: wait, preset: preset, set: set, server: server,
      tokenFile: tokenFile, setup: setup, record: record, map: map, mapPort: mapPort,
      timeZone: timeZone, notifyCommand: notifyCommand)
    guard let simulatePhone else {
      guard simulateOutput == nil else {
        throw InputError(
          .commandLine, "--simulate-output is given without --simulate-phone",
          accepted: "both, such as --simulate-phone iphone-14/ios-18")
      }
      return options
    }
    options.loop = try LoopOptions(phone: simulatePhone, output: simulateOutput)
    return options
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
