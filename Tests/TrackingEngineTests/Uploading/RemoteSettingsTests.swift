import PhoneAPI
import Testing
import Timekeeping

@testable import TrackingEngine

@Suite("Settings by the server's answer")
struct RemoteSettingsTests {
  private func rig(_ change: (inout TrackerSettings) -> Void = { _ in }) throws -> (Rig, Tracker) {
    let rig = Rig(.overland(change))
    rig.launch()
    return (rig, try #require(rig.tracker))
  }

  /// Sends a batch of one record, answered with these settings.
  private func send(_ rig: Rig, set: String) {
    rig.deliver(rig.fix())
    rig.phone.web.answer(#"{"result":"ok","set":\#(set)}"#)
  }

  @Test("Every documented key takes effect, and after a kill")
  func everyKey() throws {
    let (rig, tracker) = try rig()
    send(
      rig,
      set: """
        {"send_interval":"10m","trip_mode":"gondola",
         "main":{"tracking_mode":"both","visit_tracking":true,"desired_accuracy":"nav",
          "activity_type":"air","background_indicator":true,"pause_automatically":true,
          "logging_mode":"latest","batch_size":500,"resume_with_geofence":"1km",
          "min_distance":"50m","min_time":"30s"},
         "trip":{"desired_accuracy":"10m","activity_type":"car","background_indicator":false,
          "prevent_screen_lock":true,"logging_mode":"owntracks","batch_size":50,
          "min_distance":"1m","min_time":"5m"}}
        """)
    var expected = rig.configuration.settings
    expected.sendInterval = .minutes(10)
    expected.trip.mode = .gondola
    expected.trackingMode = .both
    expected.visitTracking = true
    expected.desiredAccuracy = .bestForNavigation
    expected.activityType = .airborne
    expected.showsBackgroundIndicator = true
    expected.pausesAutomatically = true
    expected.loggingMode = .latest
    expected.pointsPerBatch = 500
    expected.resumeGeofenceRadiusMeters = 1000
    expected.minimumDistanceMeters = 50
    expected.minimumInterval = .seconds(30 as Int64)
    expected.trip.desiredAccuracy = .nearestTenMeters
    expected.trip.activityType = .automotiveNavigation
    expected.trip.showsBackgroundIndicator = false
    expected.trip.preventsScreenLock = true
    expected.trip.loggingMode = .ownTracks
    expected.trip.pointsPerBatch = 50
    expected.trip.minimumDistanceMeters = 1
    expected.trip.minimumInterval = .minutes(5)
    #expect(tracker.settings == expected)
    #expect(rig.phone.location.desiredAccuracy == .bestForNavigation)
    #expect(rig.system.takeCalls().suffix(4).contains("startSignificant"))
    rig.kill()
    rig.launch()
    #expect(rig.tracker?.settings == expected)
  }

  @Test(
    "Every documented word is known",
    arguments: [
      ("send_interval", "1s 5s 10s 15s 30s 1m 2m 5m 10m 30m off"),
      (
        "trip_mode",
        "walk run bicycle car taxi bus tram train metro gondola monorail sleigh plane boat scooter"
      ),
      ("main.tracking_mode", "off standard significant both"),
      ("main.desired_accuracy", "nav best 10m 100m 1km 3km"),
      ("main.activity_type", "other car fitness nav air"),
      ("main.logging_mode", "all latest owntracks"),
      ("main.resume_with_geofence", "off 100m 200m 500m 1km 2km"),
      ("main.min_distance", "off 1m 10m 50m 100m 500m"),
      ("main.min_time", "1s 5s 10s 30s 1m 5m"),
      ("trip.desired_accuracy", "nav best 10m 100m 1km 3km"),
      ("trip.activity_type", "other car fitness nav air"),
      ("trip.logging_mode", "all latest owntracks"),
      ("trip.min_distance", "off 1m 10m 50m 100m 500m"),
      ("trip.min_time", "1s 5s 10s 30s 1m 5m"),
    ])
  func words(_ given: (name: String, words: String)) throws {
    let setting = try #require(RemoteSetting.all[given.name])
    var values: Set<TrackerSettings> = []
    let words = given.words.split(separator: " ")
    for word in words {
      var settings = TrackerSettings()
      #expect(setting.assign(.string(String(word)), &settings), "\(word)")
      values.insert(settings)
    }
    #expect(values.count == words.count)
    var settings = TrackerSettings()
    #expect(!setting.assign(.string("7m"), &settings) && settings == TrackerSettings())
    #expect(!setting.assign(.number(1), &settings) && settings == TrackerSettings())
  }

  /// Returns the number before the unit, in meters or seconds; nil for `off`.
  private func figure(_ word: Substring, _ units: [String: Double]) -> Double? {
    let digits = word.prefix(while: \.isNumber)
    guard let number = Double(digits), let unit = units[String(word.dropFirst(digits.count))]
    else { return nil }
    return number * unit
  }

  @Test("A word of a distance stands for its meters")
  func distances() throws {
    let meters: [(name: String, words: String, read: (TrackerSettings) -> Double?)] = [
      ("main.resume_with_geofence", "off 100m 200m 500m 1km 2km", \.resumeGeofenceRadiusMeters),
      ("main.min_distance", "off 1m 10m 50m 100m 500m", \.minimumDistanceMeters),
      ("trip.min_distance", "off 1m 10m 50m 100m 500m", \.trip.minimumDistanceMeters),
    ]
    for (name, words, read) in meters {
      for word in words.split(separator: " ") {
        var settings = TrackerSettings()
        #expect(try #require(RemoteSetting.all[name]).assign(.string(String(word)), &settings))
        #expect(read(settings) == figure(word, ["m": 1, "km": 1000]), "\(name) \(word)")
      }
    }
  }

  @Test("A word of a time stands for its seconds")
  func times() throws {
    let seconds: [(name: String, words: String, read: (TrackerSettings) -> Double?)] = [
      ("send_interval", "1s 5s 10s 15s 30s 1m 2m 5m 10m 30m off", { $0.sendInterval?.seconds }),
      ("main.min_time", "1s 5s 10s 30s 1m 5m", { $0.minimumInterval.seconds }),
      ("trip.min_time", "1s 5s 10s 30s 1m 5m", { $0.trip.minimumInterval.seconds }),
    ]
    for (name, words, read) in seconds {
      for word in words.split(separator: " ") {
        var settings = TrackerSettings()
        #expect(try #require(RemoteSetting.all[name]).assign(.string(String(word)), &settings))
        // Rounds, since converting nanoseconds to seconds has an error in the last bit.
        let milliseconds = read(settings).map { ($0 * 1000).rounded() }
        #expect(
          milliseconds == figure(word, ["s": 1000, "m": 60_000]), "\(name) \(word)")
      }
    }
  }

  @Test("What is unknown or makes no sense is refused one by one and noted, the rest is done")
  func refusals() throws {
    let (rig, tracker) = try rig()
    send(
      rig,
      set: """
        {"send_interval":7,"color":"red","main":{"min_time":"2m","batch_size":51,
         "visit_tracking":"yes","pause_automatically":1,"min_distance":"10m"},
         "trip":{"pause_automatically":true,"batch_size":1000},"main.min_time":"30s"}
        """)
    var expected = rig.configuration.settings
    expected.minimumDistanceMeters = 10
    expected.trip.pointsPerBatch = 1000
    #expect(tracker.settings == expected)
    for refused in [
      "main·min_time to '30s'", "color to 'red'", "main.batch_size to 51.0",
      "main.min_time to '2m'",
      "main.pause_automatically to 1.0", "main.visit_tracking to 'yes'", "send_interval to 7.0",
      "trip.pause_automatically to true",
    ] {
      #expect(
        rig.system.notes.contains("overlandUpload: the server cannot set " + refused), "\(refused)")
    }
  }

  @Test("A wish that is no object changes nothing, and the batch is acknowledged all the same")
  func noObject() throws {
    for wish in ["5", "\"off\"", "[]", "null", #"{"main":3}"#] {
      let (rig, tracker) = try rig()
      send(rig, set: wish)
      #expect(tracker.settings == rig.configuration.settings)
      #expect(rig.store.queueLength == 0)
    }
  }

  @Test("An answer that acknowledges nothing sets nothing")
  func unacknowledged() throws {
    let (rig, tracker) = try rig()
    rig.deliver(rig.fix())
    rig.phone.web.answer(#"{"error":"no","set":{"main":{"min_distance":"50m"}}}"#)
    #expect(tracker.settings == rig.configuration.settings)
  }

  @Test("Sending that is set off is off; as shipped each call by the phone then sends")
  func sendingOff() throws {
    for isQuirk in [false, true] {
      let (rig, _) = try rig {
        $0.overland.setBugs = isQuirk
        $0.noSendTimer = isQuirk
      }
      send(rig, set: #"{"send_interval":"off"}"#)
      for _ in 0..<3 {
        rig.advance(seconds: 1)
        rig.deliver(rig.fix())
        rig.phone.web.answer()
      }
      #expect(rig.phone.web.requests.count == (isQuirk ? 4 : 1))
    }
  }

  @Test("As shipped a batch size has no effect")
  func batchSize() throws {
    let (rig, tracker) = try rig { $0.overland.setBugs = true }
    send(rig, set: #"{"main":{"batch_size":50,"min_distance":"1m"}}"#)
    #expect(tracker.settings.pointsPerBatch == 200)
    #expect(tracker.settings.minimumDistanceMeters == 1)
  }

  @Test("An interval of nothing does not try a failing server without rest")
  func noBusyLoop() throws {
    for isQuirk in [false, true] {
      let (rig, _) = try rig {
        $0.sendInterval = .zero
        $0.retryDelay = .seconds(5 as Int64)
        $0.fullIntervalRetry = isQuirk
      }
      rig.deliver(rig.fix())
      for _ in 0..<100 {
        rig.phone.web.answer(status: 500)
        rig.advance(seconds: 1)
      }
      // Requests go after 0, 5, 15, 35 and 75 s; as shipped, after a full five minutes.
      #expect(rig.phone.web.requests.count == (isQuirk ? 1 : 5))
    }
  }

  @Test("Tracking mode off locks the server out, unless visits are recorded and bring an answer")
  func lockOut() throws {
    for recordsVisits in [false, true] {
      let (rig, tracker) = try rig { $0.visitTracking = recordsVisits }
      send(rig, set: #"{"main":{"tracking_mode":"off"}}"#)
      #expect(rig.system.calls.contains("stopUpdating"))
      rig.advance(seconds: 3600)
      rig.deliver(rig.fix())
      tracker.locationManager(rig.phone.location, didVisit: .ofOrigin)
      rig.phone.web.answer(#"{"result":"ok","set":{"main":{"tracking_mode":"standard"}}}"#)
      #expect(rig.witness.records.count == (recordsVisits ? 2 : 1))
      #expect(tracker.settings.trackingMode == (recordsVisits ? .standard : .off))
    }
  }

  @Test("As shipped tracking mode off drops visits as well")
  func offDropsVisits() throws {
    let (rig, tracker) = try rig {
      $0.visitTracking = true
      $0.trackingMode = .off
      $0.overland.offDropsTrips = true
    }
    tracker.locationManager(rig.phone.location, didVisit: .ofOrigin)
    #expect(rig.witness.records.isEmpty)
  }

  @Test("The place's name that a server knows is kept")
  func placeName() throws {
    let (rig, _) = try rig()
    rig.deliver(rig.fix())
    rig.phone.web.answer(#"{"result":"ok","geocode":{"full_name":"Portland, Oregon"}}"#)
    #expect(rig.tracker?.placeName == "Portland, Oregon")
    rig.kill()
    rig.launch()
    #expect(rig.tracker?.placeName == "Portland, Oregon")
    send(rig, set: "{}")
    #expect(rig.tracker?.placeName == "Portland, Oregon")
  }
}

extension Visit {
  static var ofOrigin: Visit {
    Visit(
      coordinate: Rig.origin, horizontalAccuracyMeters: 30, arrival: .distantPast,
      departure: .distantFuture)
  }
}
