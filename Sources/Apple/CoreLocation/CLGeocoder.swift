import AppleProcess
import Foundation
import PhoneAPI

/// The callback of a geocoder: the places that it found, or an error.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void

/// The service that finds places for coordinates, over the network.
open class CLGeocoder: NSObject, @unchecked Sendable {
  private var pending: [Int: CLGeocodeCompletionHandler] = [:]
  private var requestCount = 0

  /// Creates a geocoder.
  public override init() { super.init() }

  /// True while a request waits for its answer.
  open var isGeocoding: Bool { !pending.isEmpty }

  /// Finds the place at a location. Without a network, and after too many requests, the error is
  /// `network`.
  open func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let number = begin(completionHandler)
    CurrentPhone.phone.geocoder.reverseGeocode(location.value.coordinate) { [self] name in
      guard let name else { return fail(number, .network) }
      pending.removeValue(forKey: number)?([CLPlacemark(name: name, location: location)], nil)
    }
  }

  /// Finds the place at a location, with names in a language.
  ///
  /// Stand-in: the names of simulated places have no language.
  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { reverseGeocodeLocation(location, completionHandler: completionHandler) }

  /// Finds the place at a location.
  open func reverseGeocodeLocation(
    _ location: CLLocation, preferredLocale locale: Locale? = nil
  ) async throws -> [CLPlacemark] {
    try await withCheckedThrowingContinuation { continuation in
      reverseGeocodeLocation(location) { continuation.resume($0, $1) }
    }
  }

  /// Finds the position of an address.
  ///
  /// Stand-in: the simulated world has no addresses. The error is `geocodeFoundNoResult`, or
  /// `network` without a network.
  open func geocodeAddressString(
    _ address: String, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    let number = begin(completionHandler)
    let isOnline = CurrentPhone.phone.http.reachability != .none
    CurrentPhone.soon { [self] in
      fail(number, isOnline ? .geocodeFoundNoResult : .network)
    }
  }

  /// Finds the position of an address near a region.
  ///
  /// Stand-in: the simulated world has no addresses.
  open func geocodeAddressString(
    _ address: String, in region: CLRegion?,
    completionHandler: @escaping CLGeocodeCompletionHandler
  ) { geocodeAddressString(address, completionHandler: completionHandler) }

  /// Finds the position of an address.
  ///
  /// Stand-in: the simulated world has no addresses.
  open func geocodeAddressString(
    _ address: String, in region: CLRegion? = nil
  ) async throws -> [CLPlacemark] {
    try await withCheckedThrowingContinuation { continuation in
      geocodeAddressString(address) { continuation.resume($0, $1) }
    }
  }

  /// Cancels the requests that wait for an answer. Their error is `geocodeCanceled`.
  open func cancelGeocode() {
    let numbers = pending.keys.sorted()
    CurrentPhone.soon { [self] in
      for number in numbers { fail(number, .geocodeCanceled) }
    }
  }

  private func begin(_ handler: @escaping CLGeocodeCompletionHandler) -> Int {
    requestCount += 1
    pending[requestCount] = handler
    return requestCount
  }

  private func fail(_ number: Int, _ code: CLError.Code) {
    pending.removeValue(forKey: number)?(nil, CLError(code))
  }
}

extension CheckedContinuation where T == [CLPlacemark], E == any Error {
  fileprivate func resume(_ places: [CLPlacemark]?, _ error: (any Error)?) {
    if let places {
      resume(returning: places)
    } else {
      resume(throwing: error ?? CLError(.network))
    }
  }
}
