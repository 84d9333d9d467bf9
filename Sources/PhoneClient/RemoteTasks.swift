import PhoneAPI
import PhoneLink
import Timekeeping

/// The scheduled background tasks over the link.
final class RemoteTasks: BackgroundTaskScheduler {
  private let connection: PhoneConnection
  private var handlers: [String: (any BackgroundTask) -> Void] = [:]
  private var running: [Int64: RemoteTask] = [:]

  init(_ connection: PhoneConnection) { self.connection = connection }

  func register(
    identifier: String, launchHandler: @escaping (any BackgroundTask) -> Void
  ) -> Bool {
    guard connection.call(.registerTask, ["identifier": .text(identifier)]).flag == true
    else { return false }
    handlers[identifier] = launchHandler
    return true
  }

  func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskError) {
    switch connection.call(.submitTask, ["request": .object(LinkObject(request))]).text {
    case nil: return
    case "tooManyPendingTaskRequests": throw .tooManyPendingTaskRequests
    case "notPermitted": throw .notPermitted
    default: throw .unavailable
    }
  }

  func cancel(identifier: String) {
    connection.call(.cancelTask, ["identifier": .text(identifier)])
  }
  func cancelAll() { connection.call(.cancelAllTasks) }
  var pendingRequests: [BackgroundTaskRequest] {
    (connection.call(.pendingTasks).list ?? []).compactMap { $0.object?.taskRequest }
  }

  func launched(_ event: LinkObject) {
    guard let number = event["task"].whole, let identifier = event["identifier"].text else {
      return
    }
    let task = RemoteTask(number, identifier, connection) { [weak self] in
      self?.running[number] = nil
    }
    running[number] = task
    handlers[identifier]?(task)
  }

  func expired(_ event: LinkObject) {
    guard let number = event["task"].whole else { return }
    running[number]?.expirationHandler?()
  }
}

/// A background task that the phone has launched.
final class RemoteTask: BackgroundTask {
  let identifier: String
  var expirationHandler: (() -> Void)?
  private let number: Int64
  private let connection: PhoneConnection
  private let onEnd: () -> Void

  init(
    _ number: Int64, _ identifier: String, _ connection: PhoneConnection,
    onEnd: @escaping () -> Void
  ) {
    self.number = number
    self.identifier = identifier
    self.connection = connection
    self.onEnd = onEnd
  }

  func setTaskCompleted(success: Bool) {
    connection.call(.completeTask, ["task": .whole(number), "success": .flag(success)])
    onEnd()
  }
}
