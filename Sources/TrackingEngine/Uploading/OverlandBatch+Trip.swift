import PhoneAPI
import Text
import Timekeeping

extension OverlandBatch {
  /// Writes the properties of a trip's record into its feature.
  func summary(_ trip: TripSummary, to json: inout JSONWriter) {
    let end = trip.end ?? trip.start
    instant("timestamp", end, to: &json)
    json.plain("type", "trip")
    json.string("mode", trip.mode.rawValue)
    instant("start", trip.start, to: &json)
    instant("end", end, to: &json)
    json.key("start_location")
    place(trip.startLocation, to: &json)
    json.key("end_location")
    place(trip.lastLocation, to: &json)
    whole("duration", (end - trip.start).seconds, to: &json)
    whole("distance", trip.distanceMeters, to: &json)
    json.boolean("stopped_automatically", trip.stoppedAutomatically)
    json.key("steps")
    if let steps = trip.steps { json.number(steps) } else { json.null() }
  }

  /// Writes the object `trip`, which describes the trip in progress, beside the locations of a
  /// batch.
  func underWay(
    _ trip: TripUnderWay, locationsInBatch: Int, _ end: inout WrittenEnd?,
    to json: inout JSONWriter
  ) {
    json.beginObject("trip")
    json.string("mode", trip.summary.mode.rawValue)
    instant("start", trip.summary.start, to: &json)
    whole("distance", trip.summary.distanceMeters, to: &json)
    json.key("start_location")
    place(trip.summary.startLocation, to: &json)
    json.key("current_location")
    if let current = trip.current {
      feature(current, nil, locationsInBatch: locationsInBatch, &end, to: &json)
    } else {
      json.null()
    }
    json.endObject()
  }

  /// Writes a trip's start or end as a feature.
  ///
  /// The feature has no battery level and no network, because the tracker does not store them for
  /// these positions.
  private func place(_ location: Location?, to json: inout JSONWriter) {
    guard let location else { return json.null() }
    json.beginObject()
    json.plain("type", "Feature")
    json.key("geometry")
    geometry(location, isCut: true, to: &json)
    json.beginObject("properties")
    position(location, to: &json)
    identity(to: &json)
    json.endObject()
    json.endObject()
  }
}
