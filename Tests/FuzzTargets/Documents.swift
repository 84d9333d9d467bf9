import Evaluation
import Experiments
import Scenarios
import Simulation

/// The documents in YAML.
extension FuzzReader {
  static let documents = [
    FuzzReader("scenario", "a scenario, with the draws and days that it describes") { bytes in
      let reader = ScenarioReader(vocabulary: .simulatedPhone)
      _ = try? reader.read(text: String(decoding: bytes, as: UTF8.self), file: documentPath)
    },
    FuzzReader("preset", "a tracker of the user's own") { bytes in
      ScratchFile.with(bytes, named: "preset.yaml") { path in
        guard let preset = try? PresetLibrary.preset(path) else { return }
        let written = Array(preset.text(comment: ["once more"]).utf8)
        ScratchFile.with(written, named: "written.yaml") { path in
          require(
            (try? PresetLibrary.preset(path))?.withoutWarnings == preset.withoutWarnings,
            "a preset is read back as it was written")
        }
      }
    },
    FuzzReader("sweep", "a plan of a sweep") { bytes in
      document(bytes, SweepReader(measures: Measures.names))
    },
    FuzzReader("tune", "a plan of a tuning") { bytes in
      document(
        bytes, TuningReader(measures: Measures.names, usual: ("pathCoverage", Measures.cost)))
    },
    FuzzReader("study", "a plan of a study") { bytes in
      document(bytes, StudyReader(measures: Measures.names))
    },
    FuzzReader("profile", "a phone profile, which is read back as it was written") { bytes in
      let reader = PhoneProfileReader(vocabulary: .simulatedPhone)
      let text = String(decoding: bytes, as: UTF8.self)
      guard let profile = try? reader.read(text: text, file: documentPath) else { return }
      require(
        (try? reader.read(text: profile.text, file: documentPath)) == profile,
        "a phone profile is read back as it was written")
    },
    FuzzReader("validation", "a file of measurements") { bytes in
      document(
        bytes, ValidationReader(measures: ValidationMeasure.names, vocabulary: .simulatedPhone))
    },
  ]

  /// In a folder without files, so that `extends` and `replay` find none.
  private static let documentPath = ScratchFile.folder + "/documents/it.yaml"

  private static func document(_ bytes: [UInt8], _ reader: some DocumentReader) {
    _ = try? reader.read(text: String(decoding: bytes, as: UTF8.self), file: documentPath)
  }
}
