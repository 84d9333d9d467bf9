import Foundation
import Geodesy
import Routes
import Text
import World

/// A routing server over HTTP: its address, and how requests are sent.
package struct RoutingServer: Sendable {
  /// Sends a request and returns the body of the answer with its status. A request with content is
  /// a POST, another one a GET.
  package typealias Fetch =
    @Sendable (_ url: String, _ content: Content?) throws(RoutingFailure) -> (
      status: Int, body: [UInt8]
    )

  /// The content of a POST request.
  package struct Content: Sendable, Hashable {
    /// The media type, such as "application/json".
    package var type: String
    package var text: String
  }

  /// The server's address without a slash at its end.
  let url: String
  private let fetch: Fetch

  package init(url: String, fetch: @escaping Fetch) {
    self.url = url.last == "/" ? String(url.dropLast()) : url
    self.fetch = fetch
  }

  /// The address for messages and files, without a name and a password.
  var shownURL: String {
    guard let scheme = url.range(of: "://") else { return url.printable }
    let authority = url[scheme.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return url.printable }
    return String(url[..<scheme.upperBound] + url[url.index(after: at)...]).printable
  }

  /// Sends a request and reads the answer as JSON. A server answers with JSON in case of a failure
  /// too.
  func json(_ path: String, content: Content? = nil) throws(RoutingFailure) -> JSONValue {
    let answer = try fetch(url + path, content)
    guard let value = try? JSONValue(answer.body), value.isObject else {
      throw .unusable(
        answer.status == 200
          ? "its answer is not JSON" : "it answers with status \(answer.status), not with a route")
    }
    return value
  }

  /// Returns positions as text in which a comma separates numbers.
  static func text(_ points: [Coordinate], isLatitudeFirst: Bool, separator: String) -> String {
    points.map { point in
      isLatitudeFirst
        ? "\(point.latitude),\(point.longitude)" : "\(point.longitude),\(point.latitude)"
    }.joined(separator: separator)
  }

  /// Throws an error for a mode of motion that no routing server of this kind knows.
  func refuseTrains(_ mode: MotionMode) throws(RoutingFailure) {
    guard mode == .train else { return }
    throw .unusable(
      "it knows no rails; a map extract has them (--map FILE), or give the leg 'route: straight'")
  }
}

extension [TracePoint] {
  /// The median of the standard deviations of the points, in meters.
  var deviationMeters: Double { map(\.deviationMeters).sorted()[count / 2] }
}

extension JSONValue {
  /// The positions of a GeoJSON line, whose longitudes come first; nil if the value is not a line.
  var line: [Coordinate]? {
    guard let elements else { return nil }
    var points: [Coordinate] = []
    for element in elements {
      guard let numbers = element.elements?.compactMap(\.number), numbers.count >= 2 else {
        return nil
      }
      points.append(Coordinate(latitude: numbers[1], longitude: numbers[0]))
    }
    return points
  }
}
