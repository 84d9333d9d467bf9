import PhoneAPI
import Recordings
import Scenarios
import Text
import Timekeeping

/// The positions in the JSON bodies of an app's requests that the server accepted.
package final class UploadedPositions {
  private static let rememberedMin = 16_384

  private let paths: JSONPositions
  private var requestCount = 0
  private var positionCount = 0
  /// The form of the first body without a position, and what was looked for in it.
  private var firstMiss: String?
  /// The latest positions, and those before them. A position that is sent again counts once.
  private var newer: Set<WrittenPosition> = []
  private var older: Set<WrittenPosition> = []

  package init(_ paths: JSONPositions) { self.paths = paths }

  /// Returns the positions in a request that have not arrived before.
  package func positions(in request: HTTPRequest, at now: Instant) -> [WrittenPosition] {
    requestCount += 1
    guard let body = try? JSONValue(request.body) else {
      if firstMiss == nil, !request.body.isEmpty {
        firstMiss = "the first body with something else is no JSON text"
      }
      return []
    }
    let places = paths.each.values(in: body, of: body)
    let positions = places.compactMap { place in
      WrittenPosition(
        paths.columns.map { $0.values(in: place, of: body).first?.written }, near: now)
    }
    if positions.isEmpty, firstMiss == nil { firstMiss = miss(in: body, places) }
    positionCount += positions.count
    return positions.filter { insert($0) }
  }

  private func insert(_ position: WrittenPosition) -> Bool {
    guard !older.contains(position), newer.insert(position).inserted else { return false }
    if newer.count >= Self.rememberedMin {
      older = newer
      newer = []
    }
    return true
  }

  private func miss(in body: JSONValue, _ places: [JSONValue]) -> String {
    guard let place = places.first else {
      let hint = paths.each.firstMiss(in: body).flatMap { miss in
        Self.nearest(to: miss.step, in: miss.values)
      }
      return "the first body has the form \(body.shape)" + (hint ?? "")
    }
    let lost = paths.columns.all.first { $0.values(in: place, of: body).first?.written == nil }
    let hint = lost.flatMap { path in
      path.firstMiss(in: path.isFromRoot ? body : place)
        .flatMap { Self.nearest(to: $0.step, in: $0.values) }
    }
    return "the first place has the form \(place.shape)"
      + (lost.map { ", without a value at \($0.description)" } ?? "") + (hint ?? "")
  }

  private static func nearest(to step: JSONPath.Step, in values: [JSONValue]) -> String? {
    guard case .member(let name) = step else { return nil }
    let names = values.flatMap { $0.members?.map(\.name) ?? [] }
    return nearestSpelling(to: name, among: names).map { "; did you mean '\($0)'?" }
  }

  /// A sentence for the report if no request had a position.
  package func remarks(of app: String, refusal: String) -> [String] {
    guard positionCount == 0 else { return [] }
    guard requestCount > 0 else {
      return ["\(app) recorded nothing: the server accepted no request of it\(refusal)."]
    }
    return [
      "\(app) recorded nothing: none of its \(requestCount) accepted requests has a position at"
        + " \(paths.each.description); \(firstMiss ?? "their bodies are empty")."
    ]
  }
}

extension JSONValue {
  fileprivate var written: WrittenValue? {
    switch self {
    case .number(let number): .number(number)
    case .string(let text): .text(text)
    case .object, .array, .bool, .null: nil
    }
  }
}
