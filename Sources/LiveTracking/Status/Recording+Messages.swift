import LivePhone
import Terminal
import Text
import Timekeeping

/// What a person hears of a recording, while it is made and at its end.
extension Recording {
  package func words(of news: RecordingNews) -> String {
    switch news {
    case .stopped(let error): words(error)
    case .wentOn(let count):
      "\(path) is written again; "
        + (count == 0 ? "nothing is missing" : "missing in it: \(counted(count, "position"))")
    case .overlap(let overlap):
      "Times come twice in \(path)\(overlap.receiver), \(overlap.time) after \(overlap.last): the receiver's clock went back, or "
        + "a log is played again. Everything is kept, but odograph run refuses such a recording: begin "
        + "another file, or cut this one there"
    }
  }

  /// What is the matter with it, as long as it is.
  var troubleWords: String? {
    if let trouble { return words(trouble) }
    var troubles: [String] = []
    if let overlap {
      troubles.append(
        "\(path) has times twice\(overlap.receiver) from \(overlap.time) on: to replay them takes another file"
      )
    }
    if missedPositionCount > 0 {
      troubles.append(
        "\(path) lacks \(counted(missedPositionCount, "position")) that could not be written")
    }
    return troubles.isEmpty ? nil : troubles.joined(separator: "; ")
  }

  private func words(_ error: RecordingError) -> String {
    "\(path) cannot be written (\(error.reason)); it is tried again"
  }

  /// "120 positions are in walk.gpx."
  package var summary: String {
    let count = counted(positionCount, "position")
    var words =
      "\(count) \(isResumed ? "were added to" : positionCount == 1 ? "is in" : "are in") \(path)"
    if missedPositionCount > 0 { words += ", \(missedPositionCount) could not be written" }
    if let overlap {
      words +=
        ". Times come twice\(overlap.receiver): odograph run refuses that receiver's way, and names "
        + "the line before which to cut"
    }
    return words + "."
  }
}

extension RecordedTimes.Overlap {
  /// " of /dev/ttyACM0".
  fileprivate var receiver: String { device.isEmpty ? "" : " of \(device)" }
}

extension RecordingError {
  fileprivate var reason: String {
    switch self {
    case .unknownEnding: "its name does not say how"
    case .foreign: "it is no recording any more"
    case .inUse: "another program is recording to it"
    case .cannotOpen(_, let reason), .cannotWrite(_, let reason): reason
    }
  }

  /// As the program ends with it where the recording had begun: a failure of the machine's.
  package func ended(_ path: String) -> any Error { RecordingFailure(path: path, reason: reason) }
}

private struct RecordingFailure: Error, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String {
    "\(path) cannot be written any more (\(reason)); what came before is whole"
  }
}
