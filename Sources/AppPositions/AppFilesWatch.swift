import Foundation
import Recordings
import Scenarios
import Text
import Timekeeping

/// The positions that an app writes into one file, or into files whose names match a pattern, such
/// as a file for each day.
///
/// For a pattern, the app's eight newest files are read, so that a year of days costs no more than
/// a week.
package final class AppFilesWatch {
  private static let watchedMax = 8
  private static let remarksMax = 3

  private let file: AppRecordFile
  private let app: String
  private let home: String
  private let location: SourceLocation
  private let pattern: String?
  /// The watched files in the order in which they appeared.
  private var watches: [AppFileWatch] = []
  private var names: Set<String> = []
  private var finishedRemarks: [String] = []

  /// - Parameters:
  ///   - app: the app's name, for remarks.
  ///   - home: the app's home folder.
  package init(_ file: AppRecordFile, of app: String, home: String, location: SourceLocation) {
    self.file = file
    self.app = app
    self.home = home
    self.location = location
    pattern = file.isPattern ? file.name : nil
    if pattern == nil { watches = [AppFileWatch(file, home: home, location: location)] }
  }

  /// Returns the positions that the app has written since the last look.
  ///
  /// - Throws: `InputError` if a CSV file or a table lacks a column.
  package func newPositions(
    at now: Instant, isLast: Bool = false
  ) throws(InputError) -> [WrittenPosition] {
    findFiles()
    var positions: [WrittenPosition] = []
    for watch in watches { positions += try watch.newPositions(at: now, isLast: isLast) }
    dropOldest()
    return positions
  }

  private func findFiles() {
    guard let pattern else { return }
    let folder = home + "/" + file.folder
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let new = found.filter { !names.contains($0) && fnmatch(pattern, $0, FNM_PERIOD) == 0 }
    for name in new.sorted() {
      names.insert(name)
      let one = AppRecordFile(path: file.folder + name, form: file.form)
      watches.append(AppFileWatch(one, home: home, location: location))
    }
  }

  /// Stops watching the files that appeared first. Called after they were looked at.
  private func dropOldest() {
    let surplus = watches.count - Self.watchedMax
    guard surplus > 0 else { return }
    let remarks = watches.prefix(surplus).flatMap { $0.remarks(of: app) }
    finishedRemarks += remarks.prefix(max(0, Self.remarksMax - finishedRemarks.count))
    watches.removeFirst(surplus)
  }

  /// Sentences about what could not be read, for the report.
  package var remarks: [String] {
    guard !watches.isEmpty else {
      return ["\(app) recorded nothing: it never wrote \(file.path) in its home folder."]
    }
    return finishedRemarks + watches.flatMap { $0.remarks(of: app) }
  }
}
