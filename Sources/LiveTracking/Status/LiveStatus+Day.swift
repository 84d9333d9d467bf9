import Text
import Timekeeping
import TrackingEngine

/// The texts about the current day, home and the account.
extension LiveStatus {
  /// The place and the sums of the current day; nil if the tracker makes no statistics.
  var todayWords: String? {
    guard let today else { return nil }
    let outdoors = today.timeOutdoors.map { ", outdoors \($0.wholeMinutesWords)" } ?? ""
    return "\(placeWords ?? ""); away \(today.timeAway.wholeMinutesWords)\(outdoors); "
      + counted(today.recordCount, "record")
  }

  /// The statement that the user is at home or away; nil if the tracker makes no statistics.
  var placeWords: String? {
    guard let today else { return nil }
    return today.isAway.map { $0 ? "away from home" : "at home" } ?? "home or away is not known yet"
  }

  /// The place and radius of home, and the time at which the user set it; nil without statistics.
  var homeWords: String? {
    guard today != nil else { return nil }
    guard let home else { return "not set; --send set-home:LATITUDE,LONGITUDE sets it" }
    let center = home.zone.center
    let place =
      "\(center.latitude.rounded(toDigits: 5))°, \(center.longitude.rounded(toDigits: 5))°, "
      + "radius \(home.zone.radiusMeters.rounded(toDigits: 0)) m"
    guard let setAt = home.setAt else { return place }
    return "\(place), set \(calendar.date(of: setAt)) \(clock(setAt))"
  }

  /// The state of the user's account; nil without an account.
  var accountWords: String? {
    switch account {
    case nil: nil
    case .signedOut: "not signed in; --send sign-in signs in"
    case .signedIn(nil): "signed in"
    case .signedIn(let patient?): "signed in as patient \(patient)"
    }
  }
}

extension TimeSpan {
  /// The time span in whole minutes, such as "1 h 20 min".
  fileprivate var wholeMinutesWords: String {
    let minutes = Int((seconds / 60).rounded(.down))
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
