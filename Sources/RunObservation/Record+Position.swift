import TrackingEngine

extension Record {
  /// True if the record contains the phone's position.
  package var isPosition: Bool {
    switch kind {
    // Visits have a position without an accuracy, and so have records of an app that does not write
    // the accuracy, which is then not a number.
    case .location, .visit: !(location.horizontalAccuracyMeters < 0) || source == .visit
    case .log, .trip, .drive, .crossing, .gate, .timeOutdoors: false
    }
  }
}
