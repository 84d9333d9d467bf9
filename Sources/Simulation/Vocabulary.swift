import PhoneProfiles
import Scenarios
import SimulatedPhone

extension ScenarioVocabulary {
  /// The names that scenarios may use: all phone profiles, systems and model parameters.
  public static let simulatedPhone: ScenarioVocabulary = {
    var vocabulary = everyName
    vocabulary.modelRangeSource = { PhoneModel.parameterRanges }
    for profile in DeviceProfile.all {
      vocabulary.limits[profile.name] = ProfileLimits(
        systems: profile.systems.map(\.name),
        readings: ["cellular": profile.technologies.map(\.rawValue)])
    }
    return vocabulary
  }()

  /// The names that scenarios may use for a user's own app.
  ///
  /// The list of acts is empty, so that any name is accepted: each app has acts of its own.
  package static let ofOwnApps: ScenarioVocabulary = {
    var vocabulary = simulatedPhone
    vocabulary.acts = []
    return vocabulary
  }()

  private static let everyName = ScenarioVocabulary(
    profiles: DeviceProfile.all.map(\.name), systems: OperatingSystemProfile.all.map(\.name),
    modelParameters: PhoneModel.parameterNames, readings: PhoneModel.readingChoices,
    presets: PresetLibrary.names)
}
