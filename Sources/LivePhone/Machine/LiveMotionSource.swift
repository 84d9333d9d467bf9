import MotionSensing
import PhoneAPI

/// A source of motion data for a live phone.
package enum LiveMotionSource: Sendable {
  case none
  /// The machine's own accelerometer. The program finds it in the kernel's industrial-I/O class.
  case industrialIO
  /// A recording of a real device. Its playback starts when an app starts to listen, runs in real
  /// time, and repeats.
  case recorded(RecordedSignal)
  /// The accelerations that another device sends.
  case fed(SensorFeed)

  func availability(on machine: Machine) -> ServiceAvailability {
    switch self {
    case .none: return .unavailable("no accelerometer was chosen")
    case .recorded, .fed: return .available
    case .industrialIO:
      do throws(IndustrialAccelerometer.Absence) {
        _ = try IndustrialAccelerometer.find(in: machine.root)
        return .available
      } catch { return .unavailable(error.reason) }
    }
  }

  func makeFeed(
    on machine: Machine
  ) throws(IndustrialAccelerometer.Absence) -> any AccelerometerFeed {
    switch self {
    case .none: throw IndustrialAccelerometer.Absence(reason: "no accelerometer was chosen")
    case .recorded(let signal): RecordedFeed(signal, machine.time)
    case .fed(let feed): FedAccelerometer(feed)
    case .industrialIO:
      SampledFeed(try IndustrialAccelerometer(machine.root), machine.time)
    }
  }
}
