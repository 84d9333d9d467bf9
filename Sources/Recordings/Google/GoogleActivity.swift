import World

extension MotionMode {
  /// Converts Google's name of an activity, such as `IN_PASSENGER_VEHICLE`, `in train` or
  /// `walking`.
  ///
  /// Nil if the name describes no motion, or a motion other than on land or in the air.
  init?(googleActivity name: String) {
    switch name.uppercased().replacing(" ", with: "_") {
    case "WALKING", "ON_FOOT", "HIKING": self = .walking
    case "RUNNING": self = .running
    case "CYCLING", "ON_BICYCLE": self = .cycling
    case "IN_PASSENGER_VEHICLE", "IN_VEHICLE", "IN_ROAD_VEHICLE", "IN_FOUR_WHEELER_VEHICLE",
      "IN_CAR", "IN_BUS", "IN_TAXI", "MOTORCYCLING", "IN_TWO_WHEELER_VEHICLE":
      self = .automotive
    case "IN_TRAIN", "IN_SUBWAY", "IN_TRAM", "IN_RAIL_VEHICLE": self = .train
    case "FLYING": self = .flying
    default: return nil
    }
  }
}
