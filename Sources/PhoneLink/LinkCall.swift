/// A call that an app makes on the phone. The page of the protocol is made from this table.
package enum LinkCall: String, Sendable, CaseIterable {
  // The app has handled an event.
  case done
  // The app cannot be simulated: the run ends with the reason.
  case refuse
  // The app's first line states its version of the protocol.
  case hello

  // Location managers.
  case makeLocationManager, locationProperty, setLocationProperty
  case requestWhenInUseAuthorization, requestAlwaysAuthorization
  case requestTemporaryFullAccuracyAuthorization
  case startUpdatingLocation, stopUpdatingLocation, requestLocation
  case startMonitoringSignificantLocationChanges, stopMonitoringSignificantLocationChanges
  case startMonitoringVisits, stopMonitoringVisits
  case startMonitoring, stopMonitoring, requestState
  case startUpdatingHeading, stopUpdatingHeading
  case beginSession, endSession

  // Condition monitors.
  case makeMonitor, addCondition, removeCondition, monitoringRecord, monitoredIdentifiers

  // The app's process and the device.
  case property, setProperty
  case beginBackgroundTask, endBackgroundTask

  // Scheduled tasks.
  case registerTask, submitTask, cancelTask, cancelAllTasks, pendingTasks, completeTask

  // Data.
  case value, setValue, secret, setSecret

  // Network.
  case send, upload, cancelUpload, startReachability, stopReachability

  // Notifications and pushes.
  case requestNotifications, addNotification, removeNotifications, pendingNotifications
  case registerForPushes, registerForVoIP, reportIncomingCall, completeEvent

  // Motion and surroundings.
  case startActivity, stopActivity, queryActivity
  case queryPedometer, startPedometer, stopPedometer
  case startAltimeter, stopAltimeter
  case reverseGeocode

  // The car.
  case audioOutputs, connectAccessory, cancelAccessory, connectedAccessories

  // The judgement of the run.
  case recordsByCall, keep, drop, note

  /// The part of the phone that serves the call.
  package var service: LinkService {
    switch self {
    case .done, .refuse, .hello: .link
    case .makeLocationManager, .locationProperty, .setLocationProperty,
      .requestWhenInUseAuthorization, .requestAlwaysAuthorization,
      .requestTemporaryFullAccuracyAuthorization, .startUpdatingLocation, .stopUpdatingLocation,
      .requestLocation, .startMonitoringSignificantLocationChanges,
      .stopMonitoringSignificantLocationChanges, .startMonitoringVisits, .stopMonitoringVisits,
      .startMonitoring, .stopMonitoring, .requestState, .startUpdatingHeading,
      .stopUpdatingHeading, .beginSession, .endSession:
      .location
    case .makeMonitor, .addCondition, .removeCondition, .monitoringRecord, .monitoredIdentifiers:
      .monitor
    case .property, .setProperty, .beginBackgroundTask, .endBackgroundTask: .process
    case .registerTask, .submitTask, .cancelTask, .cancelAllTasks, .pendingTasks, .completeTask:
      .tasks
    case .value, .setValue, .secret, .setSecret: .data
    case .send, .upload, .cancelUpload, .startReachability, .stopReachability: .network
    case .requestNotifications, .addNotification, .removeNotifications, .pendingNotifications,
      .registerForPushes, .registerForVoIP, .reportIncomingCall, .completeEvent:
      .notifications
    case .startActivity, .stopActivity, .queryActivity, .queryPedometer, .startPedometer,
      .stopPedometer, .startAltimeter, .stopAltimeter, .reverseGeocode:
      .motion
    case .audioOutputs, .connectAccessory, .cancelAccessory, .connectedAccessories: .car
    case .recordsByCall, .keep, .drop, .note: .judgement
    }
  }

  /// True if the phone answers the call at once with a line `{"result": …}`.
  package var hasResult: Bool {
    switch self {
    case .makeLocationManager, .locationProperty, .beginSession, .makeMonitor, .monitoringRecord,
      .monitoredIdentifiers, .property, .beginBackgroundTask, .registerTask, .submitTask,
      .pendingTasks, .value, .secret, .setSecret, .pendingNotifications, .audioOutputs,
      .connectedAccessories:
      true
    default: false
    }
  }
}

/// A part of the phone that serves calls.
package enum LinkService: Sendable, CaseIterable {
  case link, location, monitor, process, tasks, data, network, notifications, motion, car
  case judgement
}

/// An event that the phone reports to an app. The app answers each with its calls, and `done`.
package enum LinkEvent: String, Sendable, CaseIterable {
  /// The process starts. It comes first.
  case launch
  /// A timer of the app is due, or time has passed that the app waits for.
  case time
  case foreground, active, inactive, background, terminate
  case remoteNotification, transferEvents, act
  case locations, locationFailure, authorization, paused, resumed, visit
  case regionEntry, regionExit, regionState, regionFailure, heading, liveUpdate, condition
  case backgroundTaskExpired, task, taskExpired
  case response, transfer, reachability
  case notificationsAnswer, notificationResponse
  case pushToken, voipToken, voipPush
  case activity, activities, steps, pedometer, altitude, place
  case power, thermalState, backgroundRefresh
  case audioRoute, accessory
}

/// A property of the app's process or of the device, read by `property`.
package enum LinkProperty: String, Sendable, CaseIterable {
  case applicationState, backgroundTimeRemaining, backgroundRefreshStatus, isProtectedDataAvailable
  case isIdleTimerDisabled
  case isBatteryMonitoringEnabled, batteryLevel, batteryState, isLowPowerModeEnabled, thermalState
  case identifierForVendor, systemVersion
  case reachability, networkName, notificationStatus, notificationOptions
  case motionAuthorization, motionAvailability, pedometerAvailability, altimeterAvailability
  case directoryPath
}

/// A property of a location manager, read by `locationProperty`.
package enum LinkLocationProperty: String, Sendable, CaseIterable {
  case authorizationStatus, accuracyAuthorization, locationServicesEnabled
  case desiredAccuracy, distanceFilter, activityType, pausesLocationUpdatesAutomatically
  case allowsBackgroundLocationUpdates, showsBackgroundLocationIndicator
  case location, heading, headingFilter, monitoredRegions
  case significantLocationChangeAvailability, visitAvailability, regionAvailability
  case headingAvailability, sessionsAvailability
}

/// The version of the protocol. It grows with every change that an older app would not understand.
package let linkProtocolVersion: Int64 = 1

extension LinkObject {
  /// The line `hello` of an app that speaks the present version.
  package static let hello = LinkObject([
    "call": .text(LinkCall.hello.rawValue), "protocol": .whole(linkProtocolVersion),
  ])
}
