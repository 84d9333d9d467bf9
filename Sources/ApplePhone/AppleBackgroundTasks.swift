#if os(iOS) || os(Linux)
  import BackgroundTasks
  import Foundation
  import PhoneAPI
  import Timekeeping

  /// The scheduled background tasks of an iOS app.
  final class AppleBackgroundTasks: BackgroundTaskScheduler {
    private var scheduler: BGTaskScheduler { .shared }

    func register(
      identifier: String, launchHandler: @escaping (any BackgroundTask) -> Void
    ) -> Bool {
      nonisolated(unsafe) let launchHandler = launchHandler
      return scheduler.register(forTaskWithIdentifier: identifier, using: .main) { task in
        launchHandler(AppleBackgroundTask(task))
      }
    }

    func submit(_ request: BackgroundTaskRequest) throws(BackgroundTaskError) {
      do { try scheduler.submit(request.request) } catch { throw BackgroundTaskError(error) }
    }

    func cancel(identifier: String) { scheduler.cancel(taskRequestWithIdentifier: identifier) }
    func cancelAll() { scheduler.cancelAllTaskRequests() }

    var pendingRequests: [BackgroundTaskRequest] {
      answer { done in
        scheduler.getPendingTaskRequests { done($0.map(BackgroundTaskRequest.init)) }
      } ?? []
    }
  }

  /// A task that the system has launched.
  final class AppleBackgroundTask: BackgroundTask {
    private let task: BGTask
    init(_ task: BGTask) { self.task = task }

    var identifier: String { task.identifier }
    var expirationHandler: (() -> Void)? {
      get { task.expirationHandler }
      set { task.expirationHandler = newValue }
    }
    func setTaskCompleted(success: Bool) { task.setTaskCompleted(success: success) }
  }

  extension BackgroundTaskRequest {
    fileprivate init(_ request: BGTaskRequest) {
      let processing = request as? BGProcessingTaskRequest
      self.init(
        identifier: request.identifier, kind: processing == nil ? .refresh : .processing,
        earliestBegin: request.earliestBeginDate.map { Instant($0) },
        requiresNetworkConnectivity: processing?.requiresNetworkConnectivity ?? false,
        requiresExternalPower: processing?.requiresExternalPower ?? false)
    }

    fileprivate var request: BGTaskRequest {
      let request: BGTaskRequest
      switch kind {
      case .refresh: request = BGAppRefreshTaskRequest(identifier: identifier)
      case .processing:
        let processing = BGProcessingTaskRequest(identifier: identifier)
        processing.requiresNetworkConnectivity = requiresNetworkConnectivity
        processing.requiresExternalPower = requiresExternalPower
        request = processing
      }
      request.earliestBeginDate = earliestBegin.map { Date($0) }
      return request
    }
  }

  extension BackgroundTaskError {
    fileprivate init(_ error: any Error) {
      switch (error as? BGTaskScheduler.Error)?.code {
      case .tooManyPendingTaskRequests: self = .tooManyPendingTaskRequests
      case .notPermitted: self = .notPermitted
      default: self = .unavailable
      }
    }
  }
#endif
