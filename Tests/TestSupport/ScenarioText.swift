import Scenarios

package let vocabulary = ScenarioVocabulary(
  profiles: ["iphone-13", "iphone-14", "iphone-se"], systems: ["ios-17", "ios-26"],
  modelParameters: ["gnss.trackingWatts", "battery.healthShare"],
  readings: ["forceQuitRelaunch": ["relaunches", "stays-dead"]])

package let reader = ScenarioReader(vocabulary: vocabulary)

package func scenario(_ text: String) throws -> Scenario {
  try reader.read(text: text, file: "day.yaml")
}

/// Returns a valid scenario with a test's own lines.
package func scenarioText(_ sections: String..., without: [String] = []) -> String {
  let defaults = [
    "start": "start: 2026-03-02T06:30:00", "timeZone": "timeZone: America/Los_Angeles",
    "places": "places: { home: { at: [45.5, -122.6] }, office: { at: [45.6, -122.6] } }",
    "day": "day: [{ stay: home }]",
  ]
  let given = sections.joined(separator: "\n")
  var lines = ["odograph: 1"]
  for key in ["start", "timeZone", "places", "day"] where !without.contains(key) {
    if !given.split(separator: "\n").contains(where: { $0.hasPrefix(key + ":") }) {
      lines.append(defaults[key] ?? "")
    }
  }
  return (lines + [given]).joined(separator: "\n") + "\n"
}
