// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AppleProcess
@_exported import Foundation
import PhoneAPI

#if canImport(Glibc)
  @_exported import Glibc
#endif

/// The ways in which a host can be reached.
public struct SCNetworkReachabilityFlags: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static let transientConnection = SCNetworkReachabilityFlags(rawValue: 1 << 0)
  public static let reachable = SCNetworkReachabilityFlags(rawValue: 1 << 1)
  public static let connectionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 2)
  public static let connectionOnTraffic = SCNetworkReachabilityFlags(rawValue: 1 << 3)
  public static let interventionRequired = SCNetworkReachabilityFlags(rawValue: 1 << 4)
  public static let connectionOnDemand = SCNetworkReachabilityFlags(rawValue: 1 << 5)
  public static let isLocalAddress = SCNetworkReachabilityFlags(rawValue: 1 << 16)
  public static let isDirect = SCNetworkReachabilityFlags(rawValue: 1 << 17)
  public static let isWWAN = SCNetworkReachabilityFlags(rawValue: 1 << 18)

  init(_ reachability: Reachability) {
    switch reachability {
    case .none: self = []
    case .wifi: self = .reachable
    case .cellular: self = [.reachable, .isWWAN]
    }
  }
}

/// Stand-in: a function of Swift, where Apple's is one of C. A closure that captures nothing fits
/// both.
public typealias SCNetworkReachabilityCallBack = (
  SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?
) -> Void

/// The value that a callback gets, and the functions that count its uses.
public struct SCNetworkReachabilityContext {
  public var version: Int
  public var info: UnsafeMutableRawPointer?
  public var retain: ((UnsafeRawPointer) -> UnsafeRawPointer)?
  public var release: ((UnsafeRawPointer) -> Void)?
  /// Never called: Apple's framework calls it for its own log alone.
  public var copyDescription: ((UnsafeRawPointer) -> Unmanaged<NSString>)?

  public init(
    version: Int, info: UnsafeMutableRawPointer?,
    retain: ((UnsafeRawPointer) -> UnsafeRawPointer)?, release: ((UnsafeRawPointer) -> Void)?,
    copyDescription: ((UnsafeRawPointer) -> Unmanaged<NSString>)?
  ) {
    self.version = version
    self.info = info
    self.retain = retain
    self.release = release
    self.copyDescription = copyDescription
  }
}

/// The reachability of a host.
///
/// Stand-in: every host is as reachable as the network. The flags come from the kind of network
/// alone.
public final class SCNetworkReachability: @unchecked Sendable {
  private var callback: SCNetworkReachabilityCallBack?
  private var context: SCNetworkReachabilityContext?
  private var queue: DispatchQueue?
  private let watch = NetworkWatch.current
  private var listener: Int?
  private var reported: SCNetworkReachabilityFlags?

  fileprivate init() {}

  deinit {
    set(queue: nil)
    set(nil, nil)
  }

  fileprivate var flags: SCNetworkReachabilityFlags {
    SCNetworkReachabilityFlags(watch.reachability)
  }

  fileprivate func set(
    _ callback: SCNetworkReachabilityCallBack?, _ context: SCNetworkReachabilityContext?
  ) {
    var context = context
    if let info = context?.info, let retain = context?.retain {
      context?.info = UnsafeMutableRawPointer(mutating: retain(info))
    }
    if let old = self.context, let info = old.info { old.release?(info) }
    self.callback = callback
    self.context = context
  }

  fileprivate func set(queue: DispatchQueue?) {
    if let listener { watch.stop(listener) }
    listener = nil
    self.queue = queue
    guard queue != nil else { return }
    // Apple's first call comes with the first change, since the app can read the present flags.
    reported = flags
    listener = watch.listen { [weak self] in self?.report() }
  }

  private func report() {
    let flags = flags
    guard let queue, flags != reported else { return }
    reported = flags
    queue.async { [weak self] in
      guard let self, listener != nil else { return }
      callback?(self, flags, context?.info)
    }
  }
}

public func SCNetworkReachabilityCreateWithName(
  _ allocator: CFAllocator?, _ nodename: UnsafePointer<CChar>
) -> SCNetworkReachability? { SCNetworkReachability() }

public func SCNetworkReachabilityCreateWithAddress(
  _ allocator: CFAllocator?, _ address: UnsafePointer<sockaddr>
) -> SCNetworkReachability? { SCNetworkReachability() }

@discardableResult
public func SCNetworkReachabilityGetFlags(
  _ target: SCNetworkReachability, _ flags: UnsafeMutablePointer<SCNetworkReachabilityFlags>
) -> Bool {
  flags.pointee = target.flags
  return true
}

@discardableResult
public func SCNetworkReachabilitySetCallback(
  _ target: SCNetworkReachability, _ callout: SCNetworkReachabilityCallBack?,
  _ context: UnsafeMutablePointer<SCNetworkReachabilityContext>?
) -> Bool {
  target.set(callout, context?.pointee)
  return true
}

@discardableResult
public func SCNetworkReachabilitySetDispatchQueue(
  _ target: SCNetworkReachability, _ queue: DispatchQueue?
) -> Bool {
  target.set(queue: queue)
  return true
}

/// An allocator of memory, which apps name where they create objects of frameworks in C. There is
/// none but the default.
public final class CFAllocator: Sendable {
  private init() {}
}

public let kCFAllocatorDefault: CFAllocator? = nil

#if canImport(Glibc)
  extension sockaddr_in {
    /// The length of the address. Linux keeps none, and every address of this type has the same.
    public var sin_len: UInt8 {
      get { UInt8(MemoryLayout<sockaddr_in>.size) }
      set {}
    }
  }
#endif
