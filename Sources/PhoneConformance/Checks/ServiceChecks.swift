import PhoneAPI
import Text
import Timekeeping

extension ConformanceCheck {
  static let network: [ConformanceCheck] = [
    ConformanceCheck("Every request is answered or fails, once, through the queue") { trial in
      trial.open { app, _ in
        for url in ["https://localhost/a", "not a url", ""] {
          app.services.http.send(HTTPRequest(method: "GET", url: url)) { _ in
            trial.receive("answered \(url)")
          }
        }
      }
      trial.phone.run(for: .minutes(3))
      for url in ["https://localhost/a", "not a url", ""] {
        let count = trial.count("answered \(url)")
        trial.expect(count == 1, "“\(url)” ended \(count) times")
      }
    },
    ConformanceCheck("The geocoder answers each query once, or reports to be unavailable") {
      trial in
      trial.open { app, _ in
        guard app.services.geocoder.availability.isAvailable else { return }
        app.services.geocoder.reverseGeocode(.init(latitude: 45, longitude: 8)) { _ in
          trial.receive("named")
        }
      }
      trial.phone.run(for: .minutes(2))
      let isAvailable = trial.app?.services.geocoder.availability.isAvailable == true
      trial.expect(trial.count("named") == (isAvailable ? 1 : 0), "\(trial.count("named")) answers")
    },
  ]

  static let tasks: [ConformanceCheck] = [
    ConformanceCheck("An undeclared identifier is refused") { trial in
      trial.open { app, _ in
        let isTaken = app.services.backgroundTasks.register(identifier: "undeclared") { _ in }
        trial.expect(!isTaken, "it was registered")
        do throws(BackgroundTaskError) {
          try app.services.backgroundTasks.submit(
            BackgroundTaskRequest(identifier: "undeclared", kind: .refresh))
          trial.expect(false, "it was accepted")
        } catch {
          trial.expect(error != .tooManyPendingTaskRequests, "it was counted: \(error)")
        }
      }
    },
    ConformanceCheck("A request replaces the pending one of its identifier; canceling removes it") {
      trial in
      trial.open { app, _ in
        let tasks = app.services.backgroundTasks
        var request = BackgroundTaskRequest(identifier: "refresh", kind: .refresh)
        guard (try? tasks.submit(request)) != nil else { return }
        request.earliestBegin = app.services.clock.now + .hours(1)
        do throws(BackgroundTaskError) { try tasks.submit(request) } catch {
          trial.expect(false, "the second was refused: \(error)")
        }
        trial.expect(tasks.pendingRequests == [request], "pending: \(tasks.pendingRequests)")
        tasks.cancel(identifier: "refresh")
        trial.expect(tasks.pendingRequests.isEmpty, "a canceled request is pending")
      }
    },
    ConformanceCheck("More than one refresh, or ten processing requests, are too many") { trial in
      trial.open { app, _ in
        let tasks = app.services.backgroundTasks
        func submit(_ identifier: String, _ kind: BackgroundTaskRequest.Kind)
          -> BackgroundTaskError?
        {
          do throws(BackgroundTaskError) {
            try tasks.submit(BackgroundTaskRequest(identifier: identifier, kind: kind))
            return nil
          } catch { return error }
        }
        if submit("refresh", .refresh) == nil {
          trial.expect(
            submit("other", .refresh) == .tooManyPendingTaskRequests, "two refreshes are pending")
        }
        let answers = (0..<11).map { submit("processing-\($0)", .processing) }
        if answers[0] == nil {
          trial.expect(
            answers.prefix(10).allSatisfy { $0 == nil }
              && answers[10] == .tooManyPendingTaskRequests, "eleven gave \(answers)")
        }
        tasks.cancelAll()
        trial.expect(tasks.pendingRequests.isEmpty, "requests remain after canceling all")
      }
    },
  ]

  static let notifications: [ConformanceCheck] = [
    ConformanceCheck("A notification replaces the pending one of its identifier; 64 are kept") {
      trial in
      trial.open()
      guard let center = trial.app?.services.notifications, center.availability.isAvailable else {
        return
      }
      func notification(_ identifier: String, _ title: String) -> LocalNotification {
        LocalNotification(identifier: identifier, title: title, trigger: .after(.days(2)))
      }
      center.add(notification("a", "first"))
      center.add(notification("a", "second"))
      trial.expect(
        center.pending.map(\.title) == ["second"], "pending: \(center.pending.map(\.title))")
      for number in 0..<70 { center.add(notification("\(number)", "n")) }
      trial.expect(center.pending.count == 64, "\(center.pending.count) are pending")
      center.removePending(identifiers: center.pending.map(\.identifier))
      trial.expect(center.pending.isEmpty, "removed notifications are pending")
    },
    ConformanceCheck("A request for permission to notify is answered once, through the queue") {
      trial in
      trial.open { app, _ in
        guard app.services.notifications.availability.isAvailable else { return }
        app.services.notifications.requestAuthorization([.alert]) { _ in trial.receive("answered") }
      }
      trial.phone.run(for: .minutes(5))
      let isAvailable = trial.app?.services.notifications.availability.isAvailable == true
      trial.expect(trial.count("answered") <= 1, "answered \(trial.count("answered")) times")
      trial.expect(isAvailable || trial.count("answered") == 0, "an unavailable service answered")
    },
  ]

  static let motion: [ConformanceCheck] = [
    ConformanceCheck("Motion history is in order, within the interval asked for, answered once") {
      trial in
      trial.open()
      guard let services = trial.app?.services, services.motionActivity.availability.isAvailable
      else {
        return
      }
      trial.phone.run(for: .minutes(20))
      let (start, end) = (services.clock.now - .minutes(15), services.clock.now)
      services.motionActivity.queryActivity(from: start, to: end) { result in
        trial.receive("history") {
          guard case .success(let activities) = result else { return }
          let starts = activities.map(\.start)
          trial.expect(starts == starts.sorted(), "history is out of order")
          trial.expect(starts.allSatisfy { $0 <= end }, "history after the end asked for")
        }
      }
      trial.phone.run(for: .minutes(1))
      trial.expect(trial.count("history") == 1, "answered \(trial.count("history")) times")
    },
    ConformanceCheck("Steps are never negative, and their interval is the one asked for") { trial in
      trial.open()
      guard let services = trial.app?.services, services.pedometer.availability.isAvailable else {
        return
      }
      trial.phone.run(for: .minutes(20))
      let (start, end) = (services.clock.now - .minutes(15), services.clock.now)
      services.pedometer.queryPedometerData(from: start, to: end) { result in
        trial.receive("steps") {
          guard case .success(let data) = result else { return }
          trial.expect(data.steps >= 0, "\(data.steps) steps")
          trial.expect(data.start == start && data.end == end, "the interval is another one")
        }
      }
      trial.phone.run(for: .minutes(1))
      trial.expect(trial.count("steps") == 1, "answered \(trial.count("steps")) times")
    },
  ]
}
