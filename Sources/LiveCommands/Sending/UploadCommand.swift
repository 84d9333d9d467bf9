import ArgumentParser
import CommandOptions
import Foundation
import LivePhone
import LiveTracking
import RecordStorage
import Scenarios
import Synchronization
import Terminal
import Text
import Timekeeping
import TrackingEngine

/// `odograph upload`: sends the waiting records of a store to a server, in the same format as the
/// tracker.
struct UploadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upload",
    abstract: "Send the records that wait in a store to a server",
    discussion: CommandHelp(
      """
      A record leaves the queue when the server has acknowledged it, and stays in the store. The \
      next upload sends what is left. No other program may have the store open meanwhile.

      The contract decides the wire format; the preset decides the batch size and what counts as \
      an acknowledgement. The device's name is the store's if a run has saved one. In an app's \
      folder, settings that the app changed count too.

      The token is read from ODOGRAPH_DEVICE_TOKEN, else from --token-file (a token alone, a line \
      'device: …' as written by 'odograph serve', or the file of 'odograph login'), else from a \
      sign-in at that server. --dry-run masks it.

      Exit status: 0 everything was sent, 3 something is left.
      """,
      examples: ["upload records.sqlite --to http://localhost:8765/overland --dry-run"],
      page: "guide/upload.md"
    ).text)

  @Argument(
    help: ArgumentHelp("A record store, such as from 'run --store'", valueName: "store"),
    completion: .file())
  var store: String

  @Option(
    help: ArgumentHelp(
      "The server's address; %LAT and the like are replaced as in Overland", valueName: "url"))
  var to: String

  @Option(
    help: ArgumentHelp(
      "The server's contract: \(ServerContract.uploadable.joined(separator: ", ")) "
        + "(default: the preset's, or overland)", valueName: "name"))
  var contract: String?

  @Option(
    help: "The preset whose settings apply, by name or path (default: one of the contract)",
    completion: .preset)
  var preset: String?

  @Option(help: ArgumentHelp("Change a setting; repeatable", valueName: "setting=value"))
  var set: [String] = []

  @Option(
    help: ArgumentHelp("The file of the token, readable by its owner alone", valueName: "file"))
  var tokenFile: String?

  @Flag(help: "Print the requests word for word; send nothing and leave the store unchanged")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Print every step")
  var verbose = false

  func run() throws {
    let archive = try RecordArchive(named: store)
    let app = try AppFolder(of: store)
    var plan = try UploadPlan(
      contract: contract, preset: preset, overrides: set, endpoint: to,
      device: try deviceName(in: archive), changedIn: app?.container)
    let bearer = try BearerToken.find(file: tokenFile, for: to)
    let identity = try identity(bearer, app, plan, archive)
    plan.authorize(identity.token(for: plan))
    if dryRun {
      try show(plan, archive, identity)
    } else {
      try send(plan, identity)
    }
  }

  private func deviceName(in archive: RecordArchive) throws -> String? {
    do { return try archive.deviceName() } catch { throw InputError(of: error, at: store) }
  }

  private func identity(
    _ bearer: BearerToken, _ app: AppFolder?, _ plan: UploadPlan, _ archive: RecordArchive
  ) throws -> SenderIdentity {
    do throws(RecordStoreError) {
      return try SenderIdentity(bearer, app, plan, store: archive)
    } catch {
      throw InputError(of: error, at: store)
    }
  }

  // MARK: Sending

  private func send(_ plan: UploadPlan, _ identity: SenderIdentity) throws {
    let records: SQLiteRecordStore
    do { records = try SQLiteRecordStore(path: store) } catch {
      throw InputError(of: error, at: store)
    }
    let phone = LivePhone(container: identity.container, calendar: .utc, onNote: note)
    let upload = QueueUpload(
      plan.behavior, settings: plan.settings, phone: phone, store: records)
    let total = upload.waitingCount
    guard total > 0 else { return Console.write("No records are waiting in \(store).\n") }
    let progress = ProgressLine("Sent", unit: "records", isQuiet: verbose)
    let sent = Mutex(0)
    upload.onProgress = { count in
      sent.withLock { $0 = count }
      progress.report(done: count, of: total)
    }
    let to = to
    let interruption = Interruption {
      progress.clear()
      let count = sent.withLock { $0 }
      Console.remark("odograph: interrupted; \(counted(count, "record")) went to \(to)")
    }
    upload.begin()
    phone.loop.run(for: .days(365)) { upload.isOver }
    interruption.end()
    progress.clear()
    phone.end()
    try notify(upload, of: total)
  }

  private func notify(_ upload: QueueUpload, of total: Int) throws {
    let asked = upload.settingsAskedFor
    if !asked.isEmpty {
      Console.remark(
        "odograph: the server asks for other settings (\(asked.joined(separator: ", "))); they were ignored"
      )
    }
    let left = upload.waitingCount
    let sent = "Sent \(counted(upload.sentCount, "record")) to \(to)"
    if left == 0 { return Console.write("\(sent); nothing is left.\n") }
    Console.write("\(sent); \(left) of \(total) left.\n")
    let reason = try upload.failure?.words ?? reasonWithoutFailure(upload)
    Console.remark("odograph: \(counted(left, "record")) left: \(reason)")
    throw AlreadyReported(status: .failure)
  }

  private func reasonWithoutFailure(_ upload: QueueUpload) throws -> String {
    try upload.sendableCount() == 0
      ? "the server's contract does not accept records of this kind"
      : "the settings exclude them from sending"
  }

  private var note: ((String, String) -> Void)? {
    verbose ? { behavior, message in Console.remark("\(behavior): \(message)") } : nil
  }

  // MARK: Showing

  /// Prints the requests of the whole upload without a server. The upload runs on a copy of the
  /// store.
  private func show(_ plan: UploadPlan, _ archive: RecordArchive, _ identity: SenderIdentity) throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("odograph-upload-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let cleanUp: @Sendable () -> Void = { try? FileManager.default.removeItem(atPath: folder) }
    let interruption = Interruption(cleanUp)
    defer {
      cleanUp()
      interruption.end()
    }
    do { try archive.copy(to: folder + "/records.sqlite") } catch {
      throw InputError(of: error, at: store)
    }
    let records = try SQLiteRecordStore(
      path: folder + "/records.sqlite", safety: .processDeath)
    guard records.queueLength > 0 else {
      return Console.write("No records are waiting in \(store).\n")
    }
    var requestCount = 0
    let phone = LivePhone(
      container: identity.copy, calendar: .utc,
      makeHTTP: {
        DryRunNetwork($0) {
          requestCount += 1
          Console.write($0)
        }
      }, onNote: note)
    let upload = QueueUpload(
      plan.behavior, settings: plan.settings, phone: phone, store: records)
    let waiting = try records.queueCounts()
    upload.begin()
    phone.loop.run(for: .days(365)) { upload.isOver }
    Console.remark("Waiting: \(waiting.words).")
    Console.remark(
      "Nothing was sent: \(counted(requestCount, "request")) would carry "
        + "\(counted(upload.sentCount, "record")).")
    if upload.waitingCount > 0 {
      let reason = try upload.failure?.words ?? reasonWithoutFailure(upload)
      Console.remark("\(counted(upload.waitingCount, "record")) would be left: \(reason).")
    }
  }
}
