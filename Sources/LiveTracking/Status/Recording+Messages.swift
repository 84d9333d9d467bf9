import LivePhone
import Terminal
import Text
import Timekeeping

/// The messages about a recording, during the recording and at its end.
extension Recording {
  package func words(of news: RecordingNotice) -> String {
    switch news {
    case .stopped(let error): words(error)
    case .wentOn(let count):
      "\(path) is written again; "
        + (count == 0 ? "nothing is missing" : "missing from it: \(counted(count, "position"))")
    case .overlap(let overlap):
      "Times repeat in \(path)\(overlap.receiver), \(overlap.time) after \(overlap.last): "
        + "the receiver's clock went back, or a log is being replayed. All positions are kept, "
        + "but odograph run rejects such a recording: start another file, or cut this one there"
    }
  }

  /// A description of the recording's current problem; nil if there is none.
  var troubleWords: String? {
    if let trouble { return words(trouble) }
    var troubles: [String] = []
    if let overlap {
      troubles.append(
        "\(path) repeats times\(overlap.receiver) from \(overlap.time) on: record to another file"
      )
    }
    if missedPositionCount > 0 {
      troubles.append(
        "\(path) lacks \(counted(missedPositionCount, "position")) that could not be written")
    }
    return troubles.isEmpty ? nil : troubles.joined(separator: "; ")
  }

  private func words(_ error: RecordingError) -> String {
    "\(path) cannot be written (\(error.reason)); trying again"
  }

  /// A summary such as "120 positions are in walk.gpx."
  package var summary: String {
    let count = counted(positionCount, "position")
    var words =
      "\(count) \(isResumed ? "were added to" : positionCount == 1 ? "is in" : "are in") \(path)"
    if missedPositionCount > 0 { words += ", \(missedPositionCount) could not be written" }
    if let overlap {
      words +=
        ". Times repeat\(overlap.receiver): odograph run leaves out what repeats within a minute; "
        + "beyond that it rejects the track, and names the line before which to cut"
    }
    return words + "."
  }
}

extension RecordedTimes.Overlap {
  /// The receiver's path as part of a sentence, such as " of /dev/ttyACM0"; empty if the receiver
  /// is not named.
  fileprivate var receiver: String { device.isEmpty ? "" : " of \(device)" }
}

extension RecordingError {
  fileprivate var reason: String {
    switch self {
    case .unknownEnding: "its ending gives no known format"
    case .foreign: "it is no longer a recording"
    case .inUse: "another program is recording to it"
    case .cannotOpen(_, let reason), .cannotWrite(_, let reason): reason
    }
  }

  /// Returns the error with which the program ends if the recording fails. The exit status is 3,
  /// not the status for a mistake in the user's input.
  package func ended(_ path: String) -> any Error { RecordingFailure(path: path, reason: reason) }
}

private struct RecordingFailure: Error, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String {
    "\(path) can no longer be written (\(reason)); the earlier part is complete"
  }
}
