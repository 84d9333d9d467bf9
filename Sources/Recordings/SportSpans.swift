import Foundation
import Timekeeping
import World

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The sports that a file of a watch names, each with its span. GPSBabel, which converts the
/// positions, leaves them out.
struct SportSpans {
  private(set) var spans: [(span: ClosedRange<Instant>, mode: MotionMode)] = []

  private mutating func add(_ mode: MotionMode?, from start: Instant?, to end: Instant?) {
    guard let mode, let start, let end, start <= end else { return }
    spans.append((start...end, mode))
  }

  /// Returns the mode at an instant; nil where the file names no sport.
  subscript(time: Instant) -> MotionMode? { spans.first { $0.span.contains(time) }?.mode }

  // MARK: TCX

  /// Reads the attribute `Sport` of each activity of a TCX file, and the times of its points.
  init(tcx bytes: Data) {
    let collector = TCXCollector()
    let parser = XMLParser(stream: InputStream(data: bytes))
    parser.shouldResolveExternalEntities = false
    parser.delegate = collector
    _ = parser.parse()
    for activity in collector.activities {
      add(MotionMode(sport: activity.sport), from: activity.first, to: activity.last)
    }
  }

  private final class TCXCollector: NSObject, XMLParserDelegate {
    private(set) var activities: [(sport: String, first: Instant?, last: Instant?)] = []
    private var text = ""

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      text = ""
      if element == "Activity" { activities.append((attributes["Sport"] ?? "", nil, nil)) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if text.utf8.count < 100 { text += string }
    }

    func parser(
      _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      guard element == "Time", !activities.isEmpty, let time = Instant(iso8601: text) else {
        return
      }
      let last = activities.count - 1
      activities[last].first = activities[last].first ?? time
      activities[last].last = time
    }
  }

  // MARK: FIT

  /// Reads the sport of each session of a FIT file.
  init(fit bytes: Data) {
    var messages = FITMessages(bytes)
    while let session = messages.next(number: FITMessages.session) {
      add(
        session[FITMessages.sport].flatMap(MotionMode.init(fitSport:)),
        from: session[FITMessages.startTime].map(FITMessages.instant),
        to: session[FITMessages.timestamp].map(FITMessages.instant))
    }
  }
}

extension MotionMode {
  /// Returns the mode of a sport of the FIT protocol's profile; nil for other sports.
  fileprivate init?(fitSport number: UInt32) {
    switch number {
    case 1: self = .running
    case 2, 21: self = .cycling
    case 11, 16, 17: self = .walking
    case 20, 26: self = .flying
    case 22, 24: self = .automotive
    default: return nil
    }
  }
}
