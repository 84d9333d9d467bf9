import Documents
import Text

extension Scenario {
  /// Sets the phone and the system by options of the command line. The scenario's other settings of
  /// the phone stay.
  ///
  /// - Parameters:
  ///   - phone: a phone's name, or the path of a phone profile; nil for the scenario's own.
  ///   - system: a system's name; nil for that of the scenario or the profile, or else the first
  ///     that the phone runs.
  /// - Throws: `InputError` for an unknown name, a profile that cannot be read, or a system that the
  ///   phone does not run.
  package mutating func setPhone(
    _ phone: String?, system: String?, vocabulary: ScenarioVocabulary
  ) throws(InputError) {
    if let phone, PresetLibrary.isPath(phone) {
      let profile = try PhoneProfileReader(vocabulary: vocabulary).read(path: phone)
      calibrate(PhoneCalibration(profile: profile, file: phone))
    } else if let phone {
      self.phone.profile = try SourceNode(name: "--phone", phone).word(
        oneOf: vocabulary.profiles)
      dropCalibration()
    }
    let systems = vocabulary.limits[self.phone.profile]?.systems ?? vocabulary.systems
    if let system {
      self.phone.system = try SourceNode(name: "--system", system).word(oneOf: systems)
    } else if !systems.contains(self.phone.system), let usual = systems.first {
      self.phone.system = usual
    }
  }

  private mutating func calibrate(_ calibration: PhoneCalibration) {
    dropCalibration()
    phone.profile = calibration.profile.phone
    phone.system = calibration.profile.system
    phone.take(calibration)
    sourceFiles.append(calibration.file)
    remarks += calibration.remarks
  }
}

extension SourceNode {
  fileprivate init(name: String, _ text: String) {
    self.init(name: name, content: .text(text, isQuoted: true), location: .commandLine)
  }
}
