// swift-tools-version:6.1
import PackageDescription

/// Trains the activity classifier on recordings of people, and judges it on others; see README.md.
let package = Package(
  name: "odograph-motion-study",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "odograph", path: "..")],
  targets: [
    .executableTarget(
      name: "MotionStudy", dependencies: [.product(name: "OdographMotion", package: "odograph")])
  ],
  swiftLanguageModes: [.v6]
)
