import Experiments
import Foundation
import ModelParameters
import PhoneProfiles
import Recordings
import Scenarios
import SimulatedPhone
import Simulation
import Text
import Timekeeping

/// The text on the scenario's phone, and on the model parameters that the scenario sets or that
/// were calibrated.
struct PhoneText {
  let day: SimulatedDay

  var lines: [String] {
    let phone = day.scenario.phone
    let battery = Int((phone.batteryLevel * 100).rounded())
    let fixed = day.model.parameters.filter { parameter in
      phone.model.contains { $0.name == parameter.name }
    }
    let drawn = day.model.parameters.filter { $0.low < $0.high }.count - fixed.count
    return [
      "\(phone.profile) with \(phone.system), battery at \(battery) %, carried: "
        + phone.carried.rawValue,
      permissions,
    ] + [phone.accelerometer.map(describe)].compactMap { $0 } + fixed.map(describe)
      + day.model.parameters.filter { $0.calibration != nil }.map(describeCalibrated)
      + day.model.readings.compactMap(describe) + [
        "\(max(drawn, 0)) of \(day.model.parameters.count) parameters are drawn from the seed"
      ]
  }

  private var permissions: String {
    let permissions = day.scenario.permissions
    let line =
      "location \(permissions.location.rawValue), accuracy \(permissions.accuracy.rawValue), "
      + "motion \(permissions.motion.rawValue), notifications \(permissions.notifications.rawValue)"
    let isAsked =
      permissions.location == .ask || permissions.motion == .ask
      || permissions.notifications == .ask
    return isAsked ? line + "; when asked: " + permissions.answers.words : line
  }

  private func describe(_ recording: AccelerometerRecording) -> String {
    let holes =
      switch recording.holeCount {
      case 0: ""
      case 1: ", one gap without samples"
      case let count: ", \(count) gaps without samples"
      }
    return "accelerometer from \(recording.file): "
      + "\(TimeSpan.seconds(recording.lengthSeconds.rounded())) at "
      + "\(String(format: "%.0f", recording.rateHertz)) Hz\(holes), repeated"
  }

  private func describe(_ parameter: ModelParameter) -> String {
    let range =
      parameter.low < parameter.high ? "\(parameter.low) to \(parameter.high)" : "\(parameter.low)"
    return "fixed: \(parameter.name) is \(parameter.value) instead of \(range)"
  }

  private func describeCalibrated(_ parameter: ModelParameter) -> String {
    parameter.isCalibrated
      ? "calibrated: \(parameter.name) is \(parameter.value), drawn from "
        + interval("\(parameter.low)", "\(parameter.high)")
      : "given by the phone's profile: \(parameter.name) is \(parameter.value)"
  }

  private func describe(_ reading: ModelVariant) -> String? {
    guard day.scenario.phone.readings.contains(where: { $0.name == reading.name }) else {
      return nil
    }
    return
      "chosen: \(reading.name) is \(reading.choice), of \(reading.choices.joined(separator: ", "))"
  }
}
