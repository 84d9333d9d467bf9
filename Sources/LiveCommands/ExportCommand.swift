import ArgumentParser
import CommandOptions
import Files
import Foundation
import RecordStorage
import Recordings
import Terminal
import Text
import Timekeeping
import TrackingEngine

extension ExportFormat: ExpressibleByArgument {}

/// `odograph export`: writes the content of a record store in a format for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a store's records, trips or visits in another format",
    discussion: CommandHelp(
      """
      csv has every record with the columns of a run's fixes.csv. ehe-csv-1 and ehe-csv-2 are the \
      tables of EHE-Pilot; ehe-locations, ehe-outdoors and ehe-home are the entities of its data \
      model. gpx and geojson draw the positions. overland and fhir are the bodies that an upload \
      of all records sends, one per line; for overland --preset and --set count as in 'upload'. \
      days summarizes local days. trips, visits, checkins and \
      drives have one line each; drives-text is for reading.

      The store does not change. The output file appears complete or not at all.
      """,
      examples: ["export records.sqlite --format geojson --output track.geojson"],
      page: "guide/export.md"
    ).text)

  @Argument(
    help: ArgumentHelp("A record store, such as from 'run --store'", valueName: "store"),
    completion: .file())
  var store: String

  @Option(help: "The format to write")
  var format: ExportFormat = .csv

  @Option(
    help: ArgumentHelp(
      "Only records from this time on, such as 2026-03-02T06:00:00", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("Only records before this time", valueName: "time"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      "The time zone of days, such as Europe/Berlin (default: the machine's)", valueName: "zone"))
  var timeZone: String?

  @Flag(help: "Write the newest first")
  var newestFirst = false

  @Flag(help: "In gpx and geojson, leave out positions that hardly change the course")
  var simplify = false

  @Option(
    help: ArgumentHelp(
      "In overland, the preset whose settings apply, by name or path "
        + "(default: overland-high-resolution)", valueName: "preset"), completion: .preset)
  var preset: String?

  @Option(
    help: ArgumentHelp(
      "In overland, change a setting such as pointsPerBatch; repeatable",
      valueName: "setting=value"))
  var set: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write (default: standard output)", valueName: "file"),
    completion: .file())
  var output: String?

  func validate() throws {
    guard !newestFirst || format.takesNewestFirst else {
      throw ValidationError(
        "--newest-first is given for \(format.rawValue), which starts with the oldest")
    }
    guard !simplify || format.takesSimplification else {
      throw ValidationError(
        "--simplify is given for \(format.rawValue); accepted: gpx or geojson")
    }
    guard format == .overland || (preset == nil && set.isEmpty) else {
      throw ValidationError(
        "--preset or --set is given for \(format.rawValue); accepted: overland")
    }
  }

  func run() throws {
    var export = try makeExport()
    let archive = try RecordArchive(named: store)
    if format == .overland { try setUpOverland(&export, archive) }
    if format == .ehePilotHome { export.home = try storedHome() }
    if let output { try OutputFile.refuse(output, option: "--output", overwriting: [store]) }
    let file = try OutputFile(output)
    let interruption = Interruption { file.discard() }
    defer {
      file.discard()
      interruption.end()
    }
    do {
      try export.write(archive) { try file.write($0) }
    } catch let error as RecordStoreError {
      throw InputError(of: error, at: store)
    }
    try file.commit()
  }

  /// Reads the home that the user of a live tracker set. The tracker keeps it beside its store.
  private func storedHome() throws(InputError) -> HomeLocation {
    guard let app = try AppFolder(of: store), let home = HomeLocation(in: app.container) else {
      throw InputError(
        SourceLocation(file: store), "no home is stored beside this store",
        accepted: "the store of an 'odograph live' that has received --send set-home")
    }
    return home
  }

  private func makeExport() throws(InputError) -> RecordExport {
    var export = RecordExport(format)
    export.calendar =
      try TraceOptions(
        trajectory: nil, origin: nil, start: nil,
        timeZone: timeZone ?? TimeZone.current.identifier
      ).calendar ?? .utc
    let from = try instant("--from", from, in: export.calendar)
    let to = try instant("--to", to, in: export.calendar)
    if let from, let to, from > to {
      throw InputError(.commandLine, "--from is after --to", accepted: "a time before it")
    }
    export.range = (from ?? .distantPast)..<(to ?? .distantFuture)
    export.isNewestFirst = newestFirst
    export.isSimplified = simplify
    export.name = URL(fileURLWithPath: store).deletingPathExtension().lastPathComponent
    return export
  }

  /// Sets what decides the form of Overland's records, as an upload does.
  private func setUpOverland(_ export: inout RecordExport, _ archive: RecordArchive) throws {
    let app = try AppFolder(of: store)
    do {
      export.settings = try UploadPlan.overlandSettings(
        preset: preset, overrides: set, device: try archive.deviceName(),
        changedIn: app?.container)
      export.uniqueIdentifier = try app?.deviceIdentifier ?? archive.uniqueIdentifier()
    } catch let error as RecordStoreError {
      throw InputError(of: error, at: store)
    }
  }

  private func instant(
    _ option: String, _ text: String?, in calendar: LocalCalendar
  ) throws(InputError) -> Instant? {
    try text.map { text throws(InputError) in try Instant(option: option, text, in: calendar) }
  }
}
