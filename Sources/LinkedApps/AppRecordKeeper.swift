import AppPositions
import PhoneAPI
import Receiver
import Recordings
import RunObservation
import Scenarios
import Text
import Timekeeping

/// The positions that count as recorded by an app in a process of its own. It outlasts the app's
/// processes.
package final class AppRecordKeeper {
  private enum Source {
    case positions, calls, uploads
    case json(UploadedPositions)
    case file(AppFilesWatch)
  }

  private let name: String
  private let source: Source
  /// The receiver of the records. The app's latest process brings it.
  var records: AppRecords?
  /// The mistake in the app's description for which the run ends.
  private(set) var failure: InputError?
  /// True if the phone has delivered positions of which none counts yet.
  private var hasDelivered = false
  private var hasStored = false
  /// The answer to the first request that the server did not accept.
  private var firstRefusal: String?

  /// - Parameter home: the app's home folder.
  init(_ app: AppFile, home: String) {
    name = app.name
    source =
      switch app.recording {
      case .positions: .positions
      case .calls: .calls
      case .uploads: .uploads
      case .uploadedJSON(let paths): .json(UploadedPositions(paths))
      case .file(let file):
        .file(AppFilesWatch(file, of: app.name, home: home, location: app.location))
      }
  }

  /// The way in which positions count that a new process gets.
  var policy: RecordedBy {
    switch source {
    case .positions: .delivery
    case .calls: .calls
    case .uploads, .json, .file: .output
    }
  }

  /// Notes that the phone delivered positions to an app whose output counts.
  func delivered() { hasDelivered = true }

  /// Looks for positions that the app has written. Called after each event that the app handled,
  /// also if its process ended in it, and at the end of the segment.
  func appHandledEvent(at now: Instant, isLast: Bool = false) {
    guard case .file(let watch) = source, failure == nil else {
      return holdBack(at: now)
    }
    do throws(InputError) {
      keep(try watch.newPositions(at: now, isLast: isLast), at: now)
    } catch {
      failure = error
    }
    holdBack(at: now)
  }

  /// Takes the positions of a request that the server accepted.
  package func serverAnswered(_ request: HTTPRequest, _ response: HTTPResponse, at now: Instant) {
    guard response.isSuccess else {
      firstRefusal =
        firstRefusal ?? "\(response.status) "
        + quoted(String(decoding: response.body.prefix(200), as: UTF8.self))
      return
    }
    guard case .json(let uploads) = source else { return }
    keep(uploads.positions(in: request, at: now), at: now)
  }

  /// Takes a record that the simulated server stored.
  package func serverStored(_ record: ReceivedRecord) {
    guard case .uploads = source else { return }
    hasStored = true
    let accuracy = record.horizontalAccuracyMeters
    let position = WrittenPosition(
      time: record.timestamp, coordinate: record.coordinate,
      accuracyMeters: accuracy < 0 ? nil : accuracy)
    keep([position], at: record.arrivedAt)
  }

  private func keep(_ positions: [WrittenPosition], at now: Instant) {
    guard !positions.isEmpty else { return }
    hasDelivered = false
    for position in positions {
      records?.keep(
        Location(
          coordinate: position.coordinate,
          horizontalAccuracyMeters: position.accuracyMeters ?? .nan, timestamp: position.time),
        at: now)
    }
  }

  /// Reports that the app has positions that it has not recorded yet.
  private func holdBack(at now: Instant) {
    guard hasDelivered else { return }
    hasDelivered = false
    records?.drop(at: now)
  }

  private var refusalClause: String {
    firstRefusal.map { "; the first request that it refused was answered \($0)" } ?? ""
  }

  /// Sentences for the report about output that could not be read.
  package var remarks: [String] {
    switch source {
    case .positions, .calls: []
    case .uploads:
      hasStored
        ? [] : ["\(name) recorded nothing: its server stored no position of it\(refusalClause)."]
    case .json(let uploads): uploads.remarks(of: name, refusal: refusalClause)
    case .file(let watch): watch.remarks
    }
  }
}
