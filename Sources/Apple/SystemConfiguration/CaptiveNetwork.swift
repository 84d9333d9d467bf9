// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AppleProcess
import Foundation
import PhoneAPI

/// The key of a network's name.
public let kCNNetworkInfoKeySSID: String = "SSID"

/// Returns the names of the phone's Wi-Fi interfaces.
public func CNCopySupportedInterfaces() -> [String]? { ["en0"] }

/// Returns details of the Wi-Fi network in use; nil without one, and if the app may not read them.
///
/// Stand-in: the details are the name alone.
public func CNCopyCurrentNetworkInfo(_ interfaceName: String) -> [String: Any]? {
  CurrentPhone.phone.wifi.networkName.map { [kCNNetworkInfoKeySSID: $0] }
}
