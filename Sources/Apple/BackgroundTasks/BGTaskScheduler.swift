import AppleProcess
@_exported import Foundation
import PhoneAPI
import Timekeeping

/// A request for a task that the system runs later.
open class BGTaskRequest: NSObject, @unchecked Sendable {
  public let identifier: String
  open var earliestBeginDate: Date?

  init(identifier: String) { self.identifier = identifier }

  fileprivate var request: BackgroundTaskRequest {
    BackgroundTaskRequest(
      identifier: identifier, kind: .refresh, earliestBegin: earliestBeginDate?.instant)
  }
}

open class BGAppRefreshTaskRequest: BGTaskRequest, @unchecked Sendable {
  public override init(identifier: String) { super.init(identifier: identifier) }
}

open class BGProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
  open var requiresNetworkConnectivity = false
  open var requiresExternalPower = false

  public override init(identifier: String) { super.init(identifier: identifier) }

  fileprivate override var request: BackgroundTaskRequest {
    BackgroundTaskRequest(
      identifier: identifier, kind: .processing, earliestBegin: earliestBeginDate?.instant,
      requiresNetworkConnectivity: requiresNetworkConnectivity,
      requiresExternalPower: requiresExternalPower)
  }
}

/// A task that the system has launched.
open class BGTask: NSObject, @unchecked Sendable {
  private let task: any BackgroundTask

  init(_ task: any BackgroundTask) { self.task = task }

  open var identifier: String { task.identifier }
  open var expirationHandler: (() -> Void)? {
    get { task.expirationHandler }
    set { task.expirationHandler = newValue }
  }
  open func setTaskCompleted(success: Bool) { task.setTaskCompleted(success: success) }
}

open class BGAppRefreshTask: BGTask, @unchecked Sendable {}
open class BGProcessingTask: BGTask, @unchecked Sendable {}

/// The scheduler of background tasks.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
  public struct Error: Swift.Error, CustomNSError, Sendable {
    public enum Code: Int, Sendable {
      case unavailable = 1
      case tooManyPendingTaskRequests, notPermitted
    }
    public let code: Code
    public static let errorDomain = "BGTaskSchedulerErrorDomain"
    public var errorCode: Int { code.rawValue }
  }

  open class var shared: BGTaskScheduler { CurrentPhone.single(BGTaskScheduler.init) }
  private var scheduler: any BackgroundTaskScheduler { CurrentPhone.phone.backgroundTasks }
  /// The kinds of submitted requests by identifier, from which the type of a launched task follows.
  private var processingIdentifiers: Set<String> = []

  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    scheduler.register(identifier: identifier) { task in
      let isProcessing =
        self.processingIdentifiers.contains(task.identifier)
        || self.scheduler.pendingRequests.contains {
          $0.identifier == task.identifier && $0.kind == .processing
        }
      launchHandler(isProcessing ? BGProcessingTask(task) : BGAppRefreshTask(task))
    }
  }

  open func submit(_ taskRequest: BGTaskRequest) throws {
    if taskRequest is BGProcessingTaskRequest {
      processingIdentifiers.insert(taskRequest.identifier)
    }
    do throws(BackgroundTaskError) { try scheduler.submit(taskRequest.request) } catch {
      switch error {
      case .tooManyPendingTaskRequests: throw Error(code: .tooManyPendingTaskRequests)
      case .notPermitted: throw Error(code: .notPermitted)
      case .unavailable: throw Error(code: .unavailable)
      }
    }
  }

  open func cancel(taskRequestWithIdentifier identifier: String) {
    scheduler.cancel(identifier: identifier)
  }
  open func cancelAllTaskRequests() { scheduler.cancelAll() }
  /// Reads the requests that wait. The answer comes at once, as from another queue.
  open func getPendingTaskRequests(
    completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void
  ) {
    completionHandler(scheduler.pendingRequests.map(BGTaskRequest.make))
  }
  open func pendingTaskRequests() async -> [BGTaskRequest] {
    scheduler.pendingRequests.map(BGTaskRequest.make)
  }
}

extension BGTaskRequest {
  fileprivate static func make(_ request: BackgroundTaskRequest) -> BGTaskRequest {
    let made: BGTaskRequest
    switch request.kind {
    case .refresh: made = BGAppRefreshTaskRequest(identifier: request.identifier)
    case .processing:
      let processing = BGProcessingTaskRequest(identifier: request.identifier)
      processing.requiresNetworkConnectivity = request.requiresNetworkConnectivity
      processing.requiresExternalPower = request.requiresExternalPower
      made = processing
    }
    made.earliestBeginDate = request.earliestBegin.map(Date.init)
    return made
  }
}
