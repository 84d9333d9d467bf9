import TrackingEngine

extension Record {
  /// True if the record contains the phone's position.
  package var isPosition: Bool {
    // Visits have a position without an accuracy, and so have records of an app that does not write
    // the accuracy, which is then not a number.
    let hasPlace = !(location.horizontalAccuracyMeters < 0) || source == .visit
    if isLocation { return hasPlace }
    return if case .visit = kind { hasPlace } else { false }
  }
}
