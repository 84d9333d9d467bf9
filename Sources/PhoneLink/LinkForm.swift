/// The members, the result and the meaning of a message, for the page of the protocol.
package struct LinkForm: Sendable {
  /// The members in the words of the page, such as "`manager`, `region`"; empty for none.
  package var members: String
  /// The result in the words of the page; nil for a call without one.
  package var result: String?
  package var meaning: String

  init(_ meaning: String, _ members: String = "", result: String? = nil) {
    self.meaning = meaning
    self.members = members
    self.result = result
  }
}

extension LinkCall {
  package var form: LinkForm {
    switch service {
    case .link, .judgement: linkForm
    case .location: locationForm
    case .monitor: monitorForm
    case .process, .tasks, .data, .network: serviceForm
    case .notifications, .motion, .car: deviceForm
    }
  }

  private var linkForm: LinkForm {
    switch self {
    case .done:
      LinkForm(
        "The app has handled the event, and needs time to pass until the uptime `next`",
        "`next`: an uptime or null; `held`: true while events wait for the app's main thread")
    case .refuse: LinkForm("The app cannot be simulated; the run ends", "`reason`")
    case .hello:
      LinkForm(
        "The app's first line; without it, the app speaks version 1", "`protocol`: the version")
    case .recordsByCall: LinkForm("From now on, only `keep` records positions")
    case .keep: LinkForm("The app has recorded a position", "`location`")
    case .drop: LinkForm("The app has received a position and discarded it", "`location`")
    default: LinkForm("Writes a line into the explanation of the run", "`text`")
    }
  }

  private var locationForm: LinkForm {
    let manager = "`manager`"
    return switch self {
    case .makeLocationManager: LinkForm("Makes a manager", result: "its number")
    case .locationProperty:
      LinkForm("Reads a property", "`manager`, `name`: see below", result: "the value")
    case .setLocationProperty: LinkForm("Sets a property", "`manager`, `name`, `value`")
    case .requestTemporaryFullAccuracyAuthorization:
      LinkForm("Asks for full accuracy", "`manager`, `purpose`: the key in the Info.plist")
    case .startMonitoring: LinkForm("Monitors a region", "`manager`, `region`")
    case .stopMonitoring: LinkForm("Ends the monitoring of a region", "`manager`, `region`")
    case .requestState:
      LinkForm("Asks for the state of a region; `regionState` answers", "`manager`, `region`")
    case .beginSession:
      LinkForm(
        "Begins live updates, a service session or a background activity session",
        "`manager`, `kind`: `liveUpdates` with `configuration`, `service` with `requires`, or"
          + " `backgroundActivity`", result: "the session's number, or null")
    case .endSession: LinkForm("Ends a session", "`manager`, `session`")
    default: LinkForm("As the method of `CLLocationManager` with this name", manager)
    }
  }

  private var monitorForm: LinkForm {
    switch self {
    case .makeMonitor: LinkForm("Opens a condition monitor", "`name`", result: "its number")
    case .addCondition:
      LinkForm(
        "Adds a circle", "`monitor`, `identifier`, `latitude`, `longitude`, `radius`, `assuming`")
    case .removeCondition: LinkForm("Removes a condition", "`monitor`, `identifier`")
    case .monitoringRecord:
      LinkForm(
        "Reads a condition and its last event", "`monitor`, `identifier`",
        result: "the record, or null")
    default: LinkForm("Lists the conditions", "`monitor`", result: "a list of identifiers")
    }
  }

  private var serviceForm: LinkForm {
    switch self {
    case .property: LinkForm("Reads a property of app or device", "`name`", result: "the value")
    case .setProperty: LinkForm("Sets a property that is a flag", "`name`, `value`")
    case .beginBackgroundTask:
      LinkForm(
        "Asks for time in the background", "`name`",
        result: "`task` for `backgroundTaskExpired`, and `token`; or null")
    case .endBackgroundTask: LinkForm("Ends the time in the background", "`token`")
    case .registerTask:
      LinkForm("Registers a scheduled task", "`identifier`", result: "true, or false if refused")
    case .submitTask:
      LinkForm(
        "Submits a request",
        "`request`: `identifier`, `kind` (`refresh`, `processing`), `earliestBegin`, `network`,"
          + " `power`", result: "null, or the error's name")
    case .cancelTask: LinkForm("Cancels a request", "`identifier`")
    case .cancelAllTasks: LinkForm("Cancels all requests")
    case .pendingTasks: LinkForm("Lists the requests", result: "a list of requests")
    case .completeTask: LinkForm("The work of a task is done", "`task`, `success`")
    case .value, .secret:
      LinkForm("Reads stored data; it survives the process", "`key`", result: "a text or null")
    case .setValue: LinkForm("Stores a text; null removes it", "`key`, `value`")
    case .setSecret:
      LinkForm(
        "Stores a text in the keychain", "`key`, `value`, `accessible`", result: "true if stored")
    case .send:
      LinkForm(
        "Sends a request; `response` answers",
        "`id`, `request`: `method`, `url`, `headers`, `body` in base64, `timeout`")
    case .startReachability, .stopReachability:
      LinkForm("Starts or stops the event `reachability`")
    case .cancelUpload: LinkForm("Cancels an upload, without an answer", "`identifier`")
    default:
      LinkForm(
        "Hands an upload to the system; `transfer` answers. An app that does not run is launched"
          + " when all uploads of a session are done",
        "`identifier`, `session` (else the identifier), `request` as of `send`,"
          + " `discretionary`")
    }
  }

  private var deviceForm: LinkForm {
    switch self {
    case .requestNotifications:
      LinkForm("Asks for the permission; `notificationsAnswer` answers", "`id`, `options`")
    case .addNotification:
      LinkForm(
        "Schedules a notification",
        "`notification`: `identifier`, `title`, `body`, and `after` or `region`")
    case .removeNotifications: LinkForm("Removes notifications", "`identifiers`")
    case .pendingNotifications: LinkForm("Lists the notifications", result: "a list")
    case .completeEvent:
      LinkForm("The work of an event with a completion is done", "`id` of the event")
    case .queryActivity: LinkForm("`activities` answers", "`id`, `start`, `end`")
    case .queryPedometer: LinkForm("`steps` answers", "`id`, `start`, `end`")
    case .startPedometer: LinkForm("Starts reports by `pedometer`", "`start`")
    case .reverseGeocode: LinkForm("`place` answers", "`id`, `latitude`, `longitude`")
    case .audioOutputs:
      LinkForm("Lists the audio outputs", result: "a list with `kind` and `name`")
    case .connectAccessory, .cancelAccessory:
      LinkForm("Connects a Bluetooth accessory, or cancels that", "`name`")
    case .connectedAccessories: LinkForm("Lists the accessories", result: "a list of names")
    default: LinkForm("Starts or stops the reports of the service in the name")
    }
  }
}

extension LinkEvent {
  package var form: LinkForm {
    switch self {
    case .launch:
      LinkForm(
        "The process starts",
        "`protocol`: the version, `reason`, `background`, `settings`, `sceneDelegate`: the class"
          + " that the Info.plist names, or null"
      )
    case .time: LinkForm("The uptime of `next` has come")
    case .foreground, .active, .inactive, .background, .terminate:
      LinkForm("The app's state changes, as in `UIApplicationDelegate`")
    case .remoteNotification: LinkForm("A push, until `completeEvent`", "`id`, `payload`")
    case .transferEvents:
      LinkForm("Uploads have ended, until `completeEvent`", "`id`, `identifier` of the session")
    case .act: LinkForm("The person does something in the app", "`name`, `parameters`")
    case .locations: LinkForm("Positions", "`manager`, `locations`")
    case .liveUpdate: LinkForm("A live update", "`manager`, `location` or null, `stationary`")
    case .visit: LinkForm("A visit", "`manager`, `visit`")
    case .regionEntry, .regionExit: LinkForm("A region's border is crossed", "`manager`, `region`")
    case .regionState: LinkForm("The answer to `requestState`", "`manager`, `region`, `state`")
    case .locationFailure, .regionFailure:
      LinkForm("As the delegate's method", "`manager`, `error`, `region` if one")
    case .authorization: LinkForm("The permission", "`manager`, `status`, `accuracy`")
    case .paused, .resumed: LinkForm("Updates pause or resume", "`manager`")
    case .heading: LinkForm("A heading", "`manager`, `heading`")
    case .condition: LinkForm("A condition changes", "`monitor`, `identifier`, `state`, `time`")
    case .backgroundTaskExpired: LinkForm("The time in the background ends", "`task`")
    case .task: LinkForm("The system runs a scheduled task", "`task`, `identifier`")
    case .taskExpired: LinkForm("The time of a task ends", "`task`")
    case .response:
      LinkForm("The answer to `send`", "`id`, `status`, `headers`, `body`; or `error`")
    case .transfer: LinkForm("An upload has ended", "`identifier`, and as `response`")
    case .reachability: LinkForm("The property `reachability` has another value")
    case .notificationsAnswer: LinkForm("The person's answer", "`id`, `granted`")
    case .notificationResponse: LinkForm("The person acts on one", "`identifier`, `action`")
    case .pushToken, .voipToken: LinkForm("The device's token", "`token`")
    case .voipPush: LinkForm("A push of a call", "`payload`")
    case .activity: LinkForm("A state of motion", "`activity`")
    case .activities, .steps: LinkForm("The answer to a query", "`id`, `data` or `error`")
    case .pedometer: LinkForm("Steps since the start", "`data`")
    case .altitude: LinkForm("A relative altitude", "`meters`, `kilopascals`, `time`")
    case .place: LinkForm("The answer to `reverseGeocode`", "`id`, `place` or null")
    case .power: LinkForm("Battery, charger or low-power mode have changed")
    case .thermalState, .backgroundRefresh:
      LinkForm("The property `thermalState` or `backgroundRefreshStatus` has another value")
    case .audioRoute: LinkForm("The audio outputs have changed")
    case .accessory: LinkForm("An accessory connects or goes", "`name`, `connected`")
    }
  }
}
