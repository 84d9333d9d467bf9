import PhoneAPI
import Timekeeping

extension ConformanceCheck {
  static let location: [ConformanceCheck] = [
    ConformanceCheck("A second start changes nothing; stopping ends deliveries") { trial in
      trial.open { app, _ in
        app.manager.startUpdatingLocation()
        app.manager.startUpdatingLocation()
      }
      trial.phone.run(for: .minutes(5))
      guard let app = trial.app else { return }
      let stamps = app.fixes.map(\.timestamp)
      trial.expect(Set(stamps).count == stamps.count, "one fix was delivered twice")
      app.manager.stopUpdatingLocation()
      let count = app.fixes.count
      trial.phone.run(for: .minutes(5))
      trial.expect(app.fixes.count == count, "\(app.fixes.count - count) fixes after the stop")
    },
    ConformanceCheck(
      "Fixes are not from the future, arrive in the order of time, and have valid coordinates"
    ) {
      trial in
      trial.open { app, _ in app.manager.startUpdatingLocation() }
      trial.phone.run(for: .minutes(10))
      guard let app = trial.app else { return }
      for (earlier, later) in zip(app.fixes, app.fixes.dropFirst()) {
        trial.expect(earlier.timestamp <= later.timestamp, "a fix is older than the previous one")
      }
      for fix in app.fixes {
        trial.expect(fix.timestamp <= app.services.clock.now, "a fix from the future")
        trial.expect(
          abs(fix.coordinate.latitude) <= 90 && abs(fix.coordinate.longitude) <= 180,
          "a fix off the globe: \(fix.coordinate)")
        trial.expect(
          fix.courseDegrees == -1 || (0..<360).contains(fix.courseDegrees),
          "a course of \(fix.courseDegrees)°")
      }
    },
    ConformanceCheck("A one-shot request ends in one fix or one error, and delivers nothing more") {
      trial in
      trial.open { app, _ in app.manager.requestLocation() }
      trial.phone.run(for: .minutes(5))
      let ends = trial.received.count { $0 == "fix" || $0.hasPrefix("error") }
      // A phone that cannot determine its position may report an error, or nothing.
      let isOn = trial.app?.manager.locationServicesEnabled != false
      trial.expect(
        ends == 1 || !isOn && ends == 0, "the request ended \(ends) times: \(trial.received)")
    },
    ConformanceCheck("A manager without a delegate, or a released one, is harmless") { trial in
      trial.open { app, _ in
        app.manager.delegate = nil
        app.manager.startUpdatingLocation()
        app.manager.requestLocation()
        let other = app.services.makeLocationManager()
        other.startUpdatingLocation()
      }
      trial.phone.run(for: .minutes(2))
      trial.expect(trial.count("fix") == 0, "fixes reached a delegate that was removed")
    },
    ConformanceCheck("Background updates need the declared background mode") { trial in
      trial.install(AppManifest(name: "bare", usageDescriptions: [.locationWhenInUse])) { app, _ in
        app.manager.allowsBackgroundLocationUpdates = true
      }
      trial.phone.openApp()
      guard let manager = trial.app?.manager, manager.locationServicesEnabled else { return }
      trial.expect(!manager.allowsBackgroundLocationUpdates, "an undeclared mode was granted")
    },
    ConformanceCheck("Low-power services start and stop without an event, available or not") {
      trial in
      trial.open { app, _ in
        let manager = app.manager
        manager.startMonitoringSignificantLocationChanges()
        manager.startMonitoringVisits()
        manager.startUpdatingHeading()
        manager.stopMonitoringSignificantLocationChanges()
        manager.stopMonitoringVisits()
        manager.stopUpdatingHeading()
      }
      let before = trial.count("fix") + trial.count("visit") + trial.count("heading")
      trial.phone.run(for: .minutes(30))
      trial.expect(
        trial.count("fix") + trial.count("visit") + trial.count("heading") == before,
        "a stopped service still delivers")
    },
    ConformanceCheck("Ending a session that does not exist is harmless") { trial in
      trial.open { app, _ in
        app.manager.endSession(LocationSession(rawValue: 4_711))
        if let session = app.manager.beginBackgroundActivitySession() {
          app.manager.endSession(session)
          app.manager.endSession(session)
        }
      }
    },
  ]

  static let regions: [ConformanceCheck] = [
    ConformanceCheck("A region is listed until it is stopped; one identifier is one region") {
      trial in
      trial.open()
      guard let manager = trial.app?.manager, manager.regionMonitoringAvailability.isAvailable
      else {
        return
      }
      let small = CircularRegion(
        identifier: "a", center: .init(latitude: 45, longitude: 8), radiusMeters: 100)
      var large = small
      large.radiusMeters = 500
      manager.startMonitoring(small)
      manager.startMonitoring(large)
      trial.expect(manager.monitoredRegions == [large], "listed: \(manager.monitoredRegions)")
      manager.stopMonitoring(small)
      trial.expect(manager.monitoredRegions.isEmpty, "a stopped region is listed")
    },
    ConformanceCheck("The twenty-first region fails, and the first twenty remain") { trial in
      trial.open { app, _ in
        guard app.manager.regionMonitoringAvailability.isAvailable else { return }
        for number in 1...21 {
          app.manager.startMonitoring(
            CircularRegion(
              identifier: "\(number)", center: .init(latitude: 45, longitude: Double(number)),
              radiusMeters: 100))
        }
      }
      guard let manager = trial.app?.manager, manager.regionMonitoringAvailability.isAvailable
      else {
        return
      }
      trial.expect(manager.monitoredRegions.count == 20, "\(manager.monitoredRegions.count) listed")
      trial.expect(
        trial.count("monitoring failed 21") == 1, "no failure reported: \(trial.received)")
    },
    ConformanceCheck("Regions outlive the process") { trial in
      trial.open { app, _ in
        guard app.services.container.value(forKey: "armed") == nil else { return }
        app.services.container.set("yes", forKey: "armed")
        app.manager.startMonitoring(
          CircularRegion(
            identifier: "far", center: .init(latitude: -45, longitude: 8), radiusMeters: 100))
      }
      guard trial.app?.manager.regionMonitoringAvailability.isAvailable == true,
        trial.phone.killApp()
      else { return }
      trial.phone.openApp()
      trial.expect(
        trial.app?.manager.monitoredRegions.map(\.identifier) == ["far"], "the region was lost"
      )
    },
  ]
}
