import PhoneAPI
import PhoneLink

extension LinkedLocationManager {
  func serve(_ call: LinkCall, _ message: LinkObject) -> LinkValue {
    let region = message["region"].object?.region
    switch call {
    case .locationProperty:
      return message["name"].word(LinkLocationProperty.self).map(property) ?? .null
    case .setLocationProperty:
      if let name: LinkLocationProperty = message["name"].word() { set(name, message["value"]) }
    case .requestWhenInUseAuthorization: manager.requestWhenInUseAuthorization()
    case .requestAlwaysAuthorization: manager.requestAlwaysAuthorization()
    case .requestTemporaryFullAccuracyAuthorization:
      manager.requestTemporaryFullAccuracyAuthorization(
        purposeKey: message["purpose"].text ?? "")
    case .startUpdatingLocation: manager.startUpdatingLocation()
    case .stopUpdatingLocation: manager.stopUpdatingLocation()
    case .requestLocation: manager.requestLocation()
    case .startMonitoringSignificantLocationChanges:
      manager.startMonitoringSignificantLocationChanges()
    case .stopMonitoringSignificantLocationChanges:
      manager.stopMonitoringSignificantLocationChanges()
    case .startMonitoringVisits: manager.startMonitoringVisits()
    case .stopMonitoringVisits: manager.stopMonitoringVisits()
    case .startMonitoring: if let region { manager.startMonitoring(region) }
    case .stopMonitoring: if let region { manager.stopMonitoring(region) }
    case .requestState: if let region { manager.requestState(for: region) }
    case .startUpdatingHeading: manager.startUpdatingHeading()
    case .stopUpdatingHeading: manager.stopUpdatingHeading()
    case .beginSession: return begin(message)
    case .endSession:
      if let number = message["session"].whole.flatMap(UInt64.init(exactly:)) {
        manager.endSession(LocationSession(rawValue: number))
      }
    default: break
    }
    return .null
  }

  private func begin(_ message: LinkObject) -> LinkValue {
    let session =
      switch message["kind"].text {
      case "liveUpdates": manager.beginLiveUpdates(message["configuration"].word() ?? .default)
      case "service":
        manager.beginServiceSession(requiring: message["requires"].word() ?? .whenInUse)
      default: manager.beginBackgroundActivitySession()
      }
    return session.map { .whole(Int64(clamping: $0.rawValue)) } ?? .null
  }
}
