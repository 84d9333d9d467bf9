import Foundation
import TestSupport
import Testing

/// The built program, started as a user starts it.
enum Program {
  struct Outcome {
    var status: Int32
    var output: String
    /// Standard error without the progress that long work reports every ten seconds.
    var errors: String

    init(status: Int32, output: String, errors: String) {
      self.status = status
      self.output = output
      self.errors = errors.replacing(
        /(?m)^[^\n:]+: [0-9]+ of [0-9]+ [^\n]+ (s|min|h|left)\n/, with: "")
    }

    var errorLines: [Substring] { errors.split(separator: "\n") }
  }

  /// - Parameter folder: the working directory, so that paths in messages are short.
  static func run(_ arguments: String..., in folder: WorkingFolder) throws -> Outcome {
    try run(arguments, in: folder)
  }

  static func run(
    _ arguments: [String], in folder: WorkingFolder, searchPath: String? = nil
  ) throws -> Outcome {
    try start(arguments, in: folder, searchPath: searchPath).outcome()
  }

  /// - Parameters:
  ///   - searchPath: the PATH of the program; nil for that of the tests.
  ///   - environment: variables in addition to those of the tests.
  ///   - fileKilobytesMax: the largest size of any file; nil for no limit.
  ///   - output: a destination of standard output other than a scratch file.
  static func start(
    _ arguments: [String], in folder: WorkingFolder, searchPath: String? = nil,
    environment: [String: String] = [:], fileKilobytesMax: Int? = nil, output: String? = nil
  ) throws -> Running {
    // Files rather than pipes: a pipe would have to be emptied while the program runs.
    let running = Running(
      process: Process(), output: try folder.scratchFile(), errors: try folder.scratchFile())
    let process = running.process
    process.executableURL = builtProgram
    process.arguments = arguments
    if let fileKilobytesMax {
      // The shell counts in blocks of 512 bytes.
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments =
        [
          "-c", "ulimit -f \(2 * fileKilobytesMax); exec \"$0\" \"$@\"", builtProgram.path,
        ] + arguments
    }
    process.environment = ProcessInfo.processInfo.environment
      .merging(searchPath.map { ["PATH": $0] } ?? [:]) { $1 }
      .merging(environment) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = try FileHandle(
      forWritingTo: output.map(URL.init(fileURLWithPath:)) ?? running.output)
    process.standardError = try FileHandle(forWritingTo: running.errors)
    try withSignals { try process.run() }
    return running
  }

  /// Starts a process as a shell does, with no signal masked. A process inherits the mask of the
  /// thread that starts it, and the threads of tests mask most signals.
  private static func withSignals(_ start: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try start()
  }

  struct Running {
    let process: Process
    fileprivate let output: URL
    fileprivate let errors: URL

    /// The processor time used so far, which Linux counts in hundredths of a second; 0 if unknown.
    var processorSeconds: Double {
      let path = "/proc/\(process.processIdentifier)/stat"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      // The fields after the name, which may contain any character: the state is the first; user
      // and system time come later.
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
        return 0
      }
      return (user + system) / 100
    }

    /// Returns the standard output so far.
    func saidSoFar() throws -> String { try String(contentsOf: output, encoding: .utf8) }

    /// Interrupts the program once it has used some processor time, and waits for its end.
    func interrupted(afterProcessorSeconds seconds: Double) throws -> Outcome {
      while processorSeconds < seconds, process.isRunning { Thread.sleep(forTimeInterval: 0.02) }
      process.interrupt()
      return try outcome()
    }

    /// Waits for the end of the program.
    func outcome() throws -> Outcome {
      process.waitUntilExit()
      return Outcome(
        status: process.terminationStatus,
        output: try String(contentsOf: output, encoding: .utf8),
        errors: try String(contentsOf: errors, encoding: .utf8))
    }
  }
}

/// A folder for one test, removed with this object.
final class WorkingFolder {
  let path: String
  /// The folder of the program's output. It lies beside the working folder, so that its files do
  /// not count as the program's.
  private let scratch: String
  private var scratchFiles = 0

  init() throws {
    let base = FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-end-to-end-\(UUID().uuidString)")
    path = base.appendingPathComponent("work").path
    scratch = base.appendingPathComponent("scratch").path
    for folder in [path, scratch] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
  }

  deinit {
    try? FileManager.default.removeItem(
      at: URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  func scratchFile() throws -> URL {
    scratchFiles += 1
    let url = URL(fileURLWithPath: scratch + "/\(scratchFiles)")
    try Data().write(to: url)
    return url
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  /// Writes a program that its owner can run.
  func writeProgram(_ text: String, to name: String) throws {
    try TestSupport.writeProgram(text, at: path + "/" + name)
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
  }

  /// The paths of every file and folder in it, sorted.
  var contents: [String] { (FileManager.default.subpaths(atPath: path) ?? []).sorted() }
}

/// Real recordings, if they are present.
enum Recordings {
  static let folder: String = {
    let packageRoot = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["ODOGRAPH_DATA"] ?? "../shared/data"
    return URL(fileURLWithPath: named, relativeTo: packageRoot).standardizedFileURL.path
  }()

  static let gpsTraces = files(in: "gps-traces").filter {
    $0.hasSuffix(".gpx.gz") || $0.hasSuffix(".csv.gz")
  }

  /// Location histories that phones and their services keep.
  static let ofPhones =
    files(in: "visits-takeout").filter { $0.hasSuffix(".json.gz") }
    + files(in: "ios-location").filter { $0.hasSuffix(".rec") }

  /// Recordings that need GPSBabel or gpsdecode.
  static let foreign = files(in: "gps-traces").filter { path in
    [".tcx.gz", ".igc.gz", ".nmea.gz"].contains { path.hasSuffix($0) }
  }

  static let receiverLogs = files(in: "gpsd-logs").filter { $0.hasSuffix(".log") }

  static let hasGPSBabel = isInstalled("gpsbabel")
  static let hasDecoder = isInstalled("gpsdecode")

  private static func isInstalled(_ program: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }

  static let trajectories = folder + "/goal-foot-drive/goal.csv.gz"

  static var areThere: Bool {
    !gpsTraces.isEmpty && FileManager.default.fileExists(atPath: trajectories)
  }

  private static func files(in subfolder: String) -> [String] {
    let path = folder + "/" + subfolder
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted().map {
      path + "/" + $0
    }
  }
}

/// A short day with all that a tracker meets; two hours, so that tests stay quick.
enum SmallScenario {
  static let text = """
    odograph: 1
    name: Errand
    start: 2026-03-02T09:00:00
    timeZone: America/Los_Angeles
    duration: 2 h
    phone: { profile: iphone-13, system: ios-17, battery: 80 %, carried: pocket }
    world: { area: urban }
    places:
      home: { at: [45.5231, -122.6765], radius: 60 m, indoors: true, wifi: HomeNet }
      shop: { at: [45.5122, -122.6587], radius: 40 m, indoors: true }
    day:
      - stay: home
        until: 09:20 ± 5 min
      - drive: shop
      - stay: shop
        for: 30 min
      - walk: home
    person:
      - { at: 09:05, opens: app, for: 60 s }
      - { at: 09:40, forceQuits: app }
      - { at: 09:50, opens: app, for: 30 s }
    server:
      - { from: 09:30, until: 09:45, outage: true }
    trackers:
      - overland-high-resolution
      - overland-battery-saving
      - { preset: ehe-pilot-1, home: home }

    """
}
